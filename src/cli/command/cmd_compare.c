// SPDX-License-Identifier: MIT
/* `cfglint compare RUN...`: whether runs train faster than the first one, in samples a second, and how sure that is. A
 * RUN is a log, a work_dir, or a speed: 7.45x4 is 7.45 iterations a second of batches of 4. */
#include "cli/command/cmd_compare.h"
#include "cli/command/compare_html.h"
#include "cli/command/compare_json.h"
#include "cli/command/compare_print.h"
#include "cli/shared/log_read.h"
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "cli/output.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *verdict_word(enum verdict v)
{
	static const char *const word[] = { "baseline", "none",	 "not-the-same-work", "no-spread", "undecided",
					    "faster",	"slower" };

	return word[v];
}

/* ---- one run */

static bool is_figure(const char *word, double *its, uint32_t *batch)
{
	char *end;
	double d = strtod(word, &end);
	long n;

	if (!strspn(word, "0123456789.") || end != word + strspn(word, "0123456789.") || *end != 'x' ||
	    !(end[1] >= '1' && end[1] <= '9'))
		return false;
	n = strtol(end + 1, &end, 10);
	*its = d;
	*batch = (uint32_t)n;
	return !*end && d > 0 && isfinite(d) && n <= 1000000;
}

/* The number of GPUs by a log of epochs: the number with which the images make epochs of its length. */
static uint32_t world_by_length(const struct run *r, uint32_t batch)
{
	uint32_t length = r->epochs && r->train.n ? r->train.at[0].length : 0, world;

	if (!length || !batch || !r->images)
		return 0;
	world = (uint32_t)(0.5 + r->images / ((double)batch * length));
	return world && ((r->images + (uint64_t)batch * world - 1) / ((uint64_t)batch * world) == length ||
			 r->images / ((uint64_t)batch * world) == length)
		       ? world
		       : 0;
}

static uint32_t world_of(const struct session *s, const struct run *r, uint32_t batch)
{
	uint32_t world = r->world ? r->world : world_by_length(r, batch);

	return !world && s->o->gpus ? (uint32_t)strtoul(s->o->gpus, NULL, 10) : world;
}

static const char *precision_of(const struct logged *l)
{
	const struct fact *f = l->facts ? facts_get(l->facts, str_lit("amp")) : NULL;

	if (!f || (f->state != FACT_KNOWN && f->state != FACT_DEFAULT) || f->val.kind != VALUE_BOOL)
		return NULL;
	return f->val.as.b ? "mixed" : "single";
}

const struct ledger *compared_ledger(const struct compared *c)
{
	return c->figure || c->l.ledger.silent ? NULL : &c->l.ledger;
}

static void read_shares(struct compared *c)
{
	const struct ledger_row *row = c->l.ledger.row;

	c->data = c->stalls = c->events = NAN;
	c->beside = (struct beside){ NAN, NAN };
	if (!compared_ledger(c))
		return;
	pace_beside(&c->l.ledger, &c->beside);
	c->data = c->l.ledger.data_share;
	c->stalls = row[LEDGER_STALL].share;
	c->events = row[LEDGER_CHECKPOINT].share + row[LEDGER_EVALUATION].share + row[LEDGER_MIXED].share;
}

static void measure(struct session *s, const struct run *r, struct compared *c)
{
	logged_load(s, r, &c->l);
	logged_count(&c->l, "batch_per_gpu", &c->batch);
	c->workers_known = logged_count(&c->l, "workers_per_gpu", &c->workers);
	c->world = world_of(s, r, c->batch);
	c->precision = precision_of(&c->l);
	c->memory = c->l.memory.most;
	pace_of(&s->arena, r, &c->l.ledger, &c->pace);
	if (!c->pace.silent && !c->batch)
		c->pace.silent = c->l.config ? "its batch size isn't known"
					     : "its batch size is unknown, because the log holds no config; name the "
					       "folder (work_dir), which may hold it";
}

static bool load(struct session *s, const struct log_formats *formats, const char *word, struct compared *c)
{
	const struct run *r;
	double its;

	*c = (struct compared){
		.name = word, .memory = NAN, .rate = NAN, .whole = NAN, .total = NAN, .whole_up = { NAN, NAN, NAN, NAN }
	};
	if (!vfs_exists(s->linter.vfs, *word ? word : ".") && is_figure(word, &its, &c->batch)) {
		c->figure = true;
		c->world = 1;
		c->pace = (struct pace){ .seconds = 1 / its };
		return true;
	}
	if (!log_read(s, formats, word, &c->runs))
		return false;
	r = log_trained(s, word, &c->runs);
	if (r)
		measure(s, r, c);
	else
		runs_release(&c->runs);
	return r != NULL;
}

/* ---- against the baseline */

static bool differ(const char *x, const char *y)
{
	return x && y && strcmp(x, y) != 0;
}

/* What differs in the machine; NULL: nothing. */
static const char *other_machine(struct session *s, const struct run *x, const struct run *y)
{
	static const char *const role[] = { "pytorch", "cuda", "platform", "host" };
	static const char *const word[] = { "PyTorch", "CUDA", "platform", "host" };
	uint32_t n;

	if (!x->environment.n || !y->environment.n)
		return "one of the logs does not name its machine";
	if (differ(run_gpu(x, &n), run_gpu(y, &n)))
		return arena_printf(&s->arena, "another GPU (%s, %s)", run_gpu(x, &n), run_gpu(y, &n));
	if (!run_gpu(x, &n) != !run_gpu(y, &n))
		return "one of them had no GPU";
	for (size_t i = 0; i < ARRAY_SIZE(role); i++)
		if (differ(run_fact(x, role[i]), run_fact(y, role[i])))
			return arena_printf(&s->arena, "%s %s and %s", word[i], run_fact(x, role[i]),
					    run_fact(y, role[i]));
	return NULL;
}

static const char *work_text(struct session *s, const struct drift *d)
{
	struct buf b = { 0 };
	const char *text;

	buf_printf(&b, "%s is ", keypath_text(&s->arena, d->change.path));
	if (d->change.kind == CHANGE_ADDED)
		buf_puts(&b, "not in the first");
	else
		value_line(&b, d->change.before, 40);
	buf_puts(&b, d->change.kind == CHANGE_REMOVED ? " and gone" : ", then ");
	if (d->change.kind != CHANGE_REMOVED)
		value_line(&b, d->change.after, 40);
	buf_printf(&b, " (%s)", d->kind->word);
	text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

static enum verdict verdict_of(const struct speedup *up)
{
	if (isnan(up->low))
		return VERDICT_NO_SPREAD;
	return up->low > 1 ? VERDICT_FASTER : up->high < 1 ? VERDICT_SLOWER : VERDICT_UNDECIDED;
}

static uint32_t times(const struct ledger *l, int kind)
{
	uint32_t n = l->row[kind].n + l->row[LEDGER_MIXED].n;

	for (int k = LEDGER_CHECKPOINT; kind == LEDGER_MIXED && k <= LEDGER_PASS; k++)
		n += l->row[k].n;
	return n;
}

/* One of both runs stopped for something and the other did not: why nothing follows from that; NULL: the other trained
 * for so long that it would have stopped twice. x, y: their numbers. */
static const char *too_short(struct session *s, const struct compared *c, unsigned x, const struct compared *none,
			     unsigned y)
{
	for (int k = LEDGER_CHECKPOINT; k <= LEDGER_MIXED; k++) {
		uint32_t n = c->l.ledger.row[k].n;

		if (n && !times(&none->l.ledger, k) && n * none->samples < 2 * c->samples)
			return arena_printf(&s->arena,
					    "run %u stopped %u time%s for %s, and run %u is too short for that", x, n,
					    n == 1 ? "" : "s", ledger_word(&c->l.ledger, (enum ledger_kind)k), y);
	}
	return NULL;
}

/* Iterations and what stops them. number: that of c. */
static void judge_whole(struct session *s, const struct compared *base, struct compared *c, unsigned number)
{
	c->whole_verdict = VERDICT_NONE;
	if (isnan(c->whole) || isnan(base->whole) || c->verdict <= VERDICT_OTHER_WORK)
		return;
	c->whole_why = too_short(s, base, 1, c, number);
	if (!c->whole_why)
		c->whole_why = too_short(s, c, number, base, 1);
	if (c->whole_why)
		return;
	c->whole_up = pace_compare_whole(&base->pace, &base->beside, &c->pace, &c->beside,
					 c->rate * c->pace.seconds / (base->rate * base->pace.seconds), c->floor);
	c->whole_verdict = verdict_of(&c->whole_up);
}

bool compare_configs(const struct comparison *all, uint32_t i)
{
	const struct compared *x = &all->at[0], *y = &all->at[i];

	return !x->figure && !y->figure && x->l.config && y->l.config;
}

static void judge(struct session *s, const struct drift_words *words, const struct compared *base, struct compared *c)
{
	bool logs = !base->figure && !c->figure;

	if (logs && base->l.config && c->l.config)
		drifts_find(&s->arena, words, base->l.config->merged, c->l.config->merged, &c->drifts);
	c->floor_why = logs ? other_machine(s, base->l.run, c->l.run) : NULL;
	c->floor = c->floor_why ? PACE_FLOOR_OTHER : PACE_FLOOR;
	c->up = (struct speedup){ NAN, NAN, NAN, NAN };
	c->verdict = VERDICT_NONE;
	if (c->pace.silent || base->pace.silent) {
		c->why = c->pace.silent ? c->pace.silent : "the first run has no speed";
	} else if (c->drifts.other_work) {
		c->verdict = VERDICT_OTHER_WORK;
		c->why = work_text(s, c->drifts.other_work);
	} else {
		c->up = pace_compare(&base->pace, &c->pace,
				     c->rate * c->pace.seconds / (base->rate * base->pace.seconds), c->floor);
		c->verdict = verdict_of(&c->up);
	}
}

static void judge_all(struct session *s, struct comparison *all)
{
	const struct drift_words *words = drift_words_load(&s->arena);
	struct compared *base = &all->at[0];
	double samples = NAN;

	for (uint32_t i = 0; i < all->n; i++)
		all->per_gpu |= !all->at[i].world;
	for (uint32_t i = 0; i < all->n; i++) {
		struct compared *c = &all->at[i];

		read_shares(c);
		if (!c->pace.silent)
			c->rate = (double)c->batch * (all->per_gpu ? 1 : c->world) / c->pace.seconds;
		c->whole = c->rate * (1 - c->beside.part);
		c->samples = (double)c->l.ledger.iterations * c->batch * (all->per_gpu ? 1 : c->world);
	}
	if (!base->figure && logged_iterations(&base->l))
		samples = logged_iterations(&base->l) * base->rate * base->pace.seconds;
	for (uint32_t i = 0; i < all->n; i++) {
		struct compared *c = &all->at[i];

		c->total = samples / c->whole;
		if (i) {
			judge(s, words, base, c);
			judge_whole(s, base, c, i + 1);
		}
	}
}

/* ---- the command */

static void set_status(struct session *s, const struct comparison *all)
{
	double least = 1 - (s->o->tolerance ? strtod(s->o->tolerance, NULL) / 100 : 0);

	for (uint32_t i = 1; i < all->n; i++) {
		const struct compared *c = &all->at[i];
		bool decided = c->verdict >= VERDICT_UNDECIDED, whole = c->whole_verdict >= VERDICT_UNDECIDED;

		if (decided ? c->up.high < least || (s->o->strict && c->up.low < least) : s->o->strict)
			session_raise(s, EXIT_FINDINGS);
		if (whole && (c->whole_up.high < least || (s->o->strict && c->whole_up.low < least)))
			session_raise(s, EXIT_FINDINGS);
	}
}

static void end(struct comparison *all)
{
	for (uint32_t i = 0; i < all->n; i++) {
		drifts_release(&all->at[i].drifts);
		logged_release(&all->at[i].l);
		runs_release(&all->at[i].runs);
	}
}

enum form { FORM_TEXT, FORM_JSON, FORM_HTML };

static void print(struct session *s, enum form form, const struct comparison *all)
{
	struct buf b = { 0 };

	if (form == FORM_TEXT)
		compare_say(s, all);
	else if (form == FORM_JSON)
		compare_json(s, &(struct jwrite){ .b = &b }, all);
	else
		compare_html(s, &b, all);
	print_out(&b);
}

/* output: NULL, or where it goes. false: the output must be discarded. */
static bool compare(struct session *s, const struct log_formats *formats, enum form form, const char *output)
{
	struct comparison all = { .at = arena_array(&s->arena, struct compared, s->o->words.n) };
	bool base = false, good = true;

	for (size_t i = 0; i < s->o->words.n && good; i++)
		if (load(s, formats, s->o->words.at[i], &all.at[all.n])) {
			good = !log_is_read(s, &all.at[all.n].runs, output);
			base |= i == 0;
			all.n++;
		}
	if (good && base && all.n > 1) {
		judge_all(s, &all);
		print(s, form, &all);
		set_status(s, &all);
	} else if (good && !base && all.n) {
		complain(s, "nothing to compare with: the first run could not be read");
	}
	good = good && base && all.n > 1;
	end(&all);
	return good;
}

static void to_output(struct session *s, const struct log_formats *formats, enum form form)
{
	struct output out;

	if (output_begin(s, &out))
		output_end(s, &out, !log_is_log(s, formats, out.path) && compare(s, formats, form, out.path));
}

static const char *const forms[] = { "text", "json", "html", NULL };

/* A speed without its batch. */
static const char *half_figure(const struct session *s)
{
	for (size_t i = 0; i < s->o->words.n; i++) {
		const char *w = s->o->words.at[i];

		if (*w && !w[strspn(w, "0123456789.")] && !vfs_exists(s->linter.vfs, w))
			return w;
	}
	return NULL;
}

int cmd_compare(struct session *s)
{
	struct sources *sources = sources_new();
	struct log_formats formats;
	struct err e = { 0 };
	const char *half = half_figure(s);

	if (half)
		complain(s,
			 "%s iterations a second of which batch? %sx4 is that speed with batches of 4: iterations of "
			 "different batches don't compare",
			 half, half);
	else if (s->o->words.n < 2)
		complain(s, "compare takes two or more runs, and compares the others with the first: `cfglint "
			    "compare WORK_DIR WORK_DIR`; or speeds with their batch sizes: `cfglint compare 7.45x4 "
			    "3.64x8`");
	else if (log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e))
		to_output(s, &formats, (enum form)output_form(s, forms));
	else
		complain(s, "%s", e.msg);
	sources_free(sources);
	return s->status;
}
