// SPDX-License-Identifier: MIT
#include "run/formats/watch.h"
#include "run/formats/series_stats.h"
#include <math.h>

static double median_of(struct arena *tmp, const struct watch_series *s)
{
	double *x = arena_array(tmp, double, s->n + 1);

	for (uint32_t i = 0; i < s->n; i++)
		x[i] = (double)s->x[i];
	return s->n ? stats_median(x, s->n) : NAN;
}

static double most_of(const struct watch_series *s)
{
	double most = NAN;

	for (uint32_t i = 0; i < s->n; i++)
		most = fmax(most, (double)s->x[i]);
	return most;
}

static double share_below(const struct watch_series *s, double limit)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n; i++)
		n += (double)s->x[i] < limit;
	return s->n ? (double)n / s->n : NAN;
}

/* It repeatedly falls from busy to idle, and is idle for a significant part of the time. */
static bool is_saw(const struct watch_series *s)
{
	enum { TEETH = 6, APART = 40 };
	uint32_t teeth = 0;
	bool high = false;

	for (uint32_t i = 0; i < s->n; i++) {
		if (s->x[i] >= 60)
			high = true;
		else if (s->x[i] <= 20 && high) {
			high = false;
			teeth++;
		}
	}
	return teeth >= TEETH && teeth >= s->n / APART && share_below(s, 20.5) >= 0.15;
}

void watch_use(struct arena *tmp, const struct watch_card *c, struct card_use *out)
{
	enum { HELD = 1000 /* MiB: more than a desktop's */ };

	*out = (struct card_use){ .samples = c->busy.seen,
				  .busy = median_of(tmp, &c->busy),
				  .idle = share_below(&c->busy, 10),
				  .saw = is_saw(&c->busy),
				  .reads = median_of(tmp, &c->reads),
				  .used = median_of(tmp, &c->used),
				  .used_most = most_of(&c->used) };
	out->works = c->used.n ? out->used_most > HELD : most_of(&c->busy) >= 10;
}

void watch_swap(const struct watch_host *h, struct swap_use *out)
{
	enum { GROWTH = 64 /* MiB */ };
	const struct watch_series *s = &h->swap;
	bool more;

	*out = (struct swap_use){ .first = s->n ? (double)s->x[0] : NAN,
				  .last = s->n ? (double)s->x[s->n - 1] : NAN,
				  .most = most_of(s),
				  .busy = h->swapped.n ? 1 - share_below(&h->swapped, 1) : NAN };
	more = out->last - out->first > GROWTH;
	out->grows = out->last > 0 && more;
}

double watch_total(struct arena *tmp, const struct watch *w)
{
	double total = NAN;

	for (uint32_t i = 0; i < w->ncards; i++) {
		struct card_use use;

		watch_use(tmp, &w->card[i], &use);
		if (!use.works && w->ncards > 1 && w->card[i].used.n)
			continue;
		if (!isnan(total) && total != w->card[i].total)
			return NAN;
		total = w->card[i].total;
	}
	return total;
}
