// SPDX-License-Identifier: MIT
/* Extrapolates a run: the remaining iterations at the mean speed of its last regime, and for each kind of event the
 * number of repetitions at the distance seen so far, times its median cost.
 *
 * Invariant: an event that happened once is repeated only if the run began at iteration 0.
 *
 *   1,000 iterations left at 0.1 s                100 s
 *   a checkpoint every 200 iterations, 4 s each   5 * 4 s = 20 s
 *   the log's eta: 100 s                          checkpoints are left out of it */
#include "run/rest.h"
#include "run/steady.h"
#include <math.h>

static bool recurs(int kind)
{
	return kind >= LEDGER_CHECKPOINT && kind <= LEDGER_MIXED;
}

/* The iterations at which an event happened. */
struct seen {
	uint32_t n, at_first; /* in total; at the first of them */
	double first, last;
};

static void see(struct seen *s, double at, uint32_t times)
{
	if (!s->n) {
		s->first = at;
		s->at_first = times;
	}
	s->last = fmax(s->last, at);
	s->n += times;
}

static void see_checkpoints(const struct run *r, struct seen *s)
{
	for (size_t i = 0; i < r->event.n; i++) {
		const struct run_event *e = &r->event.at[i];
		uint32_t length = r->train.at[r->train.n - 1].length;

		if (e->kind == EVENT_SAVING && (e->iter || (e->epoch && length)))
			see(s, e->iter ? e->iter : (double)e->epoch * length, 1);
	}
}

/* After the record before a window; in loops of epochs at the end of its epoch. */
static void see_windows(const struct run *r, const struct windows *w, int kind, struct seen *s)
{
	for (size_t i = 0; i < w->n; i++) {
		const struct train_record *t = &r->train.at[w->at[i].to - 1];

		if (w->at[i].count[kind])
			see(s, r->epochs && t->length ? (double)t->epoch * t->length : t->iter, w->at[i].count[kind]);
	}
}

/* How often an event happens in the rest of the run: at the same distances as before. A single event gives the
 * distance too, if the run began at 0. */
static uint32_t times_left(const struct run *r, const struct windows *w, int kind, uint32_t end)
{
	double distance, now = r->train.at[r->train.n - 1].iter;
	struct seen s = { 0 };

	if (kind == LEDGER_PASS && w->pass)
		return passes_between((uint32_t)now, end, w->pass);
	if (kind == LEDGER_CHECKPOINT)
		see_checkpoints(r, &s);
	else
		see_windows(r, w, kind, &s);
	if (!s.n || (s.n == s.at_first && r->resumed))
		return 0;
	distance = s.n > s.at_first ? (s.last - s.first) / (s.n - s.at_first) : s.last / s.n;
	/* the last one: it should have occurred again */
	if (distance < 1 || s.last >= end || now - s.last > 1.1 * distance)
		return 0;
	return (uint32_t)floor((end - s.last) / distance + 0.1);
}

/* ---- seconds of an iteration */

enum { BLOCKS = 20 };
static const double WITHIN = 2.09 /* of the mean of 20 blocks, 95 % */;

struct speed {
	double seconds; /* the mean, which includes occasional long ones */
	struct interval range;
};

/* On a slope: the last value, or its continuation. */
static struct speed speed_on(const struct regime *now, uint32_t ahead)
{
	double on = now->end + (now->end - now->begin) / fmax(now->to - now->turn, 1) * ahead / 2;

	return (struct speed){ now->end, { fmax(fmin(now->end, on), 0), fmax(now->end, on) } };
}

/* Of the last range of one speed. */
static struct speed speed_of(struct arena *tmp, const struct run *r, const struct ledger *l, const struct windows *w)
{
	const struct regime *now = &l->regime[l->nregimes - 1];
	struct speed out = { now->tau, now->range };
	double *x = arena_array(tmp, double, w->n + 1), *weight = arena_array(tmp, double, w->n + 1), seconds = 0;
	uint64_t iterations = 0;
	size_t n = 0;

	for (size_t i = 0; i + 1 < w->n; i++) {
		const struct window *at = &w->at[i];
		double alone = window_alone(at, NULL);

		if (!(alone > 0) || at->warm || !at->n || r->train.at[at->to].iter <= now->from ||
		    steady_is_pause(alone - at->n * now->tau, at->n * now->tau))
			continue;
		x[n] = alone / at->n;
		weight[n++] = at->n;
		seconds += alone;
		iterations += at->n;
	}
	if (!n)
		return out;
	out.seconds = seconds / (double)iterations;
	if (n >= BLOCKS) {
		double factor = exp(WITHIN * stats_blocks(x, weight, n).error);

		out.range = (struct interval){ out.seconds / factor, out.seconds * factor };
	}
	out.range.low = fmin(out.range.low, out.seconds);
	out.range.high = fmax(out.range.high, out.seconds);
	return out;
}

/* ---- the complete estimate */

static void add(struct rest *out, const struct ledger *l, int kind, uint32_t n)
{
	const struct ledger_row *row = &l->estimate[kind];
	double each = row->measured ? row->median : row->n ? row->seconds / row->n : 0;

	each = fmax(each, 0);
	out->of[kind].n = n;
	out->of[kind].seconds = n * each;
	out->seconds += n * each;
	out->range.low += n * (row->measured > 1 ? fmax(row->each.low, 0) : each);
	out->range.high += n * (row->measured > 1 ? fmax(row->each.high, 0) : each);
}

/* What the log's own figure lacks: the largest parts first that are no longer than the difference. */
static void find_left_out(struct rest *out)
{
	double lacking = out->seconds - out->eta;

	for (bool again = !isnan(out->eta) && out->eta >= 0 && lacking > 0.05 * out->seconds; again;) {
		int most = -1;

		for (int k = 0; k < LEDGER_COUNT; k++)
			if (!out->of[k].left_out && out->of[k].seconds > 0.02 * out->seconds &&
			    out->of[k].seconds < 1.25 * lacking &&
			    (most < 0 || out->of[k].seconds > out->of[most].seconds))
				most = k;
		again = most >= 0;
		if (again) {
			out->of[most].left_out = true;
			lacking -= out->of[most].seconds;
		}
	}
}

void rest_of(struct arena *tmp, const struct run *r, const struct ledger *l, uint32_t iterations, struct rest *out)
{
	const struct train_record *last = r->train.n ? &r->train.at[r->train.n - 1] : NULL;
	struct windows w;
	struct speed speed;
	uint64_t done;

	*out = (struct rest){ .eta = NAN };
	if (l->silent || !l->nregimes)
		out->silent = "where the time went isn't known";
	else if (!iterations)
		out->silent = "the log doesn't say how many iterations there will be";
	if (out->silent)
		return;
	windows_of(tmp, r, l->pass, &w);
	done = (uint64_t)last->iter + w.at[w.n - 1].n; /* the last ones of an epoch have no line */
	if (done >= iterations) {
		out->silent = "the run reached its end";
		return;
	}
	out->iterations = (uint32_t)(iterations - done);
	speed = l->regime[l->nregimes - 1].turn ? speed_on(&l->regime[l->nregimes - 1], out->iterations)
						: speed_of(tmp, r, l, &w);
	out->seconds = out->iterations * speed.seconds;
	out->range = (struct interval){ out->iterations * speed.range.low, out->iterations * speed.range.high };
	for (int k = 0; k < LEDGER_COUNT; k++)
		if (recurs(k) && k != LEDGER_MIXED)
			add(out, l, k, times_left(r, &w, k, iterations));
	if (l->iterations)
		add(out, l, LEDGER_MIXED,
		    (uint32_t)fmin((double)l->estimate[LEDGER_MIXED].n * out->iterations / l->iterations, UINT32_MAX));
	out->eta = last->has & HAS_ETA ? (double)last->eta : NAN;
	find_left_out(out);
}
