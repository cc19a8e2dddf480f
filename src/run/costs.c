// SPDX-License-Identifier: MIT
/* Estimates the cost of one event of each kind from the excess of windows. First the windows with one kind alone:
 * their median. Then kinds that only occur beside known ones: the excess without the known costs. Windows are then
 * split by these costs.
 *
 * Invariant: a cost is NaN unless some window determines it; a kind is `vague` if its estimate is too imprecise to
 * split a window by it.
 *
 *   window A: 1 checkpoint, excess 4 s                  a checkpoint takes 4 s
 *   window B: 1 checkpoint and 1 evaluation, 10 s       so the evaluation takes 6 s
 *   window C: both                                      each gets its usual cost, vague ones the difference */
#include "run/costs.h"
#include <math.h>

/* The required precision of a row. */
static const double PART = 0.1, SECONDS = 0.3, STEPS = 2;

uint32_t costs_bit(int kind)
{
	return 1u << (kind - LEDGER_CHECKPOINT);
}

bool costs_learnt_of(int kind)
{
	return kind >= LEDGER_CHECKPOINT && kind <= LEDGER_PASS;
}

/* Seconds of each window are off by the difference of two clocks that were truncated: 0.41 steps. */
double costs_clock_error(const struct run *r, uint32_t n)
{
	return 1.645 * 0.41 * r->clock_step * sqrt(n);
}

/* Because of noise some may be negative. */
void costs_learn(struct arena *a, struct costs *c, int kind, const struct doubles *seconds)
{
	double *own = arena_array(a, double, seconds->n + 1);

	for (size_t i = 0; i < seconds->n; i++)
		own[i] = fmax(seconds->at[i], 0);
	c->of[kind] = stats_median(own, seconds->n);
	c->range[kind] = stats_median_interval(own, seconds->n);
}

double costs_rest(const struct costs *c, const struct window *w, uint32_t *unknown)
{
	double rest = w->excess;

	*unknown = 0;
	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
		if (w->count[k] && isnan(c->of[k]))
			*unknown |= costs_bit(k);
		else if (w->count[k])
			rest -= w->count[k] * c->of[k];
	return rest;
}

/* The cost of a kind that occurs only beside kinds of known cost. Windows with several unknown kinds don't count:
 * one checkpoint may take twice as long as another. Returns whether there is one. */
static bool beside_known(struct arena *a, const struct windows *w, int k, struct costs *c)
{
	struct doubles x = { 0 };
	double error;

	for (size_t i = 0; i + 1 < w->n; i++) {
		uint32_t unknown;
		double rest = costs_rest(c, &w->at[i], &unknown);

		if (unknown == costs_bit(k))
			vec_push(&x, rest / w->at[i].count[k]);
	}
	costs_learn(a, c, k, &x);
	error = costs_clock_error(w->r, 1) / sqrt((double)x.n);
	c->range[k].low = fmax(c->range[k].low - error, 0);
	c->range[k].high += error;
	vec_release(&x);
	return !isnan(c->of[k]);
}

static bool is_vague(const struct windows *w, int k, const struct costs *c)
{
	uint32_t all = 0, shared = 0, windows = 0;
	double error;

	for (size_t i = 0; i < w->n; i++) {
		all += w->at[i].count[k];
		if (w->at[i].count[k] && window_kinds(&w->at[i]) > 1) {
			shared += w->at[i].count[k];
			windows++;
		}
	}
	error = shared * (c->range[k].high - c->range[k].low) / 2 + costs_clock_error(w->r, windows);
	return error > fmax(fmax(PART * all * c->of[k], SECONDS), STEPS * w->r->clock_step);
}

void costs_of(struct arena *a, const struct windows *w, const struct doubles one[WINDOW_KINDS], struct costs *c)
{
	bool learnt = true;

	for (int k = 0; k < WINDOW_KINDS; k++)
		if (costs_learnt_of(k))
			costs_learn(a, c, k, &one[k]);
		else
			c->of[k] = NAN;
	while (learnt) {
		learnt = false;
		for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
			if (isnan(c->of[k]))
				learnt |= beside_known(a, w, k, c);
	}
	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
		c->vague[k] = is_vague(w, k, c);
}

/* the parts of one window */
struct parts {
	double sharp, vague; /* seconds by the usual costs */
	double error;	     /* the possible error of `sharp` */
	uint32_t nvague, vague_kinds, kinds;
};

static struct parts parts_of(const struct costs *c, const struct window *w)
{
	struct parts p = { 0 };

	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++) {
		if (!w->count[k] || isnan(c->of[k]))
			continue;
		p.kinds |= costs_bit(k);
		if (c->vague[k]) {
			p.vague += w->count[k] * c->of[k];
			p.vague_kinds |= costs_bit(k);
			p.nvague++;
		} else {
			p.sharp += w->count[k] * c->of[k];
			p.error += w->count[k] * (c->range[k].high - c->range[k].low) / 2;
		}
	}
	return p;
}

/* Of one kind; p: the other kinds in the window, if they bound it. */
static struct interval range_of(const struct costs *c, const struct window *w, int k, double seconds,
				const struct parts *p)
{
	double n = w->count[k], most = fmax(w->excess, seconds);

	if (p)
		return (struct interval){ fmax(seconds - p->error, 0), seconds + p->error };
	return (struct interval){ fmin(seconds, n * c->range[k].low), fmax(seconds, fmin(n * c->range[k].high, most)) };
}

struct split costs_split(const struct costs *c, const struct window *w, bool usual)
{
	struct split s = { 0 };
	double rest = costs_rest(c, w, &s.unknown), there = fmax(w->excess, 0), sharp = 1, vague = 1;
	struct parts p = parts_of(c, w);
	bool free = !usual && !s.unknown, all = free || rest < 0; /* which are lowered at least */

	if (all && p.vague > 0 && there >= p.sharp)
		vague = (there - p.sharp) / p.vague;
	else if (all && p.sharp + p.vague > 0)
		sharp = vague = there / (p.sharp + p.vague);
	else if (free)
		s.unknown = p.kinds;
	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
		if (w->count[k] && !isnan(c->of[k])) {
			s.seconds[k] = (c->vague[k] ? vague : sharp) * w->count[k] * c->of[k];
			s.range[k] = range_of(c, w, k, s.seconds[k], free && c->vague[k] && p.nvague == 1 ? &p : NULL);
		}
	s.joint = p.nvague + (s.unknown > 0) > 1 ? p.vague_kinds : 0;
	s.rest = fmax(w->excess - sharp * p.sharp - vague * p.vague, 0);
	return s;
}
