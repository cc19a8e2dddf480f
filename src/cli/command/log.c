// SPDX-License-Identifier: MIT
/* `cfglint log PATH...`: what the log of a training run holds, a few lines for each start in it. */
#include "cli/command/log_json.h"
#include "cli/command/priv.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/log_ledger.h"
#include "cli/effective.h"
#include "report/figure.h"
#include "report/terminal.h"
#include "run/read.h"
#include <math.h>
#include <string.h>

/* ---- small texts */

/* "1,234,567" */
static const char *counted(struct session *s, uint64_t n)
{
	struct buf b = { 0 };
	const char *out;

	figure_number(&b, (double)n);
	out = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static uint32_t count_of(const struct run *r, enum run_event_kind k)
{
	uint32_t n = 0;

	for (size_t i = 0; i < r->event.n; i++)
		n += r->event.at[i].kind == k;
	return n;
}

/* ---- text */

static void put_title(struct session *s, const struct logged *l)
{
	const struct run *r = l->run;
	uint32_t last = r->train.n ? r->train.at[r->train.n - 1].iter : 0, of = logged_iterations(l);

	say("%s:%u: %s, ", session_name(s, r->file[0]), r->first_line, r->format->name);
	if (run_fact(r, "framework"))
		say("version %s, ", run_fact(r, "framework"));
	if (!r->train.n)
		say("no line of training");
	else if (of)
		say("iteration %s of %s", counted(s, last), counted(s, of));
	else
		say("iteration %s", counted(s, last));
	if (!isnan(log_seconds(r)))
		say(", %s", log_seconds_text(s, log_seconds(r)));
	say("\n");
}

static void put_machine(struct session *s, const struct run *r)
{
	uint32_t cards;
	const char *gpu = run_gpu(r, &cards), *platform = run_fact(r, "platform"), *torch = run_fact(r, "pytorch");

	if (!r->environment.n)
		return;
	say("  machine    %s", gpu ? arena_printf(&s->arena, "%u x %s", cards, gpu) : "no GPU");
	if (r->world)
		say(", %u process%s", r->world, r->world == 1 ? "" : "es");
	if (platform)
		say(", %s", platform);
	if (torch)
		say(", PyTorch %s", torch);
	say("\n");
}

static void put_records(struct session *s, const struct run *r)
{
	say("  lines      %s to %s: %s of training", counted(s, r->first_line), counted(s, r->last_line),
	    counted(s, r->train.n));
	if (r->train.n)
		say(" (iterations %s to %s)", counted(s, r->train.at[0].iter),
		    counted(s, r->train.at[r->train.n - 1].iter));
	say(", %s of validation (%u result%s)", counted(s, r->val.n), log_results(r), plural(log_results(r)));
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

/* What the config says of the work of an iteration. */
static void put_work(const struct logged *l)
{
	uint32_t batch, workers;

	if (!logged_count(l, "batch_per_gpu", &batch))
		return;
	say("  batch      %u per GPU", batch);
	if (logged_count(l, "workers_per_gpu", &workers))
		say(", %u worker%s", workers, plural(workers));
	say("\n");
}

/* "lr         follows the config on all 400 lines" */
static void put_rates(const struct rates *x)
{
	say("  lr         ");
	if (x->why)
		say("not checked: %s", x->why);
	else if (!x->off)
		say("follows the config on all %u line%s%s", x->lines, plural(x->lines),
		    x->never ? ", and never moves" : "");
	else if (x->constant && x->moves)
		say("stays at %.4g on all %u lines; the config's schedule goes from %.4g to %.4g",
		    rates_printed(x->first), x->lines, x->ends[0], x->ends[1]);
	else if (isfinite(x->factor))
		say("follows the schedule on all %u line%s, but from %.4g times the config's rate", x->lines,
		    plural(x->lines), x->factor);
	else
		say("follows the config on %u of %u lines; first not at iteration %u: %.4g, expected %.4g",
		    x->lines - x->off, x->lines, x->first->iter, rates_printed(x->first), x->first_expected);
	say("\n");
}

static void put_rest(struct session *s, const struct run *r)
{
	if (r->parameters)
		say("  parameters %s\n", counted(s, r->parameters));
	else if (r->layers)
		say("  parameters at least %s\n", counted(s, r->layers));
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

static void put_run(struct session *s, const struct logged *l, const struct log_findings *f)
{
	const struct run *r = l->run;

	put_title(s, l);
	put_machine(s, r);
	put_records(s, r);
	put_events(r);
	put_work(l);
	if (r->train.n && r->config)
		put_rates(&l->rates);
	put_rest(s, r);
	log_ledger_say(s, r, &l->ledger);
	log_findings_say(s, f);
}

/* ---- the command */

/* What to do where there is no line of training. */
static void nothing_found(struct session *s, const char *path, const struct runs *all)
{
	const struct run *r = all->n ? &all->at[all->n - 1] : NULL;

	if (r && r->exception)
		complain(s, "%s: the run ended before its first line of training: %s", session_name(s, path),
			 r->exception);
	else if (r && r->val.n)
		complain(s,
			 "%s: %zu line%s of validation and none of training: the interval at which lines are logged is "
			 "longer "
			 "than an epoch; set it to a tenth of one",
			 session_name(s, path), r->val.n, plural(r->val.n));
	else if (r)
		complain(s, "%s: no line of training among %u line%s of %s: the run ended before it, or only tested",
			 session_name(s, path), all->lines, plural(all->lines), r->format->name);
	else
		complain(s,
			 "%s: no line of a training among its %u line%s; name the file, or the folder "
			 "(work_dir), "
			 "that the training script writes its log to",
			 session_name(s, path), all->lines, plural(all->lines));
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

enum form { FORM_TEXT, FORM_JSON, FORM_JSONL };

static void show_one(struct session *s, const struct runs *all, enum form form, struct jwrite *list)
{
	for (uint32_t i = 0; i < all->n; i++) {
		struct log_findings f;
		struct logged l;

		if (form == FORM_JSONL) {
			log_lines(s, &all->at[i], i + 1);
			continue;
		}
		logged_load(s, &all->at[i], &l);
		log_judge(s, &l, &f);
		if (form == FORM_JSON)
			log_json(s, list, &l, &f);
		else
			put_run(s, &l, &f);
		log_findings_end(&f);
		logged_release(&l);
	}
}

static void show(struct session *s, const struct log_formats *formats, enum form form)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);

	for (size_t i = 0; i < s->o->words.n; i++) {
		struct runs all;

		if (!read_log(s, formats, s->o->words.at[i], &all))
			continue;
		if (all.later)
			remark("%s began later and trained nothing; here is the newest run that did",
			       session_name(s, all.later));
		if (all.unread)
			remark("%s: %s", session_name(s, all.unread), all.why);
		show_one(s, &all, form, &list);
		if (!runs_last(&all))
			nothing_found(s, path_absolute(&s->arena, s->o->words.at[i]), &all);
		runs_release(&all);
	}
	jwrite_end(&list);
	buf_putc(&b, '\n');
	if (form == FORM_JSON)
		print_out(&b);
	buf_release(&b);
}

static bool form_wanted(struct session *s, enum form *form)
{
	static const char *const word[] = { "text", "json", "jsonl" };

	for (*form = FORM_TEXT; s->o->format && *form <= FORM_JSONL; ++*form)
		if (!strcmp(s->o->format, word[*form]))
			return true;
	if (s->o->format)
		complain(s, "log has the formats text, json and jsonl");
	return !s->o->format;
}

int cmd_log(struct session *s)
{
	struct sources *sources = sources_new();
	struct log_formats formats;
	struct err e = { 0 };
	enum form form;

	if (s->o->words.n == 0)
		complain(s, "log of which run? `cfglint log FILE` or `cfglint log WORK_DIR`");
	else if (!form_wanted(s, &form))
		;
	else if (log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e))
		show(s, &formats, form);
	else
		complain(s, "%s", e.msg);
	sources_free(sources);
	return s->status;
}
