// SPDX-License-Identifier: MIT
/* The interface: chooses the family, holds both quantities, and enforces budgets. */
#include "schedule/priv.h"
#include "base/buf.h"
#include "python/value/dict.h"
#include <string.h>

static const struct curve_family *find_family(const struct curves *known, const char *name)
{
	for (uint32_t i = 0; i < known->n; i++)
		if (name && !strcmp(known->family[i].name, name))
			return &known->family[i];
	return NULL;
}

/* NULL: the parts can be simulated in this run. */
static const char *prepare(struct schedule *s, struct parts *p, const struct training *t)
{
	if (!p->n)
		return NULL;
	if (s->chained)
		return chain_prepare(s->a, p, t);
	return part_anew_why(&p->at[0], t);
}

static void prepare_all(struct schedule *s)
{
	for (int q = 0; q < QUANTITIES; q++)
		if (!s->of[q].why)
			s->of[q].why = prepare(s, &s->of[q], &s->t);
}

/* A run of epochs of unknown length: if everything counts epochs, values are known per epoch; otherwise they are
 * unknown. */
static void count_epochs(struct schedule *s)
{
	for (int q = 0; q < QUANTITIES; q++)
		for (uint32_t i = 0; i < s->of[q].n; i++)
			if (!(s->of[q].at[i].arg[ARG_BY_EPOCH] > 0) || s->of[q].at[i].arg[ARG_CONVERT] > 0 ||
			    s->of[q].at[i].arg[ARG_WARMUP] > 0)
				return;
	s->in_epochs = true;
	s->t.epoch = 1;
}

struct schedule *schedule_new(struct arena *a, const struct curves *known, const char *family, struct value cfg,
			      const struct training *t)
{
	struct schedule *s = arena_new(a, struct schedule);
	const struct curve_family *f = find_family(known, family);

	*s = (struct schedule){ .t = *t, .a = a, .chained = f && f->chained };
	for (int q = 0; q < QUANTITIES; q++) {
		if (f)
			parts_build(a, f, (enum quantity)q, cfg, t, &s->of[q]);
		else
			s->of[q].why = "how this training code schedules is not known";
	}
	if (t->counts == COUNTS_EPOCHS && !t->epoch)
		count_epochs(s);
	prepare_all(s);
	return s;
}

const char *schedule_why(const struct schedule *s, enum quantity q)
{
	return s->of[q].why;
}

bool schedule_changes(const struct schedule *s, enum quantity q)
{
	return s->of[q].given;
}

bool schedule_in_epochs(const struct schedule *s)
{
	return s->in_epochs;
}

int64_t schedule_length(const struct schedule *s)
{
	return s->t.counts == COUNTS_EPOCHS ? s->t.length * s->t.epoch : s->t.length;
}

/* From the first value on that isn't a number, training has ended. */
static void end_where_it_raises(double *out, uint32_t n)
{
	bool raised = false;

	for (uint32_t i = 0; i < n; i++) {
		raised |= !isfinite(out[i]);
		if (raised)
			out[i] = NAN;
	}
}

/* The cost of a step of all of them, in steps of a scheduler without lists. */
static uint64_t step_cost(const struct parts *p)
{
	uint64_t cost = 0;

	for (uint32_t i = 0; i < p->n; i++)
		cost += 1 + (p->at[i].list[ARG_STEPS].n + p->at[i].list[ARG_PERIODS].n) / 8;
	return cost;
}

bool schedule_values(struct schedule *s, enum quantity q, const int64_t *at, uint32_t n, double *out)
{
	struct parts *p = &s->of[q];
	struct arena tmp = { 0 };

	if (!p->why && s->chained && p->n && n && (uint64_t)at[n - 1] > SCHEDULE_STEPS_MAX / step_cost(p))
		p->why = arena_printf(s->a, "following %u scheduler%s for %lld iterations takes too long", p->n,
				      plural(p->n), (long long)at[n - 1]);
	if (p->why)
		return false;
	if (s->chained && p->n)
		chain_follow(&tmp, p, &s->t, s->t.start[q], at, n, out);
	else
		for (uint32_t i = 0; i < n; i++)
			out[i] = p->n ? part_anew(&p->at[0], &s->t, s->t.start[q], at[i]) : s->t.start[q];
	end_where_it_raises(out, n);
	arena_release(&tmp);
	return true;
}

double schedule_at(struct schedule *s, enum quantity q, int64_t i)
{
	double out = NAN;

	return schedule_values(s, q, &i, 1, &out) ? out : NAN;
}

/* A bisection between an iteration with a value and one without: after the first one without, none has a value. */
int64_t schedule_raises_at(struct schedule *s, enum quantity q)
{
	enum { LOOKS = 1000 };
	int64_t good = -1, bad = schedule_length(s) + (s->chained ? 1 : 0), at[LOOKS]; /* a chain steps once more */
	double value[LOOKS];

	if (s->of[q].why || !schedule_length(s))
		return -1;
	for (bool first = true;; first = false) {
		uint32_t n = (uint32_t)(bad - good - 1 < LOOKS ? bad - good - 1 : LOOKS), k = 0;

		for (uint32_t i = 0; i < n; i++)
			at[i] = good + 1 + (int64_t)i * (bad - good - 2) / (n > 1 ? n - 1 : 1);
		if (!n)
			return bad;
		if (!schedule_values(s, q, at, n, value))
			return -1;
		while (k < n && !isnan(value[k]))
			k++;
		if (k == n && first)
			return -1;
		good = k ? at[k - 1] : good;
		bad = k < n ? at[k] : bad;
	}
}

/* ---- optimizers ---- */

static const struct optimizer_row *find_optimizer(const struct curves *known, struct value optimizer)
{
	const struct entry *e = optimizer.kind == VALUE_DICT ? dict_find_lit(optimizer.as.dict, "type") : NULL;
	const char *name = e && e->val.kind == VALUE_STR ? e->val.as.s->s : "";
	const char *dot = strrchr(name, '.');

	for (uint32_t i = 0; i < known->noptimizers; i++)
		if (!strcmp(known->optimizer[i].name, dot ? dot + 1 : name))
			return &known->optimizer[i];
	return NULL;
}

double schedule_momentum(const struct curves *known, struct value optimizer)
{
	const struct optimizer_row *row = find_optimizer(known, optimizer);

	for (const char **key = known->momentum_keys; key && *key && optimizer.kind == VALUE_DICT; key++) {
		const struct entry *e = dict_find_lit(optimizer.as.dict, *key);
		struct value v = e ? e->val : (struct value){ 0 };

		if (e && value_is_listlike(v) && v.as.list->n)
			v = v.as.list->at[0].val;
		if (e)
			return value_is_number(v) ? value_number(v) : NAN;
	}
	return row ? row->momentum : NAN;
}

double schedule_state(const struct curves *known, struct value optimizer)
{
	const struct optimizer_row *row = find_optimizer(known, optimizer);

	return row ? row->state[schedule_momentum(known, optimizer) > 0] : NAN;
}
