// SPDX-License-Identifier: MIT
/* Runs as JSON (docs/json.md): an object a run, or an object for each of its records. */
#include "cli/command/log_json.h"
#include "cli/command/log_read_as.h"
#include "cli/command/log_series.h"
#include "cli/command/log_watch.h"
#include "cli/shared/shown_effective.h"
#include "run/costs.h"
#include "run/gaps.h"
#include <math.h>
#include <string.h>

/* As ISO 8601 without a zone; NULL: unknown. */
static const char *dated(struct session *s, const struct run *r, double clock)
{
	time_t at = (time_t)clock;
	struct tm tm;

	if (isnan(clock) || !r->dated || !gmtime_r(&at, &tm))
		return NULL;
	return arena_printf(&s->arena, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday,
			    tm.tm_hour, tm.tm_min, tm.tm_sec);
}

uint32_t log_results(const struct run *r)
{
	uint32_t n = 0;

	for (size_t i = 0; i < r->val.n; i++)
		n += r->val.at[i].result;
	return n;
}

double log_seconds(const struct run *r)
{
	return r->last_clock - r->first_clock;
}

/* 0 is null: unknown. */
static void json_count(struct jwrite *j, const char *key, uint64_t n)
{
	if (n)
		jwrite_int(j, key, (long long)n);
	else
		jwrite_null(j, key);
}

static void json_event(struct session *s, struct jwrite *list, const struct run *r, const struct run_event *e)
{
	struct jwrite o = jwrite_object(list, NULL, false);

	jwrite_text(&o, "kind", run_event_word(e->kind));
	jwrite_int(&o, "line", e->line);
	jwrite_text(&o, "time", dated(s, r, e->clock));
	json_count(&o, "iteration", e->iter);
	json_count(&o, "epoch", e->epoch);
	jwrite_number(&o, "value", e->value);
	jwrite_text(&o, "text", e->text);
	jwrite_end(&o);
}

static void json_environment(struct jwrite *j, const struct run *r)
{
	struct jwrite list = jwrite_list(j, "environment", false);

	for (size_t i = 0; i < r->environment.n; i++) {
		struct jwrite pair = jwrite_list(&list, NULL, false);

		jwrite_text(&pair, NULL, r->environment.at[i].key);
		jwrite_text(&pair, NULL, r->environment.at[i].value);
		jwrite_end(&pair);
	}
	jwrite_end(&list);
}

static void json_files(struct session *s, struct jwrite *j, const struct run *r)
{
	struct jwrite list = jwrite_list(j, "files", false);

	for (const char *const *file = r->file; *file; file++)
		jwrite_text(&list, NULL, session_name(s, *file));
	jwrite_end(&list);
}

static void json_machine(struct jwrite *j, const struct run *r)
{
	uint32_t cards;
	const char *gpu = run_gpu(r, &cards);

	jwrite_text(j, "gpu", gpu);
	json_count(j, "gpus_visible", cards);
	json_count(j, "world_size", r->world);
	json_environment(j, r);
}

static void json_work(struct jwrite *j, const struct logged *l)
{
	uint32_t n = 0;

	json_count(j, "iterations", logged_iterations(l));
	logged_count(l, "batch_per_gpu", &n);
	json_count(j, "batch_per_gpu", n);
}

static void json_range(struct jwrite *j, const char *key, struct interval i)
{
	struct jwrite o = jwrite_list(j, key, false);

	jwrite_number(&o, NULL, i.low);
	jwrite_number(&o, NULL, i.high);
	jwrite_end(&o);
}

static void json_memory(struct jwrite *j, const struct logged *l)
{
	const struct memory_use *m = &l->memory;
	struct jwrite o = jwrite_object(j, "memory", false);
	struct batch_range fits = { 0 };

	memory_batch(m, l->card.total, &fits);
	jwrite_text(&o, "silent", m->silent);
	jwrite_number(&o, "training", m->silent ? NAN : m->training);
	jwrite_number(&o, "most", m->most);
	jwrite_number(&o, "fixed", m->silent ? NAN : m->fixed);
	jwrite_bool(&o, "varies", m->varies);
	jwrite_bool(&o, "with_evaluation", m->evaluated);
	jwrite_bool(&o, "first_process", m->first_only);
	jwrite_number(&o, "card", l->card.total);
	jwrite_text(&o, "card_from", l->card.from);
	json_count(&o, "batch_low", fits.low);
	json_count(&o, "batch_high", fits.high);
	jwrite_end(&o);
}

/* Time that can't be separated. */
static void json_kinds(struct jwrite *j, uint32_t kinds)
{
	struct jwrite list;

	if (!kinds)
		return;
	list = jwrite_list(j, "of", false);
	for (int k = LEDGER_CHECKPOINT; costs_learnt_of(k); k++)
		if (kinds & costs_bit(k))
			jwrite_text(&list, NULL, ledger_id((enum ledger_kind)k));
	jwrite_end(&list);
}

static void json_row(struct jwrite *j, enum ledger_kind k, const struct ledger_row *row, uint32_t mixed)
{
	struct jwrite o = jwrite_object(j, NULL, false);

	jwrite_text(&o, "what", ledger_id(k));
	json_kinds(&o, k == LEDGER_MIXED ? mixed : 0);
	jwrite_number(&o, "seconds", row->seconds);
	jwrite_number(&o, "share", row->share);
	json_range(&o, "range", k > LEDGER_DATA ? row->range : (struct interval){ NAN, NAN });
	jwrite_int(&o, "count", row->n);
	jwrite_number(&o, "each", row->median);
	json_range(&o, "each_range", row->each);
	jwrite_end(&o);
}

/* What is known without a ledger. */
static void json_gaps(struct jwrite *j, const struct run *r, bool silent)
{
	struct gaps g = gaps_of(r);

	jwrite_number(j, "outside", silent ? g.outside : NAN);
	jwrite_number(j, "hole", silent && g.hole > 0 ? g.hole : NAN);
	json_count(j, "hole_line", silent && g.hole > 0 ? g.behind : 0);
}

static void json_ledger(struct jwrite *j, const struct run *r, const struct ledger *l)
{
	struct jwrite o = jwrite_object(j, "ledger", false), list;

	jwrite_text(&o, "silent", l->silent);
	json_gaps(&o, r, l->silent);
	jwrite_number(&o, "data_share", l->silent ? NAN : l->data_share);
	json_count(&o, "pass", l->silent ? 0 : l->pass);
	list = jwrite_list(&o, "speeds", false);
	for (uint32_t i = 0; !l->silent && i < l->nregimes; i++) {
		struct jwrite one = jwrite_object(&list, NULL, false);

		jwrite_int(&one, "after", l->regime[i].from);
		jwrite_int(&one, "to", l->regime[i].to);
		jwrite_number(&one, "seconds", l->regime[i].tau);
		json_range(&one, "range", l->regime[i].range);
		json_count(&one, "turn", l->regime[i].turn);
		jwrite_number(&one, "begins", l->regime[i].begin);
		jwrite_number(&one, "ends", l->regime[i].end);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	list = jwrite_list(&o, "rows", false);
	for (int k = 0; !l->silent && k < LEDGER_COUNT; k++)
		json_row(&list, (enum ledger_kind)k, &l->row[k], l->mixed);
	jwrite_end(&list);
	jwrite_end(&o);
}

static void json_rates(struct jwrite *j, const struct rates *x)
{
	struct jwrite o = jwrite_object(j, "learning_rate", false), first;

	jwrite_text(&o, "silent", x->why);
	jwrite_int(&o, "lines", x->why ? 0 : x->lines);
	jwrite_int(&o, "off", x->why ? 0 : x->off);
	jwrite_number(&o, "factor", x->why ? NAN : x->factor);
	if (!x->why && x->first) {
		first = jwrite_object(&o, "first_off", false);
		jwrite_int(&first, "line", x->first->line);
		jwrite_int(&first, "iteration", x->first->iter);
		jwrite_number(&first, "printed", rates_printed(x->first));
		jwrite_number(&first, "expected", x->first_expected);
		jwrite_end(&first);
	} else {
		jwrite_null(&o, "first_off");
	}
	jwrite_end(&o);
}

static void json_rest(struct jwrite *j, const struct rest *rest)
{
	struct jwrite o = jwrite_object(j, "left", false), list;

	jwrite_text(&o, "silent", rest->silent);
	jwrite_number(&o, "seconds", rest->silent ? NAN : rest->seconds);
	json_range(&o, "range", rest->silent ? (struct interval){ NAN, NAN } : rest->range);
	json_count(&o, "iterations", rest->iterations);
	jwrite_number(&o, "eta", rest->eta);
	list = jwrite_list(&o, "events", false);
	for (int k = 0; k < LEDGER_COUNT; k++)
		if (rest->of[k].n) {
			struct jwrite one = jwrite_object(&list, NULL, false);

			jwrite_text(&one, "what", ledger_id((enum ledger_kind)k));
			jwrite_int(&one, "count", rest->of[k].n);
			jwrite_number(&one, "seconds", rest->of[k].seconds);
			jwrite_bool(&one, "eta_lacks", rest->of[k].left_out);
			jwrite_end(&one);
		}
	jwrite_end(&list);
	jwrite_end(&o);
}

void log_json_watched(struct session *s, struct jwrite *top, const struct logged *l, const struct log_findings *f)
{
	struct jwrite o = jwrite_object(top, NULL, true), list = jwrite_list(&o, "files", false);

	for (const char *const *file = l->watch->file; *file; file++)
		jwrite_text(&list, NULL, session_name(s, *file));
	jwrite_end(&list);
	jwrite_null(&o, "framework");
	log_watch_json(s, &o, l->watch);
	log_findings_json(s, f, &o);
	jwrite_end(&o);
}

/* Null of a log whose form is known. */
static void json_read_as(struct session *s, struct jwrite *j, const struct run *r)
{
	struct jwrite o;

	if (!r->read_as) {
		jwrite_null(j, "read_as");
	} else {
		o = jwrite_object(j, "read_as", false);
		for (const struct run_fact *f = r->read_as; f->key; f++)
			jwrite_text(&o, f->key, f->value);
		jwrite_end(&o);
	}
	jwrite_text(j, "counts", run_counts(r));
	jwrite_text(j, "lacks", log_lacks(s, r));
}

void log_json(struct session *s, struct jwrite *top, const struct logged *l, const struct log_findings *f)
{
	const struct run *r = l->run;
	struct jwrite o = jwrite_object(top, NULL, true), list;
	const struct train_record *t = r->train.at;

	json_files(s, &o, r);
	jwrite_text(&o, "framework", r->format->id);
	json_read_as(s, &o, r);
	jwrite_int(&o, "first_line", r->first_line);
	jwrite_int(&o, "last_line", r->last_line);
	jwrite_text(&o, "start", dated(s, r, r->first_clock));
	jwrite_text(&o, "end", dated(s, r, r->last_clock));
	jwrite_number(&o, "seconds", log_seconds(r));
	jwrite_number(&o, "clock_step", r->clock_step);
	jwrite_text(&o, "loop", r->epochs ? "epochs" : "iterations");
	json_count(&o, "first_iteration", r->train.n ? t[0].iter : 0);
	json_count(&o, "last_iteration", r->train.n ? t[r->train.n - 1].iter : 0);
	json_work(&o, l);
	jwrite_int(&o, "train_lines", (long long)r->train.n);
	jwrite_int(&o, "val_lines", (long long)r->val.n);
	jwrite_int(&o, "results", log_results(r));
	jwrite_int(&o, "lines_left", r->lines_left);
	jwrite_bool(&o, "resumed", r->resumed);
	json_machine(&o, r);
	json_count(&o, "parameters", r->parameters);
	json_count(&o, "layer_parameters", r->layers);
	json_count(&o, "images", r->images);
	json_count(&o, "config_line", r->config_line);
	jwrite_text(&o, "config_file", r->config_file ? session_name(s, r->config_file) : NULL);
	jwrite_text(&o, "exception", r->exception);
	list = jwrite_list(&o, "events", true);
	for (size_t i = 0; i < r->event.n; i++)
		json_event(s, &list, r, &r->event.at[i]);
	jwrite_end(&list);
	json_memory(&o, l);
	json_ledger(&o, r, &l->ledger);
	json_rest(&o, &l->rest);
	log_watch_json(s, &o, l->watch);
	log_series_json(l, &o);
	json_rates(&o, &l->rates);
	log_findings_json(s, f, &o);
	jwrite_end(&o);
}

/* ---- a line for each record */

static void json_figure(struct jwrite *j, const struct train_record *t, enum has bit, const char *key, double x)
{
	if (!(t->has & bit))
		return;
	if (isfinite(x)) /* floats, but for rates */
		buf_printf(jwrite_place(j, key, strlen(key)).b, bit == HAS_LR ? "%.15g" : "%.7g", x);
	else
		jwrite_text(j, key, isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

static void some(struct jwrite *j, const char *key, uint32_t n)
{
	if (n)
		jwrite_int(j, key, n);
}

static void train_object(struct jwrite *top, const struct train_record *t, uint32_t run)
{
	struct jwrite o = jwrite_object(top, NULL, false);

	jwrite_text(&o, "kind", "train");
	jwrite_int(&o, "run", run);
	jwrite_int(&o, "line", t->line);
	jwrite_int(&o, "iteration", t->iter);
	some(&o, "epoch", t->epoch);
	some(&o, "inner", t->inner);
	some(&o, "length", t->length);
	jwrite_number(&o, "clock", t->clock);
	json_figure(&o, t, HAS_LR, "lr", t->lr);
	if (!isnan(t->base_lr))
		jwrite_number(&o, "base_lr", t->base_lr);
	json_figure(&o, t, HAS_ETA, "eta", t->eta);
	json_figure(&o, t, HAS_TIME, "time", t->time);
	json_figure(&o, t, HAS_DATA_TIME, "data_time", t->data_time);
	json_figure(&o, t, HAS_MEMORY, "memory", t->memory);
	json_figure(&o, t, HAS_GRAD_NORM, "grad_norm", t->grad_norm);
	json_figure(&o, t, HAS_LOSS, "loss", t->loss);
	jwrite_end(&o);
}

static void val_object(struct jwrite *top, const struct val_record *v, uint32_t run)
{
	struct jwrite o = jwrite_object(top, NULL, false);

	jwrite_text(&o, "kind", v->result ? "result" : "validation");
	jwrite_int(&o, "run", run);
	jwrite_int(&o, "line", v->line);
	some(&o, "epoch", v->epoch);
	some(&o, "at", v->at);
	some(&o, "of", v->of);
	jwrite_number(&o, "clock", v->clock);
	jwrite_end(&o);
}

/* One line, and out with what has come together. */
static void line_end(struct buf *b)
{
	enum { PART = 1 << 16 };

	buf_putc(b, '\n');
	if (b->n > PART)
		print_out(b);
}

void log_lines(struct session *s, const struct run *r, uint32_t run)
{
	struct buf b = { 0 };

	for (size_t i = 0, v = 0, e = 0; i <= r->train.n; i++) {
		for (; e < r->event.n && r->event.at[e].after <= i; e++) {
			json_event(s, &(struct jwrite){ .b = &b }, r, &r->event.at[e]);
			line_end(&b);
		}
		for (; v < r->val.n && r->val.at[v].after <= i; v++) {
			val_object(&(struct jwrite){ .b = &b }, &r->val.at[v], run);
			line_end(&b);
		}
		if (i == r->train.n)
			break;
		train_object(&(struct jwrite){ .b = &b }, &r->train.at[i], run);
		line_end(&b);
	}
	print_out(&b);
}
