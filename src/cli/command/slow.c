// SPDX-License-Identifier: MIT
/* `cfglint slow PATH...`: lists what slows a run down. One entry per rule, the worst first: what it is, why, where, and
 * the diff of the first place that has a fix. With --evidence the worst entry is the one that cost the run most time,
 * in seconds per day. */
#include "cli/command/cmd_fix_ask.h"
#include "cli/command/fixing.h"
#include "cli/command/priv.h"
#include "cli/shared/evidence.h"
#include "cli/launching.h"
#include "report/draw/figure.h"
#include "report/draw/paragraphs.h"
#include "report/summary.h"
#include "report/draw/terminal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 3, FILES = 3, TRIES = 8 /* findings whose fixes are tried for one that works */ };

static double cost_of(const struct of_rule *x)
{
	double most = 0;

	for (size_t i = 0; i < x->found.n; i++)
		most = fmax(most, evidence_cost(x->found.at[i]));
	return most;
}

static bool is_refuted(const struct of_rule *x)
{
	for (size_t i = 0; i < x->found.n; i++)
		if (!x->found.at[i]->evidence || x->found.at[i]->evidence->verdict != RUN_REFUTES)
			return false;
	return true;
}

/* What a run shows to cost most, then what is known to, then what is most common; last what a run refutes. */
static int worst_first(const void *x, const void *y)
{
	const struct of_rule *a = x, *b = y;

	if (is_refuted(a) != is_refuted(b))
		return is_refuted(a) ? 1 : -1;
	if (cost_of(a) != cost_of(b))
		return cost_of(a) < cost_of(b) ? 1 : -1;
	if (a->rule->speed != b->rule->speed)
		return a->rule->speed < b->rule->speed ? 1 : -1;
	if (a->seen != b->seen)
		return a->seen < b->seen ? 1 : -1;
	return strcmp(a->rule->id, b->rule->id);
}

static struct by_rule group(const struct diags *found)
{
	struct by_rule all = diags_by_rule(found);

	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, worst_first);
	return all;
}

/* ---- printing ---- */

/* Goes on in this line. */
static void flow(struct buf *b, const char *text)
{
	struct buf shown = { 0 };

	terminal_escape(&shown, text, strlen(text));
	flow_on(b, buf_str(&shown), 5, session_wrap(stdout));
	buf_release(&shown);
}

static void indented(struct buf *b, const char *lead, const char *text)
{
	struct buf shown = { 0 };

	for (const char *line = text; *line; line += strcspn(line, "\n")) {
		if (*line == '\n')
			buf_putc(&shown, *line++);
		terminal_escape(&shown, line, strcspn(line, "\n"));
	}
	flow_text(b, lead, buf_str(&shown), 3, terminal_width());
	buf_release(&shown);
}

/* The end of the first sentence that is long enough to explain. */
static size_t why_ends(const char *text)
{
	enum { ENOUGH = 120 };
	const char *at = text;

	while ((at = strchr(at, '.')) && (at - text < ENOUGH || (at[1] != ' ' && at[1] != '\n')))
		at++;
	return at ? (size_t)(at - text) + 1 : strlen(text);
}

static void put_why(struct buf *b, const struct rule *r)
{
	struct arena tmp = { 0 };

	indented(b, "   ", arena_strndup(&tmp, r->why, why_ends(r->why)));
	arena_release(&tmp);
}

static void put_places(struct session *s, struct buf *b, const struct of_rule *x)
{
	for (size_t i = 0; i < x->found.n && i < PLACES; i++) {
		const struct diag *d = x->found.at[i];
		struct buf text = { 0 };

		terminal_place(&text, diag_source(d, d->at), s->cwd, d->at);
		if (d->nseen > 1)
			buf_printf(&text, " (%u %s)", d->nseen, d->seen_in[0]->kind->many);
		if (x->found.n > 1)
			buf_printf(&text, ": %s", d->msg);
		buf_puts(b, "   ");
		flow(b, buf_str(&text));
		buf_putc(b, '\n');
		buf_release(&text);
	}
	if (x->found.n > PLACES) {
		struct arena tmp = { 0 };

		buf_puts(b, "   ");
		flow(b, arena_printf(&tmp, "and at %zu more places: --select %s shows them all", x->found.n - PLACES,
				     x->rule->id));
		buf_putc(b, '\n');
		arena_release(&tmp);
	}
}

/* "fix it (unsafe; by --fix):" */
static void put_title(const struct fixplan *plan, const char *more)
{
	say_line(5, "   %s (%s%s", plan->title, plan->safety == SAFETY_SAFE ? "safe" : "unsafe", more);
}

static void put_diffs(struct lint_ctx *l, const struct fix_result *r)
{
	for (uint32_t i = 0; i < r->nfiles && i < FILES; i++)
		ask_show_diff(stdout, l->s, &r->file[i]);
	if (r->nfiles > FILES)
		printf("   and in %u more file%s\n", r->nfiles - FILES, plural(r->nfiles - FILES));
}

/* Bases first, then what is unsafe, then both. false: that was all. */
static bool allow_more(struct opts *o, bool bases_given)
{
	if (!o->edit_bases) {
		o->edit_bases = true;
		return true;
	}
	if (o->unsafe_fixes)
		return false;
	o->unsafe_fixes = true;
	o->edit_bases = bases_given;
	return true;
}

/* What `cfglint` needs to run a rule that only `slow` runs by itself. */
static const char *selecting(struct arena *a, const struct diag *d)
{
	return d->severity < SEV_WARNING ? arena_printf(a, " --select %s", d->rule->id) : "";
}

/* Tries the fix with as few options as possible. false: no combination works; r then holds the last try. Release r in
 * any case. */
static bool put_fix(struct lint_ctx *l, const struct diag *d, struct fix_result *r)
{
	struct opts *o = l->s->o;
	bool unsafe = o->unsafe_fixes, bases = o->edit_bases, good;

	while (!(good = ask_one(l, d, r) && r->noutcomes && r->outcome[0].what == FIX_APPLIED) && allow_more(o, bases))
		fix_result_release(r);
	if (good) {
		put_title(r->outcome[0].plan,
			  arena_printf(&l->s->arena, "; by --fix%s%s%s):", o->unsafe_fixes ? " --unsafe-fixes" : "",
				       o->edit_bases ? " --edit-bases" : "", selecting(&l->s->arena, d)));
		put_diffs(l, r);
	}
	o->unsafe_fixes = unsafe;
	o->edit_bases = bases;
	return good;
}

/* The diff of the first fix that holds, else why the first doesn't, and what a person can do. */
static void put_change(struct lint_ctx *l, const struct of_rule *x)
{
	struct fix_outcome refused = { 0 };
	const char *hint = NULL;
	bool done = false;

	for (size_t i = 0; i < x->found.n && i < TRIES && !done; i++) {
		struct fix_result r = { 0 };

		done = x->found.at[i]->nfixes && put_fix(l, x->found.at[i], &r);
		if (!done && !refused.reason && r.noutcomes && r.outcome[0].what == FIX_REFUSED)
			refused = r.outcome[0];
		fix_result_release(&r);
	}
	if (!done && refused.reason)
		put_title(refused.plan, arena_printf(&l->s->arena, "), refused: %s", refused.reason));
	for (size_t i = 0; i < x->found.n && !hint; i++)
		hint = x->found.at[i]->hint;
	if (hint && !done)
		say_line(5, "   %s", hint);
}

/* "10.1 h a day (42 % of the run), measured: 29 checkpoints of 0.59 s ... (work_dirs/a/1.log)" */
static void put_cost(struct session *s, struct buf *b, const struct of_rule *x, bool has_evidence)
{
	const struct evidence *e = NULL;
	struct buf text = { 0 };

	for (size_t i = 0; i < x->found.n && !(e && e->cost > 0); i++)
		e = x->found.at[i]->evidence ? x->found.at[i]->evidence : e;
	buf_puts(&text, "cost: ");
	if (cost_of(x) > 0) {
		figure_seconds(&text, cost_of(x));
		buf_printf(&text, " a day (%.3g %% of the run)", cost_of(x) / 864);
	} else {
		buf_puts(&text, e && e->verdict == RUN_REFUTES ? "none to speak of"
				: x->rule->speed	       ? speed_name(x->rule->speed)
							       : "not known");
	}
	if (e && e->verdict != RUN_CONFIRMS)
		buf_printf(&text, ", %s: %s", run_verdict_name(e->verdict), e->text);
	else if (e && e->text && x->rule != e->by)
		buf_printf(&text, ", measured: %s", e->text);
	if (e && e->verdict != RUN_IS_SILENT)
		buf_printf(&text, " (%s)", session_name(s, e->run->src->path));
	else if (!e && has_evidence && !(cost_of(x) > 0))
		buf_puts(&text, ", not measured");
	buf_printf(&text, " [%s %s]", x->rule->id, x->rule->name);
	buf_puts(b, "   ");
	flow(b, buf_str(&text));
	buf_putc(b, '\n');
	buf_release(&text);
}

static void put_one(struct lint_ctx *l, const struct of_rule *x, size_t number)
{
	struct buf b = { 0 };
	bool color = session_colors(l->s, stdout);

	terminal_paint(&b, color, PAINT_BOLD);
	indented(&b, arena_printf(&l->s->arena, "%zu. ", number),
		 x->found.n > 1 ? x->rule->summary : x->found.at[0]->msg);
	terminal_paint(&b, color, PAINT_NONE);
	put_cost(l->s, &b, x, evidence_exists(l));
	put_places(l->s, &b, x);
	put_why(&b, x->rule);
	fputs(buf_str(&b), stdout);
	buf_release(&b);
	put_change(l, x);
	putchar('\n');
}

/* One measurement that confirms several findings counts once. */
static bool counted_before(const struct diags *all, size_t i)
{
	const struct evidence *e = all->at[i].evidence;

	for (size_t k = 0; e && k < i; k++)
		if (all->at[k].evidence && all->at[k].evidence->by == e->by && all->at[k].evidence->run == e->run)
			return true;
	return false;
}

/* Of one run; the rows of its ledger are no part of one another. */
static void put_saved(struct lint_ctx *l)
{
	double low = 0, high = 0;
	struct buf b = { 0 };

	for (size_t i = 0; i < l->found.n; i++) {
		const struct diag *d = &l->found.at[i];
		double cost = evidence_cost(d), saves = d->evidence ? d->evidence->saves : d->saves;

		if (cost > 0 && !counted_before(&l->found, i)) {
			high += cost;
			low += fmin(fmax(saves, 0), cost);
		}
	}
	if (l->npairs != 1 || !(high > 0))
		return;
	buf_puts(&b, "What is measured here takes ");
	figure_seconds(&b, fmin(high, 86400));
	buf_printf(&b, " of each day of training (%.0f %%); fixing all of it saves ", fmin(high, 86400) / 864);
	if (low < high) {
		buf_puts(&b, "between ");
		if (low > 0)
			figure_seconds(&b, low);
		buf_puts(&b, low > 0 ? " and " : "0 and ");
	}
	figure_seconds(&b, fmin(high, 86400));
	buf_puts(&b, ".");
	say_line(0, "%s", buf_str(&b));
	buf_release(&b);
}

static void put_legend(size_t n, bool configs)
{
	say_line(0,
		 "%zu thing%s to look at. large: every step waits; medium: minutes per hour; small: a few percent at "
		 "most.",
		 n, plural(n));
	if (configs)
		say_line(0, "`cfglint variant speed FILE` writes a config with what can be changed together.");
}

static void put_end(struct lint_ctx *l, const struct by_rule *all)
{
	struct report r = { .o = { .to = stdout,
				   .cwd = l->s->cwd,
				   .quiet = l->s->o->quiet,
				   .wrap = session_wrap(stdout),
				   .unsafe = true,
				   .speed = true,
				   .tried = true }, /* what can be fixed stands in the list */
			    .refuted = (uint32_t)l->refuted.n,
			    .found = &l->found,
			    .stats = &l->stats };

	if (all->n && !l->s->o->quiet)
		put_legend(all->n, l->set[0]);
	if (!l->s->o->quiet)
		put_saved(l);
	summary_print(&r);
}

/* For the other formats: each finding by itself, in the same order. */
static void sort(struct diags *found)
{
	struct by_rule all = group(found);
	struct diags sorted = { 0 };

	for (size_t i = 0; i < all.n; i++)
		for (size_t k = 0; k < all.at[i].found.n; k++)
			vec_push(&sorted, *all.at[i].found.at[k]);
	by_rule_release(&all);
	vec_release(found);
	*found = sorted;
}

static void list(struct lint_ctx *l)
{
	struct by_rule all = group(&l->found);

	for (size_t i = 0; i < all.n; i++)
		put_one(l, &all.at[i], i + 1);
	put_end(l, &all);
	lint_ctx_raise_unread(l, true);
	by_rule_release(&all);
}

int cmd_slow(struct session *s)
{
	struct lint_ctx l = { .s = s };

	if (s->o->words.n == 0) {
		complain(s, "missing PATH; usage: cfglint slow PATH...");
		return s->status;
	}
	targets_find(s, &s->o->words, &l.targets);
	if (l.targets.n || s->status == EXIT_CLEAN || report_is_due(s)) { /* all excluded: an empty list */
		launching_take(s, &l.targets);
		lint_ctx_load(&l);
		evidence_load(&l);
		lint_ctx_judge(&l);
		evidence_settle(&l);
		if (s->o->output_format) {
			sort(&l.found);
			s->o->fail_on = "never"; /* a list of what to look at, in whatever format */
			report_run(&l);
		} else {
			list(&l);
		}
	}
	lint_ctx_end(&l);
	return s->status;
}
