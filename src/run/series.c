// SPDX-License-Identifier: MIT
/* Computes series for plots: one point per record, or by the clock one per range of at least 20 clock steps; then
 * thins them to a maximum number of points.
 *
 * Invariant: thinning retains the lowest, the highest and the first non-finite point of each range, and both ends.
 *
 *   10,000 losses, at most 1,500 points   each range of the series retains its outliers
 *   loss: nan at iteration 70             stays in the plot
 *   marks: checkpoint 'c' after iterations 200, 400 */
#include "run/series.h"
#include "run/formats/series_stats.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_IN_POINT = 20, POINTS_MIN = 24, PASSES_MOST = 100000 };
VEC(points, struct series_point);
VEC(iters, uint32_t);

const char *series_id(enum series_kind k)
{
	static const char *const ids[SERIES_COUNT] = { "seconds", "data_share", "lr", "loss", "memory" };

	return ids[k];
}

/* --- from records to points */

static struct series series_on(struct arena *a, struct points *p, uint32_t from, bool clock)
{
	struct series_point *at = arena_array(a, struct series_point, p->n + 1);
	uint32_t n = (uint32_t)p->n;

	if (n)
		memcpy(at, p->at, n * sizeof *at);
	vec_release(p);
	return (struct series){ .at = at, .n = n, .from = from, .clock = clock };
}

/* The figure of a record; false: it has none. */
static bool figure_of(const struct train_record *t, enum series_kind k, double *y)
{
	static const uint8_t bit[SERIES_COUNT] = { HAS_TIME, HAS_TIME | HAS_DATA_TIME, HAS_LR, HAS_LOSS, HAS_MEMORY };
	const double figure[SERIES_COUNT] = { t->time, t->data_time / t->time, t->lr, t->loss, t->memory };

	*y = figure[k];
	return (t->has & bit[k]) == bit[k] && (k != SERIES_DATA || t->time > 0);
}

static struct series as_printed(struct arena *a, const struct run *r, enum series_kind k)
{
	struct points p = { 0 };
	uint32_t from;
	double y;

	for (size_t i = 0; i < r->train.n; i++)
		if (figure_of(&r->train.at[i], k, &y))
			vec_push(&p, ((struct series_point){ r->train.at[i].iter, y }));
	from = p.n > 1 ? p.at[1].iter - p.at[0].iter : 0;
	return series_on(a, &p, p.n ? p.at[0].iter - (from < p.at[0].iter ? from : p.at[0].iter) : 0, false);
}

static struct series by_clock(struct arena *a, const struct run *r)
{
	const struct train_record *t = r->train.at, *begin = t;
	struct points p = { 0 };

	for (size_t i = 1; i < r->train.n; i++) {
		double seconds = t[i].clock - begin->clock;

		if (seconds >= STEPS_IN_POINT * r->clock_step) {
			vec_push(&p, ((struct series_point){ t[i].iter, seconds / (t[i].iter - begin->iter) }));
			begin = &t[i];
		} else if (isnan(seconds)) {
			begin = &t[i];
		}
	}
	return series_on(a, &p, r->train.n ? t->iter : 0, true);
}

struct series series_of(struct arena *a, const struct run *r, enum series_kind k)
{
	struct series own = as_printed(a, r, k), clock;

	if (k != SERIES_SECONDS)
		return own;
	clock = by_clock(a, r);
	return clock.n >= POINTS_MIN || 2 * clock.n >= own.n ? clock : own;
}

/* --- thinning */

/* The outliers among the points from lo to hi, in their order. */
static void thin_stretch(struct points *p, const struct series *s, uint32_t lo, uint32_t hi)
{
	uint32_t least = hi, most = hi, none = hi;

	for (uint32_t i = lo; i < hi; i++) {
		double y = s->at[i].y;

		if (!isfinite(y))
			none = none == hi ? i : none;
		else {
			least = least == hi || y < s->at[least].y ? i : least;
			most = most == hi || y > s->at[most].y ? i : most;
		}
	}
	for (uint32_t i = lo; i < hi; i++)
		if (i == least || i == most || i == none)
			vec_push(p, s->at[i]);
}

struct series series_thin(struct arena *a, const struct series *s, uint32_t most)
{
	uint32_t stretches = (most - 2) / 3, inner = s->n > 2 ? s->n - 2 : 0;
	struct points p = { 0 };

	if (s->n <= most)
		return *s;
	vec_push(&p, s->at[0]);
	for (uint32_t i = 0; i < stretches; i++)
		thin_stretch(&p, s, 1 + (uint32_t)((uint64_t)inner * i / stretches),
			     1 + (uint32_t)((uint64_t)inner * (i + 1) / stretches));
	vec_push(&p, s->at[s->n - 1]);
	return series_on(a, &p, s->from, s->clock);
}

void series_columns(const struct series *s, uint32_t first, uint32_t last, double *out, uint32_t n)
{
	double width = (double)(last - first) / n;
	uint32_t begin = 0; /* the first point that may reach into the column */

	for (uint32_t c = 0; c < n; c++) {
		double lo = first + c * width, hi = lo + width, sum = 0, weight = 0;

		while (begin < s->n && s->at[begin].iter <= lo)
			begin++;
		for (uint32_t i = begin; i < s->n; i++) {
			double from = i ? s->at[i - 1].iter : s->from;
			double part = fmin(hi, s->at[i].iter) - fmax(lo, from);

			if (from >= hi)
				break;
			if (part > 0 && isfinite(s->at[i].y)) {
				sum += part * s->at[i].y;
				weight += part;
			}
		}
		out[c] = weight > 0 ? sum / weight : NAN;
	}
}

static int rising(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return (a > b) - (a < b);
}

struct series_figures series_figures(struct arena *tmp, const struct series *s)
{
	double *y = arena_array(tmp, double, s->n + 1);
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->n; i++)
		if (isfinite(s->at[i].y))
			y[n++] = s->at[i].y;
	if (!n)
		return (struct series_figures){ NAN, NAN, NAN, NAN, 0 };
	qsort(y, n, sizeof *y, rising);
	return (struct series_figures){ y[0], stats_median(y, n), y[(uint32_t)((n - 1) * 0.99)], y[n - 1], n };
}

double series_top(const struct series_figures *f)
{
	enum { BEYOND = 4 };

	return f->p99 > 0 ? fmin(f->most, BEYOND * f->p99) : f->most;
}

/* --- marks */

const char *mark_word(enum mark_kind k)
{
	static const char *const words[MARK_COUNT] = { "checkpoint", "evaluation", "pass end" };

	return words[k];
}

char mark_letter(enum mark_kind k)
{
	return "cvp"[k];
}

static uint32_t iter_before(const struct run *r, uint32_t after)
{
	return after ? r->train.at[after - 1].iter : 0;
}

static void add_events(const struct run *r, enum run_event_kind k, struct iters *to)
{
	for (size_t i = 0; i < r->event.n; i++)
		if (r->event.at[i].kind == k)
			vec_push(to, r->event.at[i].iter ? r->event.at[i].iter : iter_before(r, r->event.at[i].after));
}

static void add_results(const struct run *r, struct iters *to)
{
	for (size_t i = 0; i < r->val.n; i++)
		if (r->val.at[i].result)
			vec_push(to, iter_before(r, r->val.at[i].after));
}

static void add_passes(const struct run *r, uint32_t pass, struct iters *to)
{
	uint32_t last = r->train.n ? r->train.at[r->train.n - 1].iter : 0;
	bool printed;

	for (size_t i = 1; r->epochs && i < r->train.n; i++)
		if (r->train.at[i].epoch > r->train.at[i - 1].epoch)
			vec_push(to, r->train.at[i].iter - r->train.at[i].inner);
	if (r->epochs)
		return;
	add_events(r, EVENT_PASS_END, to);
	printed = to->n > 0;
	for (uint64_t i = pass; pass && !printed && last / pass < PASSES_MOST && i < last; i += pass)
		if (i >= r->train.at[0].iter)
			vec_push(to, (uint32_t)i);
}

static int upwards(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return (a > b) - (a < b);
}

struct marks marks_of(struct arena *a, const struct run *r, enum mark_kind k, uint32_t pass)
{
	struct iters found = { 0 };
	uint32_t *at, n = 0;

	if (k == MARK_CHECKPOINT)
		add_events(r, EVENT_SAVING, &found);
	else if (k == MARK_EVALUATION)
		add_results(r, &found);
	else
		add_passes(r, pass, &found);
	if (found.n)
		qsort(found.at, found.n, sizeof *found.at, upwards);
	at = arena_array(a, uint32_t, found.n + 1);
	for (size_t i = 0; i < found.n; i++)
		if (!n || at[n - 1] != found.at[i])
			at[n++] = found.at[i];
	vec_release(&found);
	return (struct marks){ at, n };
}
