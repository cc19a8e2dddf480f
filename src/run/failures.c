// SPDX-License-Identifier: MIT
/* What a log shows of a run that goes wrong: a loss that is no number, figures that stand still, messages of PyTorch
 * and of the system.
 *
 * Invariant: what didn't happen is absent. A figure stands still only if the digits that are printed would show a
 * change.
 *
 *   loss: 0.6931 on the last 40 lines     standing_loss: 40 lines, from the first of them
 *   loss: 0.01 on the last 40 lines       absent: the loss may have fallen by a third */
#include "run/failures.h"
#include <math.h>

static bool not_finite(const struct train_record *t, enum has bit, float x)
{
	return (t->has & bit) && !isfinite(x);
}

/* The first loss that isn't finite. */
static void put_loss(struct measure_ctx *m, struct value top)
{
	const struct train_records *t = &m->r->train;
	struct value d;
	size_t first = 0, bad = 0, gradient;

	while (first < t->n && !not_finite(&t->at[first], HAS_LOSS, t->at[first].loss))
		first++;
	if (first == t->n)
		return;
	for (size_t i = first; i < t->n; i++)
		bad += not_finite(&t->at[i], HAS_LOSS, t->at[i].loss);
	for (gradient = 0; gradient < first && !not_finite(&t->at[gradient], HAS_GRAD_NORM, t->at[gradient].grad_norm);)
		gradient++;
	d = value_dict(m->a, line_span(m, t->at[first].line));
	put_text(m, d, "is", isnan(t->at[first].loss) ? "nan" : "inf");
	put_int(m, d, "iteration", t->at[first].iter);
	put_int(m, d, "line", t->at[first].line);
	put_int(m, d, "bad", bad);
	put_int(m, d, "lines", t->n - first);
	put_int(m, d, "after", t->at[t->n - 1].iter - t->at[first].iter);
	put_number(m, d, "lr", t->at[first].lr);
	if (gradient < first)
		put_int(m, d, "gradient", t->at[gradient].iter);
	put_value(m, top, "bad_loss", d);
}

/* The first validation whose loss isn't finite. */
static void put_evaluations(struct measure_ctx *m, struct value top)
{
	const struct val_records *v = &m->r->val;
	size_t first = v->n, bad = 0, results = 0;
	struct value d;

	for (size_t i = 0; i < v->n; i++) {
		results += v->at[i].result && v->at[i].loss;
		if (!v->at[i].result || !v->at[i].bad_loss)
			continue;
		first = first < v->n ? first : i;
		bad++;
	}
	if (!bad)
		return;
	d = value_dict(m->a, line_span(m, v->at[first].line));
	put_int(m, d, "iteration", v->at[first].after ? m->r->train.at[v->at[first].after - 1].iter : 0);
	put_int(m, d, "line", v->at[first].line);
	put_int(m, d, "bad", bad);
	put_int(m, d, "results", results);
	put_value(m, top, "bad_evaluation", d);
}

/* The first event of a kind; NULL: there is none. n: their number. */
static const struct run_event *first_event(const struct run *r, enum run_event_kind k, uint32_t *n)
{
	const struct run_event *first = NULL;

	*n = 0;
	for (size_t i = 0; i < r->event.n; i++)
		if (r->event.at[i].kind == k) {
			first = first ? first : &r->event.at[i];
			++*n;
		}
	return first;
}

static void put_trouble(struct measure_ctx *m, struct value top, const char *key, enum run_event_kind k)
{
	uint32_t n, at;
	const struct run_event *e = first_event(m->r, k, &n);
	const struct run_oom *oom = &m->r->oom;
	struct value d;

	if (!e)
		return;
	d = value_dict(m->a, line_span(m, e->line));
	at = e->after ? m->r->train.at[e->after - 1].iter : m->r->resumed_iter;
	put_int(m, d, "iteration", at);
	put_int(m, d, "line", e->line);
	put_int(m, d, "count", n);
	put_text(m, d, "text", e->text);
	if (k == EVENT_OUT_OF_MEMORY) {
		put_number(m, d, "asked", oom->requested / 1024);
		put_number(m, d, "total", oom->total / 1024);
		put_number(m, d, "allocated", oom->allocated / 1024);
		put_number(m, d, "reserved", oom->reserved / 1024);
		put_number(m, d, "free", oom->free / 1024);
	}
	put_value(m, top, key, d);
}

void put_failures(struct measure_ctx *m, struct value top)
{
	static const struct {
		const char *key;
		enum run_event_kind kind;
	} list[] = { { "out_of_memory", EVENT_OUT_OF_MEMORY },
		     { "worker_killed", EVENT_WORKER_KILLED },
		     { "shared_memory", EVENT_SHARED_MEMORY },
		     { "killed", EVENT_KILLED },
		     { "timed_out", EVENT_TIMED_OUT },
		     { "communication", EVENT_COMMUNICATION },
		     { "raised", EVENT_EXCEPTION } };

	put_loss(m, top);
	put_evaluations(m, top);
	for (unsigned i = 0; i < ARRAY_SIZE(list); i++)
		put_trouble(m, top, list[i].key, list[i].kind);
}

/* ---- figures that stand still */

/* The number of last lines that have the loss of the very last. */
static size_t standing(const struct train_records *t)
{
	const struct train_record *last = t->n ? &t->at[t->n - 1] : NULL;
	size_t n = 0;

	while (n < t->n && (t->at[t->n - 1 - n].has & HAS_LOSS) && t->at[t->n - 1 - n].loss == last->loss)
		n++;
	return n;
}

static void put_standing_loss(struct measure_ctx *m, struct value top)
{
	static const double PRECISE = 1e-3;
	const struct train_records *t = &m->r->train;
	size_t n = standing(t);
	const struct train_record *first;
	struct value d;

	if (n < 2)
		return;
	first = &t->at[t->n - n];
	if (first->loss != 0 && !(first->loss_half <= PRECISE * fabs((double)first->loss)))
		return;
	d = value_dict(m->a, line_span(m, first->line));
	put_number(m, d, "is", first->loss);
	put_int(m, d, "lines", n);
	put_int(m, d, "of", t->n);
	put_int(m, d, "iteration", first->iter);
	put_int(m, d, "after", t->at[t->n - 1].iter - first->iter);
	put_value(m, top, "standing_loss", d);
}

/* 0 as printed is 0 if the log elsewhere prints rates that this line would round to it. */
static bool is_zero(const struct train_record *t, double least)
{
	return (t->has & HAS_LR) && t->lr == 0 && least < (double)t->lr_half;
}

static void put_zero_rate(struct measure_ctx *m, struct value top)
{
	const struct train_records *t = &m->r->train;
	const struct train_record *first = NULL;
	double least = INFINITY;
	uint32_t n = 0, lines = 0;
	struct value d;

	for (size_t i = 0; i < t->n; i++)
		if ((t->at[i].has & HAS_LR) && t->at[i].lr > 0)
			least = fmin(least, t->at[i].lr);
	for (size_t i = 0; i < t->n; i++) {
		lines += (t->at[i].has & HAS_LR) != 0;
		if (!is_zero(&t->at[i], least))
			continue;
		first = first ? first : &t->at[i];
		n++;
	}
	if (!n)
		return;
	d = value_dict(m->a, line_span(m, first->line));
	put_int(m, d, "lines", n);
	put_int(m, d, "of", lines);
	put_int(m, d, "iteration", first->iter);
	put_bool(m, d, "at_start", first == &t->at[0]);
	put_value(m, top, "zero_rate", d);
}

void put_learning(struct measure_ctx *m, struct value top)
{
	put_standing_loss(m, top);
	put_zero_rate(m, top);
}
