// SPDX-License-Identifier: MIT
#include "run/gaps.h"
#include "run/formats/series_stats.h"
#include <math.h>
#include <stdlib.h>

struct moment {
	uint32_t line;
	double clock;
};
VEC(moments, struct moment);

static void add(struct moments *all, uint32_t line, double clock)
{
	if (isfinite(clock))
		vec_push(all, ((struct moment){ line, clock }));
}

static int by_line(const void *x, const void *y)
{
	const struct moment *a = x, *b = y;

	return (a->line > b->line) - (a->line < b->line);
}

static double inside_of(const struct run *r)
{
	uint32_t last = r->resumed ? r->resumed_iter : 0;
	double seconds = 0;

	for (size_t i = 0; i < r->train.n; i++) {
		const struct train_record *t = &r->train.at[i];

		if (!(t->has & HAS_TIME) || !(t->time >= 0) || t->iter <= last)
			return NAN;
		seconds += (double)t->time * (t->iter - last);
		last = t->iter;
	}
	return r->train.n ? seconds : NAN;
}

/* The median of two neighbours' distance is what a hole is compared with. */
static void find_hole(struct moments *all, struct gaps *out)
{
	enum { TIMES = 20 };
	double *distance = all->n > 1 ? xcalloc(all->n, sizeof *distance) : NULL;

	for (size_t i = 1; i < all->n; i++) {
		distance[i - 1] = all->at[i].clock - all->at[i - 1].clock;
		if (distance[i - 1] > out->hole) {
			out->hole = distance[i - 1];
			out->before = all->at[i - 1].line;
			out->behind = all->at[i].line;
		}
	}
	if (!distance || !(out->hole >= HOLE_LEAST && out->hole > TIMES * stats_median(distance, all->n - 1)))
		out->hole = 0;
	free(distance);
}

struct gaps gaps_of(const struct run *r)
{
	static const double FITS = 0.02; /* timers are rounded */
	struct gaps out = { .wall = r->last_clock - r->first_clock };
	struct moments all = { 0 };

	out.outside = out.wall - inside_of(r);
	if (!(out.outside >= -FITS * out.wall))
		out.outside = NAN;
	out.outside = out.outside < 0 ? 0 : out.outside;
	for (size_t i = 0; i < r->train.n; i++)
		add(&all, r->train.at[i].line, r->train.at[i].clock);
	for (size_t i = 0; i < r->val.n; i++)
		add(&all, r->val.at[i].line, r->val.at[i].clock);
	for (size_t i = 0; i < r->event.n; i++)
		add(&all, r->event.at[i].line, r->event.at[i].clock);
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_line);
	find_hole(&all, &out);
	vec_release(&all);
	return out;
}
