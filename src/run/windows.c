// SPDX-License-Identifier: MIT
/* Cuts a run at its train records: window i lies between record i and record i + 1. One pass over the events and
 * validations, which are ascending as the records are, adds each to its window, with the seconds of those that lines
 * frame.
 *
 * Invariant: windows are disjoint and cover the run from its first record to its end.
 *
 *   Iter [10/100] 0:10 | Iter [20/100] 0:11            n 10, 1 s, clean
 *   Saving checkpoint 0:11 | Iter [30/100] 0:16        n 10, 5 s, count[LEDGER_CHECKPOINT] 1
 *   the end of the log                                 a last window without a record */
#include "run/windows.h"
#include <math.h>
#include <stdlib.h>

enum { WARM_WINDOWS = 2 };

uint32_t passes_between(uint32_t lo, uint32_t hi, uint32_t pass)
{
	return pass && hi > lo ? (hi - 1) / pass - (lo ? (lo - 1) / pass : 0) : 0;
}

static void make_windows(struct arena *a, struct windows *m)
{
	const struct train_records *t = &m->r->train;

	m->at = arena_array(a, struct window, t->n);
	for (size_t i = 1; i < t->n; i++) {
		struct window *w = &m->at[m->n++];

		*w = (struct window){ .to = (uint32_t)i,
				      .n = t->at[i].iter - t->at[i - 1].iter,
				      .seconds = t->at[i].clock - t->at[i - 1].clock,
				      .warm = i <= WARM_WINDOWS,
				      .result = NAN };
		if (!m->r->epochs)
			w->count[LEDGER_PASS] = passes_between(t->at[i - 1].iter, t->at[i].iter, m->pass);
		else if (t->at[i].epoch > t->at[i - 1].epoch)
			w->count[LEDGER_PASS] = t->at[i].epoch - t->at[i - 1].epoch;
	}
	m->at[m->n++] = (struct window){ .to = (uint32_t)t->n,
					 .seconds = m->r->last_clock - t->at[t->n - 1].clock,
					 .result = NAN };
}

/* The window of what follows `after` records; NULL: before the first one. */
static struct window *window_at(struct windows *m, uint32_t after)
{
	return after >= 1 && after <= m->n ? &m->at[after - 1] : NULL;
}

/* The clock of the next line after an event: of a record, a validation or an event. v: where to search among the
 * validations, because the events' lines are ascending. */
static double next_clock(const struct run *r, size_t event, size_t *v)
{
	const struct run_event *e = &r->event.at[event], *end = r->event.at + r->event.n;
	double best = e->after < r->train.n ? r->train.at[e->after].clock : NAN;

	while (*v < r->val.n && r->val.at[*v].line <= e->line)
		++*v;
	if (*v < r->val.n && r->val.at[*v].after <= e->after)
		best = fmin(best, r->val.at[*v].clock);
	for (const struct run_event *next = e + 1; next < end && next->after <= e->after; next++)
		if (next->line > e->line && !isnan(next->clock))
			return fmin(best, next->clock);
	return best;
}

/* A record is printed right after its iteration: if a checkpoint of that iteration is announced before it, the time
 * in between is the saving. */
static void add_checkpoint(struct windows *m, size_t event, size_t *v)
{
	const struct run_event *e = &m->r->event.at[event];
	struct window *w = window_at(m, e->after);
	double next;

	if (!w || isnan(next = next_clock(m->r, event, v))) /* the log ends there */
		return;
	w->count[LEDGER_CHECKPOINT]++;
	if (e->after < m->r->train.n && e->iter && m->r->train.at[e->after].iter == e->iter && next >= e->clock) {
		w->framed[LEDGER_CHECKPOINT] += next - e->clock;
		w->nframed[LEDGER_CHECKPOINT]++;
	}
}

/* The time of an evaluation whose progress is printed, from the first batch to its result; v: its last line of
 * progress. The start of its loader is not included. NaN: unknown. */
static double progress_seconds(const struct run *r, size_t v)
{
	const struct val_record *at = r->val.at, *end = v + 1 < r->val.n ? &at[v + 1] : &at[v];
	size_t first = v;

	while (first && !at[first - 1].result && at[first - 1].after == at[v].after && at[first - 1].of == at[v].of &&
	       at[first - 1].at < at[first].at)
		first--;
	if (!end->result || end->after != at[v].after)
		end = &at[v];
	return end->clock - at[first].clock + (double)at[first].time * at[first].at;
}

/* The result of an evaluation that began right after a record: nothing else is between both. */
static void add_evaluation(struct windows *m, size_t v)
{
	const struct val_record *val = &m->r->val.at[v];
	struct window *w = window_at(m, val->after);
	double seconds;

	if (!w || (!val->result && val->at != val->of) ||
	    (val->result && v && !m->r->val.at[v - 1].result && m->r->val.at[v - 1].after == val->after &&
	     m->r->val.at[v - 1].at == m->r->val.at[v - 1].of))
		return;
	w->count[LEDGER_EVALUATION]++;
	if (!val->result && !w->saved && (seconds = progress_seconds(m->r, v)) > 0 &&
	    seconds <= w->seconds + m->r->clock_step) {
		w->framed[LEDGER_EVALUATION] += seconds;
		w->nframed[LEDGER_EVALUATION]++;
	}
}

/* Between epochs a checkpoint comes first, then the evaluation with its result and the best checkpoint. e: the first
 * event after the result's line, because lines are ascending. */
static void add_result(struct windows *m, size_t v, size_t *e)
{
	const struct val_record *val = &m->r->val.at[v];
	struct window *w = window_at(m, val->after);
	const struct train_record *t = val->after ? &m->r->train.at[val->after - 1] : NULL;
	double last = val->clock;

	while (*e < m->r->event.n && m->r->event.at[*e].line <= val->line)
		++*e;
	if (!w || !val->result || w->count[LEDGER_PASS] != 1 || w->count[LEDGER_EVALUATION] != 1 ||
	    t->length < t->inner || t->length - t->inner > w->n)
		return;
	for (size_t i = *e; i < m->r->event.n && m->r->event.at[i].after == val->after; i++)
		if (m->r->event.at[i].kind == EVENT_SAVED)
			last = m->r->event.at[i].clock;
		else if (m->r->event.at[i].kind == EVENT_SAVING)
			last = NAN;
	w->result = last - t->clock;
	w->tail = t->length - t->inner;
}

static void add_events(struct windows *m)
{
	size_t v = 0, e = 0;

	for (size_t i = 0; i < m->r->event.n; i++)
		if (m->r->event.at[i].kind == EVENT_SAVING)
			add_checkpoint(m, i, &v);
		else if (m->r->event.at[i].kind == EVENT_SAVED && window_at(m, m->r->event.at[i].after))
			window_at(m, m->r->event.at[i].after)->saved = true;
		else if (m->r->event.at[i].kind == EVENT_PASS_END && !m->pass && window_at(m, m->r->event.at[i].after))
			window_at(m, m->r->event.at[i].after)->count[LEDGER_PASS]++;
	for (size_t i = 0; i < m->r->val.n; i++)
		add_evaluation(m, i);
	for (size_t i = 0; m->r->epochs && i < m->r->val.n; i++)
		add_result(m, i, &e);
}

/* Iterations after the last record, as far as lines show: those up to a checkpoint, or to the end of the epoch. */
static uint32_t tail_of(const struct run *r)
{
	const struct train_record *last = &r->train.at[r->train.n - 1];
	uint32_t n = 0, epoch = 0, interval = r->train.n > 1 ? last->iter - last[-1].iter : 0;

	for (size_t i = r->event.n; i-- && r->event.at[i].after == r->train.n;)
		if (r->event.at[i].kind == EVENT_SAVING && r->event.at[i].iter > last->iter)
			n = r->event.at[i].iter - last->iter > n ? r->event.at[i].iter - last->iter : n;
		else if (r->event.at[i].kind == EVENT_SAVING)
			epoch |= r->event.at[i].epoch == last->epoch;
	if (r->val.n && r->val.at[r->val.n - 1].after == r->train.n)
		epoch |= r->val.at[r->val.n - 1].epoch == last->epoch;
	if (epoch && last->length > last->inner && last->length - last->inner > n)
		n = last->length - last->inner;
	return n <= interval ? n : 0;
}

static int ascending(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return (a > b) - (a < b);
}

static void note_beside(struct arena *a, struct windows *m)
{
	const struct run *r = m->r;

	m->save = arena_array(a, uint32_t, r->event.n + 1);
	m->evaluation = arena_array(a, uint32_t, r->val.n + 1);
	for (size_t i = 0; i < r->event.n; i++)
		if (r->event.at[i].kind == EVENT_SAVING && r->event.at[i].iter)
			m->save[m->nsaves++] = r->event.at[i].iter;
	for (size_t i = 0; i < r->val.n; i++)
		m->evaluation[m->nevaluations++] = r->val.at[i].after ? r->train.at[r->val.at[i].after - 1].iter : 0;
	qsort(m->save, m->nsaves, sizeof *m->save, ascending);
	qsort(m->evaluation, m->nevaluations, sizeof *m->evaluation, ascending);
}

void windows_of(struct arena *a, const struct run *r, uint32_t pass, struct windows *out)
{
	*out = (struct windows){ .r = r, .last = run_window(r), .pass = pass };
	make_windows(a, out);
	add_events(out);
	out->at[out->n - 1].n = tail_of(r);
	note_beside(a, out);
}

/* Its two sides: up to the last line of the evaluation between two epochs, and after it. */
static void cut(const struct window *w, struct window side[2])
{
	side[0] = side[1] = *w;
	side[0].n = w->tail;
	side[0].seconds = w->result;
	side[0].count[LEDGER_PASS] = 0;
	side[1] = (struct window){ .to = w->to, .n = w->n - w->tail, .warm = w->warm, .result = NAN };
	side[1].seconds = w->seconds - w->result;
	side[1].count[LEDGER_PASS] = w->count[LEDGER_PASS];
}

void windows_cut(struct arena *a, struct windows *w)
{
	struct window *all = arena_array(a, struct window, 2 * (size_t)w->n);
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->n; i++)
		if (isnan(w->at[i].result)) {
			all[n++] = w->at[i];
		} else {
			cut(&w->at[i], &all[n]);
			n += 2;
		}
	w->at = all;
	w->n = n;
}

uint32_t window_kinds(const struct window *w)
{
	uint32_t n = 0;

	for (int k = 0; k < WINDOW_KINDS; k++)
		n += w->count[k] > 0;
	return n;
}

double window_alone(const struct window *w, const double *cost)
{
	double seconds = w->seconds;

	for (int k = 0; k < WINDOW_KINDS; k++) {
		uint32_t unknown = w->count[k] - w->nframed[k];

		seconds -= w->framed[k] + (unknown ? unknown * (cost ? cost[k] : NAN) : 0);
	}
	return !w->warm && w->n ? seconds : NAN;
}

bool window_clean(const struct window *w)
{
	return !w->warm && w->n && window_kinds(w) == 0;
}

/* The number of elements below. */
static uint32_t below(const uint32_t *sorted, uint32_t n, uint32_t limit)
{
	uint32_t from = 0, to = n;

	while (from < to) {
		uint32_t mid = from + (to - from) / 2;

		if (sorted[mid] < limit)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

uint32_t windows_saves(const struct windows *all, uint32_t lo, uint32_t hi)
{
	return below(all->save, all->nsaves, hi) - below(all->save, all->nsaves, lo);
}

uint32_t windows_evaluations(const struct windows *all, uint32_t lo, uint32_t hi)
{
	return below(all->evaluation, all->nevaluations, hi) - below(all->evaluation, all->nevaluations, lo);
}

static bool disturbed(const struct windows *m, uint32_t lo, uint32_t hi)
{
	return windows_saves(m, lo, hi) + windows_evaluations(m, lo, hi) + passes_between(lo, hi, m->pass) > 0;
}

bool window_waits(const struct windows *all, const struct window *w)
{
	const struct train_record *t = &all->r->train.at[w->to];
	double waited = (double)t->data_time * w->n;

	if (all->last > w->n) /* a mean over more than the window: over everything since the last line */
		waited = (t[-1].has & HAS_DATA_TIME) ? (double)(t->data_time - t[-1].data_time) * all->last : 0;
	return (t->has & HAS_DATA_TIME) && waited > 0.5 * w->excess;
}

bool window_timers_clean(const struct windows *all, const struct window *w)
{
	const struct train_record *t = &all->r->train.at[w->to];
	uint32_t last = all->last;

	if (w->warm || !w->n || !(t->has & HAS_TIME) || !(t->time > 0) || !isfinite(t->time))
		return false;
	if (!last)
		return window_clean(w);
	if (all->r->epochs && t->inner <= last) /* the epoch's first iteration waits for the loader */
		return false;
	return !disturbed(all, t->iter > last ? t->iter - last : 0, t->iter);
}
