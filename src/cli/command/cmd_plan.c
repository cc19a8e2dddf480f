// SPDX-License-Identifier: MIT
/* `cfglint plan FILE...`: what a config's run will do, counted without running it, and what a change of GPUs or of keys
 * makes of that, side by side. Figures that don't follow from a config are listed, with the short run that would
 * measure them. */
#include "cli/command/plan_arguments.h"
#include "cli/command/plan_print.h"
#include "cli/command/priv.h"
#include "base/path.h"
#include "report/draw/figure.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/argument_words.h"
#include "cli/shared/shown_effective.h"
#include "report/draw/html.h"
#include "cli/shared/evidence.h"
#include "cli/foreign_counts.h"
#include "cli/launching.h"
#include "config/config_subject.h"
#include "project/signs.h"
#include "run/drift.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct plan_ctx {
	struct session *s;
	struct plan_inputs given;
	double was_gpus; /* NaN: not set */
	bool json;
	struct jwrite *list;	  /* of JSON */
	struct buf *page;	  /* of HTML; NULL: text or JSON */
	struct strings arguments; /* words that name files with sets of arguments */
	struct graph *g, *then;	  /* then: with --set; NULL: the same */
	const int64_t *at;
	uint32_t nat;
	struct project_signs signs;
};

static double number(const char *text, double by)
{
	return text ? strtod(text, NULL) * by : NAN;
}

/* ---- the short run ---- */

static void put_word(struct buf *b, const char *word)
{
	bool plain =
		*word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@")];

	buf_putc(b, ' ');
	if (!plain)
		buf_putc(b, '\'');
	for (; *word; word++)
		buf_puts(b, *word == '\'' ? "'\\''" : (char[]){ *word, 0 });
	if (!plain)
		buf_putc(b, '\'');
}

/* Of several names of an option the one that the script's text has; without a script, or any of them, the first. */
static const char *one_of(const struct value *names, struct buf *script)
{
	const struct list *all = value_is_listlike(*names) ? names->as.list : NULL;
	const struct value *taken = all && all->n ? &all->at[0].val : names;

	for (uint32_t i = 0; all && script->n && i < all->n; i++)
		if (all->at[i].val.kind == VALUE_STR && strstr(buf_str(script), all->at[i].val.as.s->s)) {
			taken = &all->at[i].val;
			break;
		}
	return taken->kind == VALUE_STR ? taken->as.s->s : "";
}

/* As a shell takes it, from the working directory. NULL: how this training code is started isn't known. */
static const char *trial_of(struct plan_ctx *p, const struct subject *x, const struct plan *plan)
{
	struct session *s = p->s;
	const struct fact *args = facts_get(plan->facts, str_lit("trial_arguments"));
	const char *script = x->home ? project_script(&p->signs, s->linter.vfs, &s->arena, x->home) : NULL;
	struct buf b = { 0 }, source = { 0 };
	const char *text;

	if (!args || args->state != FACT_KNOWN || !value_is_listlike(args->val))
		return NULL;
	buf_puts(&b, "python");
	put_word(&b, script ? session_name(s, script) : p->signs.script[0]);
	put_word(&b, session_name(s, x->path));
	if (script && !vfs_read(s->linter.vfs, script, &source, &(struct err){ 0 }))
		buf_clear(&source);
	for (uint32_t i = 0; i < args->val.as.list->n; i++) {
		const char *word = one_of(&args->val.as.list->at[i].val, &source);

		if (*word)
			put_word(&b, word);
	}
	buf_release(&source);
	text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

/* ---- other GPUs ---- */

static const char *key_of(struct session *s, struct plan *p, const char *concept)
{
	const struct fact *f = facts_get(p->facts, str_lit(concept));

	return f && f->path.n ? keypath_text(&s->arena, f->path) : concept;
}

static void advise(struct plan_ctx *p, struct plan_sides *sides, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
static void advise(struct plan_ctx *p, struct plan_sides *sides, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vec_push(&sides->advice, arena_vprintf(&p->s->arena, fmt, ap));
	va_end(ap);
}

/* "    KEY: 40,000 -> 20,000" for what counts iterations, where it is known and comes out whole. */
static void advise_scaled(struct plan_ctx *p, struct plan_sides *sides, const char *concept, double by)
{
	struct figure f = figure_of(&p->s->arena, sides->today.facts, concept);

	if (!f.why && f.value > 0)
		advise(p, sides, "    %s: %s -> %s", key_of(p->s, &sides->today, concept),
		       figure_number_text(&p->s->arena, f.value),
		       figure_number_text(&p->s->arena, fmax(1, ceil(f.value * by - 1e-9))));
}

static bool holds(struct plan_ctx *p, struct plan_sides *sides, const char *concept)
{
	return figure_of(&p->s->arena, sides->today.facts, concept).value > 0;
}

static void advise_rate(struct plan_ctx *p, struct plan_sides *sides, double more)
{
	struct figure lr = figure_of(&p->s->arena, sides->today.facts, "lr");
	struct figure power = figure_of(&p->s->arena, sides->today.facts, "lr_power");

	if (holds(p, sides, "lr_auto_scale"))
		advise(p, sides, "    not the learning rate: the training code scales it");
	else if (!power.why && power.value == 0)
		advise(p, sides,
		       "    not the learning rate: the head multiplies its losses by the samples of all GPUs, so "
		       "that gradients change with them already");
	else if (lr.why)
		advise(p, sides, "    the learning rate times %.4g (a rule of thumb)", more);
	else
		advise(p, sides, "    %s: %.6g -> %.6g (in proportion to the batch: a rule of thumb)",
		       key_of(p->s, &sides->today, "lr"), lr.value, lr.value * more);
}

static void advise_lengths(struct plan_ctx *p, struct plan_sides *sides, double more)
{
	bool iterations = holds(p, sides, "iter_based");

	if (iterations)
		advise_scaled(p, sides, "max_iters", 1 / more);
	if (iterations && !holds(p, sides, "eval_by_epoch"))
		advise_scaled(p, sides, "eval_interval", 1 / more);
	if (iterations && !holds(p, sides, "ckpt_by_epoch"))
		advise_scaled(p, sides, "ckpt_interval", 1 / more);
	if (iterations)
		advise(p, sides,
		       "    in the schedule all that is counted in iterations, except the warm-up, by the same factor");
	else
		advise(p, sides, "    nothing more; a warm-up counted in iterations sees %.4g times the samples", more);
}

/* What must change with the GPUs for the same training. */
static void advise_gpus(struct plan_ctx *p, struct plan_sides *sides)
{
	struct figure was = sides->today.row[PLAN_GPUS], now = sides->then.row[PLAN_GPUS];
	struct figure batch = sides->today.row[PLAN_BATCH];
	double more = now.value / was.value, less;

	if (was.why || now.why || was.value == now.value || sides->then.row[PLAN_BATCH].value != batch.value)
		return;
	less = batch.value / more;
	advise(p, sides, "For the same training on %s GPU%s instead of %s, either",
	       figure_number_text(&p->s->arena, now.value), now.value == 1 ? "" : "s",
	       figure_number_text(&p->s->arena, was.value));
	if (!batch.why && less >= 1 && less == floor(less))
		advise(p, sides, "    %s: %s -> %s, and nothing else", key_of(p->s, &sides->today, "batch_per_gpu"),
		       figure_number_text(&p->s->arena, batch.value), figure_number_text(&p->s->arena, less));
	else
		advise(p, sides, "    a batch per GPU of 1/%.4g: not a whole number here", more);
	advise(p, sides, "or keep the batch per GPU, which is %.4g times the samples per step, and change", more);
	advise_rate(p, sides, more);
	advise_lengths(p, sides, more);
	if (!sides->then.row[PLAN_SECONDS].why)
		advise(p, sides, "The time then is right if an iteration takes as long on %s GPU%s.",
		       figure_number_text(&p->s->arena, now.value), now.value == 1 ? "" : "s");
}

static const char *saving_text(struct plan_ctx *p, const struct plan_sides *sides, const struct plan_inputs *given,
			       double between)
{
	double each = figure_rough(sqrt(2 * given->checkpoint * between) / given->seconds);
	struct figure all = sides->today.row[PLAN_ITERATIONS];

	return !all.why && each >= all.value
		       ? "only at its end"
		       : arena_printf(&p->s->arena, "each %s iterations", figure_number_text(&p->s->arena, each));
}

/* The interval at which saving and what a break undoes cost least: J. W. Young, Communications of the ACM 17, 1974. */
static void advise_saving(struct plan_ctx *p, struct plan_sides *sides, const struct plan_inputs *given)
{
	static const double day = 86400;
	const char *daily, *weekly;

	if (!(given->checkpoint > 0) || !(given->seconds > 0) || sides->today.row[PLAN_SECONDS].why)
		return;
	daily = saving_text(p, sides, given, day);
	weekly = saving_text(p, sides, given, 7 * day);
	advise(p, sides,
	       "Here a checkpoint stops training for %s. It costs least to save %s where training breaks off %s.",
	       figure_seconds_text(&p->s->arena, given->checkpoint), daily,
	       !strcmp(daily, weekly) ? "once a day or less often"
				      : arena_printf(&p->s->arena, "once a day, %s where once a week", weekly));
}

/* ---- one config ---- */

static const char *change_of(struct session *s)
{
	struct buf b = { 0 };
	const char *text;

	if (s->o->was_gpus)
		buf_printf(&b, "--gpus %s", s->o->gpus);
	for (size_t i = 0; i < s->o->set.n; i++)
		buf_printf(&b, "%s--set %s", b.n ? " " : "", s->o->set.at[i]);
	text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

/* A measured speed holds for what it was measured with. */
static void doubt_speed(struct session *s, struct plan_sides *sides, const struct module *today,
			const struct module *then)
{
	struct figure *seconds = &sides->then.row[PLAN_SECONDS], *all = &sides->then.row[PLAN_ALL_SECONDS];
	struct drifts d;

	drifts_find(&s->arena, drift_words_load(&s->arena), today->subject.tree, then->subject.tree, &d);
	for (size_t i = 0; i < d.list.n && !seconds->why; i++)
		if (d.list.at[i].kind)
			*seconds = figure_unknown(arena_printf(&s->arena,
							       "an iteration takes another time with another %s",
							       keypath_text(&s->arena, d.list.at[i].change.path)));
	drifts_release(&d);
	if (seconds->why)
		*all = *seconds;
}

static double each_of(const struct ledger *l, enum ledger_kind kind)
{
	const struct ledger_row *row = &l->estimate[kind];

	return row->measured ? fmax(row->median, 0) : row->n ? fmax(row->seconds, 0) / row->n : NAN;
}

/* Takes figures from the run of --log, except those that the command line sets. false: reported. */
static bool ask_run(struct plan_ctx *p, const struct subject *x, struct plan_inputs *given)
{
	struct evidence_run run = { .config = x };
	const struct ledger *l = &run.logged.ledger;
	const char *other;
	uint32_t batch;

	if (!p->s->o->evidence)
		return true;
	if (!evidence_read(p->s, &run, p->s->o->words.n == 1))
		return false;
	other = evidence_other_work(p->s, &run.logged, x);
	if (other) {
		remark("%s has no information about %s: %s", session_name(p->s, run.logged.run->file[0]),
		       session_name(p->s, x->path), other);
		evidence_release(&run);
		return true;
	}
	if (isnan(given->seconds) && !l->silent) {
		given->seconds = l->regime[l->nregimes - 1].end;
		given->batch = logged_count(&run.logged, "batch_per_gpu", &batch) ? batch : NAN;
		given->world = run.logged.run->world ? run.logged.run->world : NAN;
	}
	if (!l->silent) {
		given->evaluation = each_of(l, LEDGER_EVALUATION);
		given->checkpoint = each_of(l, LEDGER_CHECKPOINT);
		given->pass = l->estimate[LEDGER_PASS].n ? each_of(l, LEDGER_PASS) : 0;
	} else {
		remark("%s: its time is unknown: %s", session_name(p->s, run.logged.run->file[0]), l->silent);
	}
	if (!run.logged.memory.silent && !run.logged.memory.ran_out) {
		given->memory = run.logged.memory.training * (1 << 20);
		given->memory_batch = run.logged.memory.batch ? run.logged.memory.batch : NAN;
		given->memory_run = session_name(p->s, run.logged.run->file[0]);
	}
	if (isnan(given->params) && run.logged.run->parameters)
		given->params = (double)run.logged.run->parameters;
	if (isnan(given->samples) && run.logged.run->images)
		given->samples = run.logged.run->images;
	evidence_release(&run);
	return true;
}

static bool has_nothing(const struct plan *p)
{
	return p->row[PLAN_BATCH].why && p->row[PLAN_EPOCHS].why && p->row[PLAN_ITERATIONS].why;
}

/* A script that loaders happen to read has none of a config's keys. */
static bool is_script(struct plan_ctx *p, const struct target *t)
{
	const struct module *m = t->path ? graph_find(p->g, t->path) : NULL;
	struct plan plan;

	if (!m || targets_kind(p->s, t->path) != subject_kind_find(p->s->kinds, "script"))
		return false;
	if (effective_refusal(p->s, m, t))
		return true;
	plan_of(p->s, &m->subject, p->was_gpus, &p->given, &plan);
	return has_nothing(&plan);
}

static void refuse_script(struct session *s, const struct target *t)
{
	complain(s,
		 "%s: this is a script without arguments of a training run that plan knows: where it gets them from a "
		 "command line, name the launch script; `cfglint slow %s` lists what slows it down, and `cfglint "
		 "variant script-speed %s` writes a faster copy",
		 t->given, t->given, t->given);
}

static void plan_one(struct plan_ctx *p, const struct target *t)
{
	struct plan_inputs given = p->given;
	const struct module *m = effective_config(p->s, p->g, t);
	const struct module *then = m && p->then ? effective_config(p->s, p->then, t) : m;
	struct plan_sides sides = {
		.compared = p->then || p->s->o->was_gpus, .logged = p->s->o->evidence, .at = p->at, .nat = p->nat
	};

	if (!m || !then || !ask_run(p, &m->subject, &given))
		return;
	plan_of(p->s, &m->subject, p->was_gpus, &given, &sides.today);
	if (sides.compared) {
		plan_of(p->s, &then->subject, NAN, &given, &sides.then);
		doubt_speed(p->s, &sides, m, then);
		sides.change = change_of(p->s);
		advise_gpus(p, &sides);
	}
	advise_saving(p, &sides, &given);
	sides.trial = trial_of(p, &m->subject, &sides.today);
	sides.trial_epoch = holds(p, &sides, "trial_epoch");
	if (p->json)
		plan_json(p->list, p->s, t, &sides);
	else
		plan_text(t, &sides, p->page);
	vec_release(&sides.advice);
}

static struct graph *load_changed(struct session *s, const struct targets *t)
{
	struct strings today = s->o->cfg_options, both = { 0 };
	struct graph *g;

	for (size_t i = 0; i < today.n; i++)
		vec_push(&both, today.at[i]);
	for (size_t i = 0; i < s->o->set.n; i++)
		vec_push(&both, s->o->set.at[i]);
	s->o->cfg_options = both;
	g = session_load(s, t);
	s->o->cfg_options = today;
	vec_release(&both);
	return g;
}

static void plan_all(struct plan_ctx *p, const struct targets *t)
{
	struct buf b = { 0 }, page = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);
	bool html = html_wanted(p->s);
	struct plan_arguments sets = { .samples = p->given.samples,
				       .params = p->given.params,
				       .seconds = p->given.seconds,
				       .was_gpus = p->was_gpus,
				       .at = p->at,
				       .nat = p->nat,
				       .list = p->json ? &list : NULL,
				       .page = html ? &page : NULL };

	p->list = &list;
	p->page = sets.page;
	if (html)
		html_begin(&page, "What a training run will do");
	if (p->arguments.n && p->s->o->evidence)
		remark("--log has no figures for arguments of trainers: --its or --step-ms gives the speed");
	for (size_t i = 0; i < p->arguments.n; i++)
		plan_arguments_print(p->s, p->arguments.at[i], &sets);
	for (size_t i = 0; i < t->n; i++) {
		if ((i || sets.begun) && !p->json && !html)
			putchar('\n');
		const struct foreign *f = foreign_data(p->s, t->at[i].path);

		if (f)
			foreign_report_reader(p->s, t->at[i].given, f);
		else if (is_script(p, &t->at[i]))
			refuse_script(p->s, &t->at[i]);
		else
			plan_one(p, &t->at[i]);
	}
	jwrite_end(&list);
	buf_putc(&b, '\n');
	if (html)
		html_end(&page);
	if (p->json || html)
		fputs(buf_str(html ? &page : &b), stdout);
	buf_release(&page);
	buf_release(&b);
}

/* ---- the command line ---- */

static int rising(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? -1 : a > b;
}

static bool read_at(struct plan_ctx *p)
{
	struct strings *words = &p->s->o->at;
	int64_t *at = arena_array(&p->s->arena, int64_t, words->n + 1);

	for (size_t i = 0; i < words->n; i++) {
		char *end;

		errno = 0;
		at[i] = strtoll(words->at[i], &end, 10);
		if (!*words->at[i] || *end || errno || at[i] < 0) {
			complain(p->s, "--at takes iterations, counted from 0, not '%s'", words->at[i]);
			return false;
		}
	}
	if (words->n)
		qsort(at, words->n, sizeof *at, rising);
	p->at = at;
	p->nat = (uint32_t)words->n;
	return true;
}

static bool options_are_good(struct plan_ctx *p)
{
	const struct opts *o = p->s->o;

	if (o->words.n == 0)
		complain(p->s, "plan: which file? `cfglint plan FILE...`");
	else if (o->its && o->step_ms)
		complain(p->s, "--its and --step-ms both set the speed: give only one of them");
	else if (o->was_gpus && !o->gpus)
		complain(p->s, "--was-gpus is compared with --gpus: give both");
	else
		return read_at(p);
	return false;
}

int cmd_plan(struct session *s)
{
	struct counted_files files = { 0 };
	struct plan_ctx p = { .s = s,
			      .json = json_wanted(s),
			      .given = { .samples = number(s->o->samples, 1),
					 .params = number(s->o->params, 1e6),
					 .seconds = s->o->its ? 1 / number(s->o->its, 1) : number(s->o->step_ms, 1e-3),
					 .sample_bytes = number(s->o->sample_mib, 1 << 20),
					 .evaluation = NAN,
					 .checkpoint = NAN,
					 .pass = NAN,
					 .memory = NAN,
					 .memory_batch = NAN,
					 .batch = NAN,
					 .world = NAN,
					 .files = &files },
			      .was_gpus = number(s->o->was_gpus, 1) };
	struct targets t = { 0 };
	struct strings configs = { 0 };

	if (!options_are_good(&p))
		return s->status;
	project_signs_load(&s->arena, &p.signs);
	argument_words(s, &s->o->words, &p.arguments, &configs);
	targets_name(s, &configs, true, &t);
	launching_take(s, &t);
	p.g = session_load(s, &t);
	p.then = s->o->set.n && t.n ? load_changed(s, &t) : NULL;
	if (s->o->verbose)
		session_report_assumptions(s, graph_subjects(p.g), &t);
	plan_all(&p, &t);
	graph_free(p.then);
	graph_free(p.g);
	vec_release(&configs);
	vec_release(&p.arguments);
	vec_release(&t);
	return s->status;
}
