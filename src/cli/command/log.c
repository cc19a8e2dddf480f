// SPDX-License-Identifier: MIT
/* `cfglint log PATH...`: what the log of a training run holds, a few lines for each start in it. */
#include "cli/command/priv.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/log_ledger.h"
#include "cli/effective.h"
#include "report/terminal.h"
#include "run/read.h"
#include <math.h>
#include <string.h>

enum { ZERO_YEAR = 1970 };

/* ---- small texts */

/* "1,234,567" */
static const char *counted(struct session *s, uint64_t n)
{
	char text[32];
	struct buf b = { 0 };
	const char *out;

	snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	for (size_t i = 0, len = strlen(text); i < len; i++) {
		if (i && (len - i) % 3 == 0)
			buf_putc(&b, ',');
		buf_putc(&b, text[i]);
	}
	out = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return out;
}

/* "12.4 s", "5 min 3 s", "6 h 04 min", "3 d 5 h" */
static const char *lasted(struct session *s, double seconds)
{
	unsigned long long n = seconds > 0 ? (unsigned long long)(seconds + 0.5) : 0;

	if (seconds < 100)
		return arena_printf(&s->arena, "%.1f s", seconds);
	if (n < 3600)
		return arena_printf(&s->arena, "%llu min %llu s", n / 60, n % 60);
	if (n < 86400)
		return arena_printf(&s->arena, "%llu h %02llu min", n / 3600, n % 3600 / 60);
	return arena_printf(&s->arena, "%llu d %llu h", n / 86400, n % 86400 / 3600);
}

/* As ISO 8601 without a zone; NULL: unknown. */
static const char *dated(struct session *s, const struct run *r, double clock)
{
	time_t at = (time_t)clock;
	struct tm tm;

	if (isnan(clock) || !r->dated || !gmtime_r(&at, &tm))
		return NULL;
	return arena_printf(&s->arena, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + ZERO_YEAR - 70, tm.tm_mon + 1,
			    tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static uint32_t count_of(const struct run *r, enum run_event_kind k)
{
	uint32_t n = 0;

	for (size_t i = 0; i < r->event.n; i++)
		n += r->event.at[i].kind == k;
	return n;
}

static uint32_t results(const struct run *r)
{
	uint32_t n = 0;

	for (size_t i = 0; i < r->val.n; i++)
		n += r->val.at[i].result;
	return n;
}

static double wall(const struct run *r)
{
	return r->last_clock - r->first_clock;
}

/* ---- text */

static void put_title(struct session *s, const struct run *r)
{
	uint32_t last = r->train.n ? r->train.at[r->train.n - 1].iter : 0, of = run_iterations(r);

	say("%s:%u: %s, ", session_name(s, r->file[0]), r->first_line, r->format->name);
	if (!r->train.n)
		say("no line of training");
	else if (of)
		say("iteration %s of %s", counted(s, last), counted(s, of));
	else
		say("iteration %s", counted(s, last));
	if (!isnan(wall(r)))
		say(", %s", lasted(s, wall(r)));
	say("\n");
}

static void put_machine(const struct run *r)
{
	uint32_t cards;
	const char *gpu = run_gpu(r, &cards), *platform = run_fact(r, "platform"), *torch = run_fact(r, "pytorch");
	const char *framework = run_fact(r, "framework");

	if (!r->environment.n)
		return;
	say("  machine    ");
	if (gpu)
		say("%u x %s visible", cards, gpu);
	else
		say("no GPU");
	if (r->world)
		say(", %u process%s train%s", r->world, r->world == 1 ? "" : "es", r->world == 1 ? "s" : "");
	say("%s%s%s%s%s%s%s\n", platform ? ", " : "", platform ? platform : "", torch ? ", PyTorch " : "",
	    torch ? torch : "", framework ? ", " : "", framework ? r->format->name : "", "");
	if (framework)
		say("  framework  %s\n", framework);
}

static void put_records(struct session *s, const struct run *r)
{
	say("  lines      %s to %s: %s of training", counted(s, r->first_line), counted(s, r->last_line),
	    counted(s, r->train.n));
	if (r->train.n)
		say(" (iterations %s to %s)", counted(s, r->train.at[0].iter),
		    counted(s, r->train.at[r->train.n - 1].iter));
	say(", %s of validation (%u result%s)", counted(s, r->val.n), results(r), plural(results(r)));
	if (r->lines_left)
		say(", %s left out as repeated or too many", counted(s, r->lines_left));
	say("\n");
}

static void put_events(const struct run *r)
{
	const char *lead = "  events     ";

	for (unsigned k = 0; k < EVENT_COUNT; k++) {
		uint32_t n = count_of(r, k);

		if (!n)
			continue;
		say("%s%u x %s", lead, n, run_event_word(k));
		lead = ", ";
	}
	if (r->event.n)
		say("\n");
}

static void put_rest(struct session *s, const struct run *r)
{
	if (r->parameters)
		say("  parameters %s\n", counted(s, r->parameters));
	if (r->config_line)
		say("  config     from line %u\n", r->config_line);
	else if (r->config_file)
		say("  config     %s\n", session_name(s, r->config_file));
	else if (r->config)
		say("  config     in the log\n");
	for (const char *const *file = r->file + 1; *file; file++)
		say("  with       %s\n", session_name(s, *file));
	if (r->exception)
		say("  ended by   %s\n", r->exception);
}

static void put_ledger(struct session *s, const struct run *r)
{
	struct ledger l;

	ledger_of(&s->arena, r, &(struct ledger_due){ 0 }, &l);
	log_ledger_say(s, r, &l);
}

static void put_runs(struct session *s, const struct runs *all)
{
	for (uint32_t i = 0; i < all->n; i++) {
		const struct run *r = &all->at[i];

		put_title(s, r);
		put_machine(r);
		put_records(s, r);
		put_events(r);
		put_rest(s, r);
		put_ledger(s, r);
	}
}

/* ---- JSON */

static void json_number(struct jwrite *j, const char *key, double x)
{
	struct jwrite at;

	if (!isfinite(x)) {
		jwrite_null(j, key);
		return;
	}
	at = jwrite_place(j, key, strlen(key));
	buf_printf(at.b, "%.15g", x);
}

/* 0 is null: not told. */
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
	json_number(&o, "value", e->value);
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

static void json_run(struct session *s, struct jwrite *top, const struct run *r)
{
	struct jwrite o = jwrite_object(top, NULL, true), list;
	const struct train_record *t = r->train.at;

	json_files(s, &o, r);
	jwrite_text(&o, "framework", r->format->id);
	jwrite_int(&o, "first_line", r->first_line);
	jwrite_int(&o, "last_line", r->last_line);
	jwrite_text(&o, "start", dated(s, r, r->first_clock));
	jwrite_text(&o, "end", dated(s, r, r->last_clock));
	json_number(&o, "seconds", wall(r));
	json_number(&o, "clock_step", r->clock_step);
	jwrite_text(&o, "loop", r->epochs ? "epochs" : "iterations");
	json_count(&o, "first_iteration", r->train.n ? t[0].iter : 0);
	json_count(&o, "last_iteration", r->train.n ? t[r->train.n - 1].iter : 0);
	json_count(&o, "iterations", run_iterations(r));
	jwrite_int(&o, "train_lines", (long long)r->train.n);
	jwrite_int(&o, "val_lines", (long long)r->val.n);
	jwrite_int(&o, "results", results(r));
	jwrite_int(&o, "lines_left", r->lines_left);
	jwrite_bool(&o, "resumed", r->resumed);
	json_machine(&o, r);
	json_count(&o, "parameters", r->parameters);
	json_count(&o, "images", r->images);
	json_count(&o, "config_line", r->config_line);
	jwrite_text(&o, "config_file", r->config_file ? session_name(s, r->config_file) : NULL);
	jwrite_text(&o, "exception", r->exception);
	list = jwrite_list(&o, "events", true);
	for (size_t i = 0; i < r->event.n; i++)
		json_event(s, &list, r, &r->event.at[i]);
	jwrite_end(&list);
	jwrite_end(&o);
}

/* ---- the command */

/* What to do where there is no line of training. */
static void nothing_found(struct session *s, const char *path, const struct runs *all)
{
	const struct run *r = all->n ? &all->at[all->n - 1] : NULL;

	if (r && r->exception)
		complain(s, "%s: the run ended before its first line of training: %s", session_name(s, path),
			 r->exception);
	else if (r)
		complain(s, "%s: no line of training among %u lines of %s: the run ended before it, or only tested",
			 session_name(s, path), all->lines, r->format->name);
	else
		complain(s,
			 "%s: none of its %u lines is of the log of a training; name the file, or the folder "
			 "(work_dir), "
			 "that the training script writes its log to",
			 session_name(s, path), all->lines);
}

static bool read_log(struct session *s, const struct log_formats *formats, const char *word, struct runs *out)
{
	const char *path = *word ? path_absolute(&s->arena, word) : NULL;
	struct err e = { 0 };

	if (!path)
		complain(s, "an empty path");
	else if (admit(s, path)) {
		if (runs_read(out, formats, s->linter.vfs, path, NULL, &e))
			return true;
		complain(s, "%s: %s", session_name(s, path), e.msg);
	}
	return false;
}

static void show(struct session *s, const struct log_formats *formats, bool json)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);

	for (size_t i = 0; i < s->o->words.n; i++) {
		struct runs all;

		if (!read_log(s, formats, s->o->words.at[i], &all))
			continue;
		for (uint32_t k = 0; json && k < all.n; k++)
			json_run(s, &list, &all.at[k]);
		if (!json)
			put_runs(s, &all);
		if (!runs_last(&all))
			nothing_found(s, path_absolute(&s->arena, s->o->words.at[i]), &all);
		runs_release(&all);
	}
	jwrite_end(&list);
	buf_putc(&b, '\n');
	if (json)
		print_out(&b);
	buf_release(&b);
}

int cmd_log(struct session *s)
{
	struct sources *sources = sources_new();
	struct log_formats formats;
	struct err e = { 0 };
	bool json;

	if (s->o->words.n == 0)
		complain(s, "log of which run? `cfglint log FILE` or `cfglint log WORK_DIR`");
	else if (json_wanted(s, &json)) {
		if (log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e))
			show(s, &formats, json);
		else
			complain(s, "%s", e.msg);
	}
	sources_free(sources);
	return s->status;
}
