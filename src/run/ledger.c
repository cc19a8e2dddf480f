// SPDX-License-Identifier: MIT
/* Attributes the wall time of a run. It splits the clean windows into regimes of constant speed (Pettitt's test,
 * run/formats/series_stats.h) and takes the median of each as the time of an iteration. The excess of every other
 * window is attributed to its events: first windows with one kind, then windows with several, by the costs that are
 * known by then (run/costs.h).
 *
 * Invariant: rows add up to the wall time, none is negative, and the rest is iterations.
 *
 *   100 windows of 10 iterations, 1.0 s each            tau 0.1 s
 *   a window with a checkpoint, 5.0 s                   checkpoint: 4.0 s, iterations: 1.0 s
 *   a window without an event, 9.0 s                    stall: 8.0 s */
#include "run/costs.h"
#include "run/hidden_passes.h"
#include "run/passes.h"
#include "run/steady.h"
#include "run/waiting.h"
#include "run/windows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLEAN_MIN = 5, STEPS_IN_BLOCK = 20, FRAMES_MIN = 3 };

struct ledger_builder {
	struct arena *a;
	const struct run *r;
	struct ledger *out;
	struct windows w;
	struct doubles one[LEDGER_COUNT]; /* seconds of single events */
	uint32_t *stall;
	struct costs costs;
	uint32_t clocked[LEDGER_COUNT]; /* windows whose seconds are those of the clock */
};

const char *ledger_word(const struct ledger *l, enum ledger_kind k)
{
	static const char *const mixed[8] = {
		[3] = "checkpoints and evaluation that no line separates",
		[5] = "checkpoints and restarts that no line separates",
		[6] = "evaluation and restarts that no line separates",
	};
	static const char *const words[LEDGER_COUNT] = {
		"forward and backward",
		"waiting for data",
		"checkpoints",
		"evaluation",
		"restarting the loader",
		"checkpoints, evaluation and restarts that no line separates",
		"stalls",
		"pauses",
		"start",
		"end",
	};

	return k == LEDGER_MIXED && mixed[l->mixed & 7] ? mixed[l->mixed & 7] : words[k];
}

bool ledger_is_vague(const struct ledger_row *row)
{
	static const double PART = 0.2, SECONDS = 0.3;

	return row->range.high - row->range.low > fmax(PART * row->seconds, SECONDS);
}

const char *ledger_id(enum ledger_kind k)
{
	static const char *const ids[LEDGER_COUNT] = { "compute", "data",  "checkpoint", "evaluation", "pass",
						       "mixed",	  "stall", "pause",	 "start",      "end" };

	return ids[k];
}

/* --- the time of an iteration */

/* Clean windows joined until the clock's steps don't matter; each ends at record `to`. */
struct speeds {
	struct doubles tau;
	VEC(, uint32_t) to; /* index of the last window joined */
};

static void measure(struct ledger_builder *m, const double *cost, struct speeds *s)
{
	double least = m->r->clock_step * STEPS_IN_BLOCK, seconds = 0;
	uint32_t n = 0;

	for (size_t i = 0; i + 1 < m->w.n; i++) {
		struct window *w = &m->w.at[i];
		double alone = window_alone(w, cost);

		if (isnan(alone))
			continue;
		seconds += alone;
		n += w->n;
		if (seconds < least)
			continue;
		vec_push(&s->tau, seconds / n);
		vec_push(&s->to, (uint32_t)i);
		seconds = n = 0;
	}
}

static void add_regime(struct ledger_builder *m, const struct speeds *s, size_t lo, size_t hi)
{
	struct regime *g = &m->out->regime[m->out->nregimes++];
	double *tau = arena_array(m->a, double, hi - lo + 1);

	memcpy(tau, s->tau.at + lo, (hi - lo) * sizeof *tau);
	g->from = lo ? m->r->train.at[m->w.at[s->to.at[lo - 1]].to].iter : 0;
	g->to = hi < s->tau.n ? m->r->train.at[m->w.at[s->to.at[hi - 1]].to].iter
			      : m->r->train.at[m->r->train.n - 1].iter;
	g->tau = stats_median(tau, hi - lo);
	g->range = stats_median_interval(tau, hi - lo);
	g->begin = g->end = g->tau;
}

/* A ramp instead of shifts: iterations that take longer and longer. */
static bool add_slope(struct ledger_builder *m, const struct speeds *s, const struct shift *shift, size_t n)
{
	double *x = arena_array(m->a, double, s->tau.n);
	struct regime *g = &m->out->regime[0];
	struct ramp ramp;

	for (size_t i = 0; i < s->tau.n; i++)
		x[i] = m->r->train.at[m->w.at[s->to.at[i]].to].iter;
	if (!stats_ramp(m->a, x, s->tau.at, s->tau.n, shift, n, &ramp))
		return false;
	add_regime(m, s, 0, s->tau.n);
	g->turn = (uint32_t)ramp.turn;
	g->begin = ramp.level;
	g->end = ramp.end;
	return true;
}

/* A clock of whole seconds is less precise about a window than the timers are. */
static bool clock_is_coarse(const struct ledger_builder *m)
{
	const struct train_records *t = &m->r->train;
	double each = (t->at[t->n - 1].clock - t->at[0].clock) / (double)(t->n - 1);

	return m->r->clock_step * STEPS_IN_BLOCK > each;
}

static void read_timers(struct ledger_builder *m, struct speeds *s)
{
	for (size_t i = 0; i + 1 < m->w.n; i++)
		if (window_timers_clean(&m->w, &m->w.at[i])) {
			vec_push(&s->tau, (double)m->r->train.at[m->w.at[i].to].time);
			vec_push(&s->to, (uint32_t)i);
		}
}

static void framed_costs(struct ledger_builder *m, double cost[WINDOW_KINDS])
{
	double *x = arena_array(m->a, double, m->w.n + 1);

	for (int k = 0; k < WINDOW_KINDS; k++) {
		size_t n = 0;

		for (size_t i = 0; i + 1 < m->w.n; i++)
			if (m->w.at[i].nframed[k])
				x[n++] = m->w.at[i].framed[k] / m->w.at[i].nframed[k];
		cost[k] = stats_median(x, n);
	}
}

static void find_regimes(struct ledger_builder *m)
{
	struct speeds s = { 0 };
	struct shift shift[SHIFTS_MAX];

	if (clock_is_coarse(m))
		read_timers(m, &s);
	if (s.tau.n < CLEAN_MIN) {
		s.tau.n = s.to.n = 0;
		measure(m, NULL, &s);
	}
	if (s.tau.n < CLEAN_MIN) { /* something else happens in each window: framed lines give its cost */
		double cost[WINDOW_KINDS];

		framed_costs(m, cost);
		s.tau.n = s.to.n = 0;
		measure(m, cost, &s);
	}
	if (s.tau.n >= CLEAN_MIN) {
		size_t n = stats_shifts(m->a, s.tau.at, s.tau.n, shift), lo = 0;
		bool sloped = add_slope(m, &s, shift, n);

		for (size_t i = 0; i <= n && !sloped; i++) {
			size_t hi = i < n ? shift[i].at : s.tau.n;

			add_regime(m, &s, lo, hi);
			lo = hi;
		}
	} else {
		m->out->silent =
			"fewer than 5 stretches between two log lines in which nothing but iterations happened";
	}
	vec_release(&s.tau);
	vec_release(&s.to);
}

/* --- attribution of the excess */

static void add(struct ledger_row *row, uint32_t n, double seconds, struct interval range)
{
	row->n += n;
	row->seconds += seconds;
	row->range.low += range.low;
	row->range.high += range.high;
}

static void book(struct ledger_builder *m, enum ledger_kind k, uint32_t n, double seconds)
{
	add(&m->out->row[k], n, seconds, (struct interval){ seconds, seconds });
	add(&m->out->estimate[k], n, seconds, (struct interval){ seconds, seconds });
	if (n)
		vec_push(&m->one[k], seconds / n);
}

/* Attributes what isn't measured by itself; known: it didn't happen only together with others. */
static void share_out(struct ledger_builder *m, int k, uint32_t n, double seconds, struct interval range, bool known)
{
	add(&m->out->estimate[k], n, seconds, range);
	if (known)
		add(&m->out->row[k], n, seconds, range);
}

static void book_mixed(struct ledger_builder *m, uint32_t kinds, double seconds)
{
	add(&m->out->row[LEDGER_MIXED], 1, seconds, (struct interval){ seconds, seconds });
	vec_push(&m->one[LEDGER_MIXED], seconds);
	m->out->mixed |= kinds;
}

/* A window in which one kind of event happened. */
static void book_single(struct ledger_builder *m, const struct window *w)
{
	/* days between the end of a pass and the next are no start of a loader */
	if (window_kinds(w) == 1 && w->count[LEDGER_PASS] && steady_is_pause(w->excess, w->seconds - w->excess)) {
		book(m, LEDGER_PAUSE, 1, w->excess);
		return;
	}
	for (int k = 0; k < WINDOW_KINDS && window_kinds(w) == 1; k++)
		if (w->count[k]) {
			book(m, (enum ledger_kind)k, w->count[k], w->excess);
			m->clocked[k]++;
		}
}

/* Several kinds in one window, or after the last record (`last`). There, iterations without a line may have run, and
 * events take their usual cost. */
static void book_several(struct ledger_builder *m, const struct window *w, bool last)
{
	struct split s = costs_split(&m->costs, w, last);
	double joint = 0;

	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
		if (w->count[k] && !isnan(m->costs.of[k])) {
			bool known = !(s.joint & costs_bit(k));

			share_out(m, k, w->count[k], s.seconds[k], s.range[k], known);
			joint += known ? 0 : s.seconds[k];
			m->clocked[k] += known && !last;
		}
	if (s.unknown)
		add(&m->out->estimate[LEDGER_MIXED], 1, s.rest, (struct interval){ s.rest, s.rest });
	if (s.unknown | s.joint)
		book_mixed(m, s.unknown | s.joint, joint + (s.unknown ? s.rest : 0));
	if (last && !s.unknown && s.rest > m->r->clock_step)
		book(m, LEDGER_END, 1, s.rest);
}

static void book_last(struct ledger_builder *m, const struct window *w)
{
	uint32_t unknown;

	costs_rest(&m->costs, w, &unknown);
	if (unknown && window_kinds(w) == 1)
		book_single(m, w);
	else
		book_several(m, w, true);
}

static uint32_t iter_of(const struct ledger_builder *m, const struct window *w)
{
	return m->r->train.at[w->to < m->r->train.n ? w->to : m->r->train.n - 1].iter;
}

static double noise_of(struct ledger_builder *m)
{
	struct doubles e = { 0 };
	double spread;

	for (size_t i = 0; i + 1 < m->w.n; i++)
		if (!isnan(window_alone(&m->w.at[i], NULL)))
			vec_push(&e, m->w.at[i].excess - (m->w.at[i].seconds - window_alone(&m->w.at[i], NULL)));
	spread = stats_spread(m->a, e.at, e.n, 0);
	vec_release(&e);
	return spread;
}

static void book_stall(struct ledger_builder *m, const struct window *w)
{
	book(m, LEDGER_STALL, 1, w->excess);
	m->stall[m->out->row[LEDGER_STALL].n - 1] = iter_of(m, w);
	m->out->stalls_waiting += window_waits(&m->w, w);
}

/* A stall that timers show: the iterations before theirs stall as often, or up to twice as often, or never. */
static bool book_timed(struct ledger_builder *m, const struct window *w, const struct timers *t)
{
	struct ledger_row *row = &m->out->row[LEDGER_STALL];
	struct window last = *w;
	double rest;

	last.n = m->w.last;
	last.excess = steady_timed_stall(&m->w, m->out, w, t);
	if (isnan(last.excess))
		return false;
	book_stall(m, &last);
	rest = last.excess * ((double)w->n / last.n - 1);
	row->seconds += rest;
	row->range.high += 2 * rest;
	return true;
}

/* No event in the log explains it. t: NULL if the clock is precise enough for stalls. */
static void book_unexplained(struct ledger_builder *m, const struct window *w, double noise, const struct timers *t)
{
	if (steady_is_pause(w->excess, w->seconds - w->excess))
		book(m, LEDGER_PAUSE, 1, w->excess);
	else if (steady_is_stall(&m->w, m->out, w, noise, STALL_PART))
		book_stall(m, w);
	else if ((!t || !book_timed(m, w, t)) && w->warm)
		m->out->row[LEDGER_START].seconds += fmax(w->excess, 0);
}

/* With a coarse clock framed lines are more precise about their kinds than the clock, if the clock agrees. */
static bool fits_frames(const struct ledger_builder *m, const struct window *w)
{
	double known = 0;

	for (int k = 0; k < WINDOW_KINDS; k++)
		if (w->count[k]) {
			if (m->one[k].n < FRAMES_MIN ||
			    m->costs.range[k].high - m->costs.range[k].low >= m->r->clock_step)
				return false;
			known += w->count[k] * m->costs.of[k];
		}
	return known > 0 && fabs(w->excess - known) < 2 * m->r->clock_step;
}

static void book_as_framed(struct ledger_builder *m, struct window *w)
{
	for (int k = 0; k < WINDOW_KINDS; k++) {
		double seconds = w->count[k] * m->costs.of[k];

		if (w->count[k])
			share_out(m, k, w->count[k], seconds,
				  (struct interval){ w->count[k] * m->costs.range[k].low,
						     w->count[k] * m->costs.range[k].high },
				  true);
		w->excess -= w->count[k] ? seconds : 0;
		w->count[k] = 0;
	}
}

static void book_frames(struct ledger_builder *m)
{
	for (size_t i = 0; i < m->w.n; i++) {
		struct window *w = &m->w.at[i];

		for (uint32_t k = 0; k < WINDOW_KINDS; k++)
			if (w->nframed[k]) {
				book(m, (enum ledger_kind)k, w->nframed[k], w->framed[k]);
				w->excess -= w->framed[k];
				w->count[k] -= w->nframed[k];
			}
	}
	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
		costs_learn(m->a, &m->costs, k, &m->one[k]);
	for (size_t i = 0; i + 1 < m->w.n; i++)
		if (fits_frames(m, &m->w.at[i]))
			book_as_framed(m, &m->w.at[i]);
}

static void find_excess(struct ledger_builder *m, double usual)
{
	for (size_t i = 0; i < m->w.n; i++) {
		struct window *w = &m->w.at[i];
		double typical = w->n * steady_tau(m->out, iter_of(m, w));

		w->excess = w->seconds - (window_kinds(w) ? usual : 1) * typical;
	}
}

static void set_pass(struct ledger_builder *m, uint32_t pass)
{
	m->out->pass = m->w.pass = pass;
	for (size_t i = 0; pass && i + 1 < m->w.n; i++) {
		const struct train_record *t = &m->r->train.at[m->w.at[i].to];

		if (!m->w.at[i].count[LEDGER_PASS])
			m->w.at[i].count[LEDGER_PASS] = passes_between(t[-1].iter, t->iter, pass);
	}
}

/* First frames, then windows with one kind, then the rest: an event that is alone somewhere gives the cost. */
static void book_windows(struct ledger_builder *m)
{
	double usual, noise;
	struct timers timers;
	struct windows whole;

	find_excess(m, 1);
	set_pass(m, passes_fitted(m->a, &m->w, m->out));
	usual = steady_usual(&m->w, m->out, clock_is_coarse(m));
	steady_frame(&m->w, m->out, usual);
	steady_smooth(m->a, &m->w, m->out, usual);
	find_excess(m, usual);
	noise = noise_of(m);
	if (!m->out->pass)
		set_pass(m, passes_inferred(&m->w, m->out, noise));
	whole = m->w;
	windows_cut(m->a, &m->w);
	find_excess(m, usual);
	book_frames(m);
	for (size_t i = 0; i + 1 < m->w.n; i++)
		book_single(m, &m->w.at[i]);
	costs_of(m->a, &m->w, m->one, &m->costs);
	timers = steady_timers(m->a, &m->w, m->out, usual);
	for (size_t i = 0; i + 1 < m->w.n; i++) {
		const struct window *w = &m->w.at[i];

		if (window_kinds(w) > 1)
			book_several(m, w, false);
		else if (window_kinds(w) == 0)
			book_unexplained(m, w, noise, clock_is_coarse(m) ? &timers : NULL);
	}
	book_last(m, &m->w.at[m->w.n - 1]);
	m->w = whole;
}

/* --- the complete ledger */

static double ratio_of_timers(struct ledger_builder *m)
{
	double printed = 0, clock = 0;

	for (size_t i = 0; i + 1 < m->w.n; i++) {
		const struct train_record *t = &m->r->train.at[m->w.at[i].to];

		if (window_clean(&m->w.at[i]) && (t->has & HAS_TIME)) {
			printed += (double)t->time * m->w.at[i].n;
			clock += m->w.at[i].seconds;
		}
	}
	return clock > 0 ? printed / clock : NAN;
}

static struct interval range_of(const struct ledger_builder *m, const struct ledger_row *row, int k)
{
	double wide = costs_clock_error(m->r, m->clocked[k]);

	return (struct interval){ fmin(fmax(row->range.low - wide, 0), row->seconds),
				  fmin(fmax(row->range.high + wide, row->seconds), m->out->wall) };
}

static void close_row(struct ledger_builder *m, struct ledger_row *row, int k)
{
	row->seconds = fmax(row->seconds, 0);
	row->range = range_of(m, row, k);
	row->measured = (uint32_t)m->one[k].n;
	row->median = stats_median(m->one[k].at, m->one[k].n);
	row->each = stats_median_interval(m->one[k].at, m->one[k].n);
}

/* The rest is iterations. Returns the part that isn't. */
static double close_rows(struct ledger_builder *m, struct ledger_row row[LEDGER_COUNT])
{
	struct ledger *l = m->out;
	double others = 0;

	for (int k = LEDGER_CHECKPOINT; k < LEDGER_COUNT; k++) {
		close_row(m, &row[k], k);
		others += row[k].seconds;
	}
	row[LEDGER_COMPUTE].n = row[LEDGER_DATA].n = l->iterations;
	row[LEDGER_DATA].seconds = isnan(l->data_share) ? 0 : (l->wall - others) * l->data_share;
	row[LEDGER_COMPUTE].seconds = l->wall - others - row[LEDGER_DATA].seconds;
	row[LEDGER_COMPUTE].median = row[LEDGER_DATA].median = NAN;
	for (int k = 0; k < LEDGER_COUNT; k++)
		row[k].share = row[k].seconds / l->wall;
	return others;
}

static void close_ledger(struct ledger_builder *m)
{
	for (int k = LEDGER_CHECKPOINT; k < LEDGER_COUNT; k++)
		for (size_t i = 0; i < m->one[k].n; i++) /* negative: iterations vary by more than it takes */
			m->one[k].at[i] = fmax(m->one[k].at[i], 0);
	close_rows(m, m->out->estimate);
	if (close_rows(m, m->out->row) > 1.01 * m->out->wall + 2 * m->r->clock_step)
		m->out->silent = "its clock goes back: what happened took longer than the whole";
}

static const char *no_ledger(const struct run *r)
{
	if (r->train.n < 3)
		return "fewer than 3 lines about training";
	if (isnan(r->train.at[0].clock) || isnan(r->first_clock) || isnan(r->last_clock))
		return "the log has no clock: read the text log beside the json log";
	if (!(r->last_clock > r->first_clock))
		return "all lines have one time";
	return NULL;
}

/* The timers' data, if the log has no clock: the first batch of a pass over the data counts, too. */
static void use_timers(struct arena *tmp, const struct run *r, struct ledger *out)
{
	double *part = arena_array(tmp, double, r->train.n + 1);

	for (size_t i = 0; i < r->train.n; i++) {
		const struct train_record *t = &r->train.at[i];

		if (t->time > 0 && t->data_time >= 0)
			part[out->timers_lines++] = fmin(t->data_time / t->time, 1);
	}
	out->timers_data = stats_median(part, out->timers_lines);
}

void ledger_of(struct arena *a, const struct run *run, struct ledger *out)
{
	struct arena tmp = { 0 };
	struct hidden_passes hidden;
	struct run without;
	const struct run *r = run;
	struct ledger_builder m = { &tmp, r, out, .w = { 0 } };
	const struct train_record *first;

	*out = (struct ledger){ .silent = no_ledger(r) };
	use_timers(&tmp, r, out);
	if (out->silent) {
		arena_release(&tmp);
		return;
	}
	hidden = hidden_passes_of(r);
	if (hidden.pass) {
		without = hidden_passes_without(&tmp, run, &hidden);
		m.r = r = &without;
	}
	first = &r->train.at[0];
	out->wall = r->last_clock - r->first_clock;
	out->iterations = r->train.at[r->train.n - 1].iter - (r->resumed ? r->resumed_iter : 0);
	out->stall = m.stall = arena_array(a, uint32_t, r->train.n + 1);
	windows_of(&tmp, r, 0, &m.w);
	find_regimes(&m);
	if (!out->silent) {
		uint32_t before = first->iter > r->resumed_iter ? first->iter - r->resumed_iter : first->iter;

		book(&m, LEDGER_START, 1, fmax(first->clock - r->first_clock - before * out->regime[0].tau, 0));
		book_windows(&m);
		waiting_of(&m.w, out);
		out->timer_ratio = ratio_of_timers(&m);
		if (hidden.pass) {
			out->wall = run->last_clock - run->first_clock;
			out->pass = hidden.pass;
			book(&m, LEDGER_PASS, hidden.n, hidden.n * hidden.each);
		}
		close_ledger(&m);
	}
	for (int k = 0; k < LEDGER_COUNT; k++)
		vec_release(&m.one[k]);
	arena_release(&tmp);
}
