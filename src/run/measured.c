// SPDX-License-Identifier: MIT
/* Builds the value tree of a run's measurements, one function per branch. Invariant: a figure that the log doesn't
 * show is Unknown with a reason; an event that didn't happen is absent.
 *
 *   Iter [100/600] ... loss: nan     the first loss that isn't finite, with its line
 *   no checkpoint in the log         its branch is absent */
#include "run/measured.h"
#include "python/value/dict.h"
#include "run/dumped_config.h"
#include "run/costs.h"
#include "run/drift.h"
#include "run/failures.h"
#include "run/put.h"
#include "run/watched.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct span nowhere; /* for values without a line */

/* ---- where the time went */

static uint32_t interval_of(struct measure_ctx *m)
{
	const struct train_records *t = &m->r->train;
	double *step = arena_array(m->tmp, double, t->n + 1);

	for (size_t i = 1; i < t->n; i++)
		step[i - 1] = t->at[i].iter - t->at[i - 1].iter;
	return t->n > 1 ? (uint32_t)stats_median(step, t->n - 1) : 0;
}

/* The printed timers cover all iterations since the last line. */
static bool timers_cover(struct measure_ctx *m)
{
	return m->r->train.n && (m->r->train.at[0].has & HAS_DATA_TIME) &&
	       (!run_window(m->r) || run_window(m->r) >= interval_of(m));
}

/* `run.pass` is no valid Python, and `run.start` is a line. */
static const char *row_key(enum ledger_kind k)
{
	return k == LEDGER_PASS ? "restart" : k == LEDGER_START ? "start_up" : ledger_id(k);
}

/* Iterations from one stall to the next, sorted; if each iteration is logged. */
static uint32_t distances_of(struct measure_ctx *m, const struct ledger *l, double **out)
{
	uint32_t n = l->row[LEDGER_STALL].n, distances = n && interval_of(m) == 1 ? n - 1 : 0;

	*out = arena_array(m->tmp, double, n + 1);
	for (uint32_t i = 0; i < distances; i++)
		(*out)[i] = l->stall[i + 1] - l->stall[i];
	stats_median(*out, distances);
	return distances;
}

/* Whether most distances are equal, and nearly all others are multiples: stalls were missed there. */
static bool is_period(const double *x, uint32_t n, double period)
{
	uint32_t once = 0, times = 0;

	for (uint32_t i = 0; i < n; i++) {
		once += x[i] == period;
		times += fmod(x[i], period) == 0;
	}
	return once > 0.6 * n && times >= 0.9 * n;
}

/* Stalls at regular distances: at one (`period`), or between two that are similar. */
static void put_period(struct measure_ctx *m, struct value d, const struct ledger *l)
{
	enum { FEW = 5, LONGEST = 1000 };
	double *x, low, high, middle;
	uint32_t n = distances_of(m, l, &x);

	if (n < FEW)
		return;
	middle = x[n / 2];
	low = x[n / 10];
	high = x[n - 1 - n / 10];
	if (is_period(x, n, middle) && middle > 1 && middle < LONGEST) {
		put_int(m, d, "period", (uint64_t)middle);
		low = high = middle;
	}
	if (low > 1 && high < LONGEST && high <= 1.5 * low) {
		put_int(m, d, "period_low", (uint64_t)low);
		put_int(m, d, "period_high", (uint64_t)high);
	}
}

static void put_row(struct measure_ctx *m, struct value top, enum ledger_kind k, const struct ledger *l)
{
	const struct ledger_row *row = &l->estimate[k];
	struct value d = value_dict(m->a, nowhere);

	if (m->silent) {
		put_value(m, top, row_key(k), unknown_value(m, m->silent));
		return;
	}
	put_number(m, d, "seconds", row->seconds);
	put_number(m, d, "share", row->share);
	put_int(m, d, "count", row->n);
	put_number(m, d, "each", row->median);
	put_range(m, d, row->each);
	if (k > LEDGER_DATA) {
		put_number(m, d, "share_low", row->range.low / l->wall);
		put_number(m, d, "share_high", row->range.high / l->wall);
		put_bool(m, d, "vague", ledger_is_vague(row));
	}
	if (k == LEDGER_MIXED)
		put_text(m, d, "what", ledger_word(l, k));
	if (k == LEDGER_MIXED)
		put_bool(m, d, "restarts", l->mixed & costs_bit(LEDGER_PASS));
	if (k == LEDGER_STALL)
		put_period(m, d, l);
	if (k == LEDGER_STALL && timers_cover(m))
		put_int(m, d, "waiting", l->stalls_waiting);
	put_value(m, top, row_key(k), d);
}

/* Median of the records' waiting for data in a range, in seconds per iteration. */
static double waited(struct measure_ctx *m, uint32_t from, uint32_t to)
{
	const struct train_records *t = &m->r->train;
	double *x = arena_array(m->tmp, double, t->n + 1);
	size_t n = 0;

	for (size_t i = 1; i < t->n; i++)
		if (t->at[i].iter > from && t->at[i].iter <= to && (t->at[i].has & HAS_DATA_TIME) &&
		    isfinite(t->at[i].data_time))
			x[n++] = (double)t->at[i].data_time;
	return stats_median(x, n);
}

/* The line of the first record after an iteration; 0: there is none. */
static uint32_t line_after(const struct run *r, uint32_t iter)
{
	for (size_t i = 0; i < r->train.n; i++)
		if (r->train.at[i].iter > iter)
			return r->train.at[i].line;
	return 0;
}

/* The ends of a slope; waiting for data over an eighth of it each. */
static void put_slope(struct measure_ctx *m, struct value d, const struct regime *g)
{
	uint32_t eighth = (g->to - g->turn) / 8;

	put_int(m, d, "turn", g->turn);
	put_number(m, d, "begins", g->begin);
	put_number(m, d, "ends", g->end);
	put_number(m, d, "data_begins", waited(m, g->from, g->turn + eighth));
	put_number(m, d, "data_ends", waited(m, g->to - eighth - 1, g->to));
}

static void put_speeds(struct measure_ctx *m, struct value top, const struct ledger *l)
{
	struct value list = value_list(m->a, VALUE_LIST, l->nregimes, nowhere);

	if (m->silent) {
		put_value(m, top, "speeds", unknown_value(m, m->silent));
		return;
	}
	for (uint32_t i = 0; i < l->nregimes; i++) {
		struct value d = value_dict(m->a, nowhere);

		uint32_t since = l->regime[i].turn ? l->regime[i].turn : l->regime[i].from;

		put_value(m, d, "since", value_int(since, line_span(m, line_after(m->r, since))));
		put_int(m, d, "after", l->regime[i].from);
		put_int(m, d, "to", l->regime[i].to);
		put_number(m, d, "seconds", l->regime[i].tau);
		put_range(m, d, l->regime[i].range);
		put_number(m, d, "data", waited(m, l->regime[i].from, l->regime[i].to));
		if (l->regime[i].turn)
			put_slope(m, d, &l->regime[i]);
		list_push(m->a, list.as.list, d, nowhere);
	}
	put_value(m, top, "speeds", list);
}

/* A mean over all speeds. */
static double seconds_of_one(const struct ledger *l)
{
	double seconds = 0, n = 0;

	for (uint32_t i = 0; i < l->nregimes; i++) {
		seconds += l->regime[i].tau * (l->regime[i].to - l->regime[i].from);
		n += l->regime[i].to - l->regime[i].from;
	}
	return seconds / fmax(n, 1);
}

/* Of one iteration: its seconds, and the part that waits for data. */
static void put_iteration(struct measure_ctx *m, struct value top, const struct ledger *l)
{
	struct value d = value_dict(m->a, nowhere), data = value_dict(m->a, nowhere);

	if (m->silent) {
		put_value(m, top, "iteration", unknown_value(m, m->silent));
		put_number(m, data, "share", l->timers_data);
		put_int(m, data, "lines", l->timers_lines);
		if (l->timers_lines >= LEDGER_TIMERS_LEAST)
			put_value(m, top, "timers", data);
		return;
	}
	put_number(m, d, "seconds", seconds_of_one(l));
	put_number(m, data, "share", l->data_share);
	put_range(m, data, l->data_range);
	put_int(m, data, "lines", l->data_windows);
	put_value(m, d, "data", data);
	put_value(m, top, "iteration", d);
}

/* The maximum cost of a log line: it is in `data_time` of the iteration after it. If lines are far apart, only the
 * wait for data in between is visible. */
static void put_log_line(struct measure_ctx *m, struct value top, const struct ledger *l)
{
	enum { FAR = 10, FEW = 20 };
	const struct train_records *t = &m->r->train;
	double *x = arena_array(m->tmp, double, t->n + 1), half = 5e-4, most;
	uint32_t n = 0, interval = interval_of(m);
	struct value d = value_dict(m->a, nowhere);

	for (size_t i = 0; i < t->n; i++)
		if ((t->at[i].has & HAS_DATA_TIME) && isfinite(t->at[i].data_time)) {
			x[n++] = (double)t->at[i].data_time;
			if (fabs(x[n - 1] * 1e3 - nearbyint(x[n - 1] * 1e3)) > 1e-3)
				half = 0; /* printed with more than three digits */
		}
	most = interval * (stats_median(x, n) + half);
	if (m->silent || n < FEW || !timers_cover(m) || interval > FAR || !(x[n / 2] > 0) ||
	    m->r->format->lands[m->r->epochs][0][COST_LOG] != LANDS_DATA_NEXT) {
		put_value(m, top, "log_line", unknown_value(m, m->silent));
		return;
	}
	put_number(m, d, "most", most);
	put_number(m, d, "share", most / interval / seconds_of_one(l));
	put_value(m, top, "log_line", d);
}

static void put_ledger(struct measure_ctx *m, struct value top, const struct ledger *l)
{
	uint32_t length = 0;

	m->silent = l->silent;
	put_iteration(m, top, l);
	put_speeds(m, top, l);
	put_log_line(m, top, l);
	for (int k = 0; k < LEDGER_COUNT; k++)
		put_row(m, top, (enum ledger_kind)k, l);
	for (size_t i = 0; i < m->r->train.n; i++)
		length = m->r->train.at[i].length > length ? m->r->train.at[i].length : length;
	put_count(m, top, "pass_length", length ? length : m->silent ? 0 : l->pass);
}

/* ---- learning rates */

static void put_off(struct measure_ctx *m, struct value top, const struct rates *s)
{
	struct value d = value_dict(m->a, line_span(m, s->first->line));

	put_int(m, d, "iteration", s->first->iter);
	put_int(m, d, "line", s->first->line);
	put_number(m, d, "expected", s->first_expected);
	put_number(m, d, "is", rates_printed(s->first));
	put_value(m, top, "first", d);
}

static void put_rates(struct measure_ctx *m, struct value top, const struct rates *s)
{
	struct value d = value_dict(m->a, nowhere);

	if (s->why) {
		put_value(m, top, "rate", unknown_value(m, s->why));
		return;
	}
	put_int(m, d, "lines", s->lines);
	put_int(m, d, "off", s->off);
	if (isfinite(s->factor))
		put_number(m, d, "factor", s->factor);
	put_bool(m, d, "constant", s->constant);
	put_bool(m, d, "moves", s->moves);
	put_bool(m, d, "never", s->never);
	put_number(m, d, "begins", s->ends[0]);
	put_number(m, d, "ends", s->ends[1]);
	if (s->first)
		put_off(m, d, s);
	put_value(m, top, "rate", d);
}

/* ---- mixed precision */

static bool not_finite(const struct train_record *t, enum has bit, float x)
{
	return (t->has & bit) && !isfinite(x);
}

/* Names of the hooks that the log lists, each once. */
static void put_hooks(struct measure_ctx *m, struct value top)
{
	enum { MOST = 200 };
	const struct run_hooks *h = &m->r->hooks;
	struct value list = value_list(m->a, VALUE_LIST, 0, nowhere);

	for (size_t i = 0; i < h->n; i++) {
		uint32_t k = 0;

		while (k < list.as.list->n && strcmp(list.as.list->at[k].val.as.s->s, h->at[i].name) != 0)
			k++;
		if (k == list.as.list->n && k < MOST)
			list_push(m->a, list.as.list, value_text(h->at[i].name, nowhere), nowhere);
	}
	if (h->n)
		put_value(m, top, "hooks", list);
}

/* Lines whose gradient isn't finite though their loss is: the first of them, and the iterations of all. */
static void put_gradients(struct measure_ctx *m, struct value top)
{
	enum { MOST = 10000 };
	const struct train_records *t = &m->r->train;
	struct value d = value_dict(m->a, nowhere), at = value_list(m->a, VALUE_LIST, 0, nowhere);
	uint32_t printed = 0;

	for (size_t i = 0; i < t->n; i++) {
		printed += (t->at[i].has & HAS_GRAD_NORM) != 0;
		if (!not_finite(&t->at[i], HAS_GRAD_NORM, t->at[i].grad_norm) ||
		    not_finite(&t->at[i], HAS_LOSS, t->at[i].loss) || at.as.list->n == MOST)
			continue;
		if (!at.as.list->n)
			d.at = line_span(m, t->at[i].line);
		list_push(m->a, at.as.list, value_int(t->at[i].iter, nowhere), nowhere);
	}
	if (!at.as.list->n)
		return;
	put_value(m, d, "at", at);
	put_int(m, d, "lines", printed);
	put_value(m, top, "bad_gradients", d);
}

/* ---- checkpoints */

static uint32_t saved_at(const struct run *r, const struct run_event *e)
{
	uint32_t length = r->train.n ? r->train.at[r->train.n - 1].length : 0;

	return e->iter ? e->iter : e->epoch * length;
}

/* Counted in iterations. */
static void put_saved(struct measure_ctx *m, struct value top)
{
	const struct run *r = m->r;
	double *step = arena_array(m->tmp, double, r->event.n + 1);
	uint32_t n = 0, steps = 0, last = 0;
	struct value d = value_dict(m->a, nowhere);

	if (r->figures_only) {
		put_value(m, top, "saved", unknown_value(m, "it has no lines about checkpoints"));
		return;
	}
	for (size_t i = 0; i < r->event.n; i++) {
		const struct run_event *e = &r->event.at[i];

		if (e->kind != EVENT_SAVING && e->kind != EVENT_SAVED)
			continue;
		n++;
		if (e->kind == EVENT_SAVED || !saved_at(r, e))
			continue;
		d.at = line_span(m, e->line);
		if (last && saved_at(r, e) > last)
			step[steps++] = saved_at(r, e) - last;
		last = saved_at(r, e);
	}
	put_int(m, d, "count", n);
	put_count(m, d, "last", last);
	put_count(m, d, "every", steps ? (uint64_t)stats_median(step, steps) : 0);
	put_value(m, top, "saved", d);
}

/* ---- all of it */

/* Where values stand that have no line of their own. */
static uint32_t place_of(const struct run *r)
{
	return r->read_as && r->train.n ? r->train.at[0].line : r->first_line;
}

static void put_counts(struct measure_ctx *m, struct value top)
{
	const struct run *r = m->r;

	put_value(m, top, "start", value_int(r->first_line, line_span(m, place_of(r))));
	put_text(m, top, "framework", r->format->id);
	put_text(m, top, "counts", run_counts(r));
	put_bool(m, top, "learnt", r->read_as);
	put_text(m, top, "version", run_fact(r, "framework"));
	put_text(m, top, "platform", run_fact(r, "platform"));
	if (run_fact(r, "cuda_available"))
		put_bool(m, top, "cuda", strcmp(run_fact(r, "cuda_available"), "False") != 0);
	put_count(m, top, "world", r->world);
	put_bool(m, top, "resumed", r->resumed);
	put_bool(m, top, "epochs", r->epochs);
	put_int(m, top, "lines", r->train.n);
	put_count(m, top, "interval", interval_of(m));
	put_count(m, top, "first", r->train.n ? r->train.at[0].iter : 0);
	put_count(m, top, "last", r->train.n ? r->train.at[r->train.n - 1].iter : 0);
	put_int(m, top, "before", run_before(r));
	put_count(m, top, "iterations", run_iterations(r));
	put_number(m, top, "wall", r->last_clock - r->first_clock);
	put_text(m, top, "exception", r->exception);
}

/* The batch that fits on the card. */
static void put_fit(struct measure_ctx *m, struct value top, const struct card *card, struct value config)
{
	struct value d = value_dict(m->a, nowhere);
	struct memory_use use;
	struct batch_range fits;

	memory_use_of(m->tmp, m->r, config, &use);
	if (use.silent) {
		put_value(m, top, "fit", unknown_value(m, use.silent));
		return;
	}
	put_number(m, d, "memory", use.training / 1024);
	put_number(m, d, "fixed", use.fixed / 1024);
	put_count(m, d, "batch", use.batch);
	put_bool(m, d, "varies", use.varies);
	put_bool(m, d, "first_process", use.first_only);
	put_bool(m, d, "evaluated", use.evaluated);
	put_number(m, d, "card", card->total / 1024);
	put_text(m, d, "card_from", card->from);
	if (memory_batch(&use, card->total, &fits)) {
		put_int(m, d, "low", fits.low);
		put_int(m, d, "high", fits.high);
	}
	put_value(m, top, "fit", d);
}

static struct value drift_value(struct measure_ctx *m, const struct drift *d)
{
	struct value o = value_dict(m->a, nowhere);

	put_text(m, o, "key", keypath_text(m->a, d->change.path));
	if (d->change.kind != CHANGE_ADDED)
		put_text(m, o, "then", drift_text(m->tmp, d->change.before));
	if (d->change.kind != CHANGE_REMOVED)
		put_text(m, o, "now", drift_text(m->tmp, d->change.after));
	put_text(m, o, "kind", d->kind ? d->kind->word : NULL);
	put_bool(m, o, "other_work", d->kind && d->kind->other_work);
	return o;
}

/* Changes of the config since the run. */
static void put_drift(struct measure_ctx *m, struct value top, struct value then, struct value now)
{
	struct value o = value_dict(m->a, nowhere), list = value_list(m->a, VALUE_LIST, 1, nowhere);
	struct drifts all;
	uint32_t speed = 0;

	drifts_find(m->a, drift_words_load(m->a), then, now, &all);
	for (size_t i = 0; i < all.list.n; i++) {
		list_push(m->a, list.as.list, drift_value(m, &all.list.at[i]), nowhere);
		speed += all.list.at[i].kind != NULL;
	}
	put_int(m, o, "speed", speed);
	put_value(m, o, "keys", list);
	put_value(m, top, "drift", o);
	drifts_release(&all);
}

/* Facts from the log's lines. */
static void put_lines(struct measure_ctx *m, struct value top, const struct measurements *of)
{
	put_counts(m, top);
	put_ledger(m, top, of->ledger);
	put_rates(m, top, of->rates);
	put_number(m, top, "memory", memory_most(m->r) / 1024);
	put_number(m, top, "ahead", of->ahead > 0 ? of->ahead / (1 << 30) : NAN);
	put_failures(m, top);
	put_learning(m, top);
	put_hooks(m, top);
	put_gradients(m, top);
	put_saved(m, top);
}

static struct value run_value(struct arena *a, struct arena *tmp, const struct measurements *of, struct sources *all,
			      const struct source *log)
{
	const struct run *r = of->run;
	struct measure_ctx m = { a, tmp, r, log, NULL, NULL };
	struct value config = { 0 };
	struct value top = value_dict(a, line_span(&m, place_of(r)));

	put_lines(&m, top, of);
	if (r->config)
		put_value(&m, top, "config", config = run_config(a, r, all, log));
	put_fit(&m, top, &of->card, config);
	if (of->today && config.kind == VALUE_DICT)
		put_drift(&m, top, config, *of->today);
	if (r->watch)
		watch_measured(a, r->watch, top);
	return top;
}

static struct value watched_alone(struct arena *a, const struct watch *w, const struct source *log)
{
	struct measure_ctx m = { .a = a, .src = log };
	struct value top = value_dict(a, line_span(&m, 1));

	dict_put(a, top.as.dict, value_text("start", top.at), value_int(1, top.at), top.at);
	watch_measured(a, w, top);
	return top;
}

struct value run_measured(struct arena *a, const struct measurements *of, struct sources *all, const struct source *log)
{
	struct arena tmp = { 0 };
	struct value top = of->run ? run_value(a, &tmp, of, all, log) : watched_alone(a, of->watch, log);

	arena_release(&tmp);
	return top;
}

void run_cited(const struct measurements *of, struct line_numbers *out)
{
	struct arena tmp = { 0 };
	struct measure_ctx m = { &tmp, &tmp, of->run, NULL, NULL, out };

	vec_push(out, of->run ? place_of(of->run) : 1);
	if (of->run)
		put_lines(&m, value_dict(&tmp, nowhere), of);
	if (of->run && of->run->config && of->run->config_line)
		run_config_lines(of->run, out);
	arena_release(&tmp);
}
