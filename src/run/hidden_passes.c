// SPDX-License-Identifier: MIT
/* Where timers cover all iterations since the last line, the seconds of waiting between two lines are those of the
 * iterations and a constant for each end of a pass between them. How many ends there are follows from the length of a
 * pass. A length explains the waiting if a straight line fits: seconds over ends (least squares).
 *
 * Invariant: a length is found only if it explains nine tenths of the variance, and an end takes seconds, as the start
 * of a loader's workers does.
 *
 *   lines every 50 iterations, passes of 36    1 or 2 ends in each: waiting 2.8 s or 5.1 s, so 2.3 s each
 *   passes of 25                               2 ends in each: nothing varies, and nothing is found */
#include "run/hidden_passes.h"
#include "run/windows.h"
#include <math.h>

enum { LINES_MIN = 12, LINES_MOST = 2000 };
static const double EXPLAINS = 0.9, SECONDS_LEAST = 1.5;

struct fit {
	double slope, explained;
};

/* Lines whose timers hold something else, by their number in the run: skip[i] of line i. */
static void mark_others(const struct run *r, bool skip[LINES_MOST])
{
	for (size_t i = 0; i < r->val.n; i++)
		for (uint32_t k = r->val.at[i].after; k <= r->val.at[i].after + 1 && k < LINES_MOST; k++)
			skip[k] = true;
	for (size_t i = 0; i < r->event.n; i++)
		for (uint32_t k = r->event.at[i].after; k <= r->event.at[i].after + 1 && k < LINES_MOST; k++)
			skip[k] = true;
}

/* A least-squares line: seconds over ends. */
static struct fit fit_of(const struct run *r, const bool *skip, uint32_t before, uint32_t pass)
{
	double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, vx, vy, c;

	for (size_t i = 1; i < r->train.n && i < LINES_MOST; i++) {
		const struct train_record *t = &r->train.at[i];
		double steps = t->iter - t[-1].iter, ends = passes_between(t[-1].iter - before, t->iter - before, pass);
		double waits = steps * (double)t->data_time;

		if (skip[i])
			continue;
		n++;
		x += ends, y += waits;
		xx += ends * ends, xy += ends * waits, yy += waits * waits;
	}
	vx = xx - x * x / fmax(n, 1);
	vy = yy - y * y / fmax(n, 1);
	c = xy - x * y / fmax(n, 1);
	return n >= LINES_MIN && vx > 0 && vy > 0 ? (struct fit){ c / vx, c * c / vx / vy } : (struct fit){ 0, 0 };
}

/* The shortest distance of two lines; 0: the timers don't tell. */
static uint32_t distance_of(const struct run *r)
{
	uint32_t least = UINT32_MAX;

	if (r->epochs || run_window(r) || r->train.n < LINES_MIN ||
	    r->format->lands[0][0][COST_PASS_END] != LANDS_DATA_NEXT)
		return 0;
	for (size_t i = 0; i < r->event.n; i++)
		if (r->event.at[i].kind == EVENT_PASS_END)
			return 0;
	for (size_t i = 1; i < r->train.n && i < LINES_MOST; i++) {
		const struct train_record *t = &r->train.at[i];

		if (!(t->has & HAS_DATA_TIME) || !(t->data_time >= 0) || !(t->has & HAS_TIME))
			return 0;
		least = t->iter - t[-1].iter < least ? t->iter - t[-1].iter : least;
	}
	return least;
}

struct hidden_passes hidden_passes_of(const struct run *r)
{
	enum { LONGEST = 1000 };
	uint32_t before = run_before(r), most = distance_of(r);
	struct hidden_passes out = { 0 };
	bool skip[LINES_MOST] = { false };
	double best = EXPLAINS;

	mark_others(r, skip);
	for (uint32_t pass = most < LONGEST ? most : 0; pass > 1; pass--) {
		struct fit f = fit_of(r, skip, before, pass);

		if (f.slope >= SECONDS_LEAST && f.explained > best + 1e-3) {
			best = f.explained;
			out.pass = pass;
			out.each = f.slope;
		}
	}
	if (out.pass)
		out.n = passes_between(r->train.at[0].iter - before, r->train.at[r->train.n - 1].iter - before,
				       out.pass);
	return out;
}

struct run hidden_passes_without(struct arena *a, const struct run *r, const struct hidden_passes *h)
{
	struct run out = *r;
	struct train_record *at = arena_array(a, struct train_record, r->train.n + 1);
	uint32_t before = run_before(r);
	double gone = 0;

	for (size_t i = 0; i < r->train.n; i++) {
		uint32_t from = i ? r->train.at[i - 1].iter : r->train.at[0].iter;
		double ends = passes_between(from - before, r->train.at[i].iter - before, h->pass) * h->each;

		at[i] = r->train.at[i];
		gone += ends;
		at[i].clock -= gone;
		if (i) {
			at[i].data_time = (float)fmax((double)at[i].data_time - ends / (at[i].iter - from), 0);
			at[i].time = (float)fmax((double)at[i].time - ends / (at[i].iter - from), 0);
		}
	}
	out.train.at = at;
	out.last_clock -= gone;
	return out;
}
