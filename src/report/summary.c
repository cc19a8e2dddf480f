// SPDX-License-Identifier: MIT
/* Counts of findings and fixes, in words. Files that could not be read or linted are never called clean.
 *
 *	Found 1 finding (1 performance) in 1 config; 1 fixable with --fix --unsafe-fixes. */
#include "report/draw/paragraphs.h"
#include "base/map.h"
#include "report/loading.h"
#include "report/statistics.h"
#include "report/summary.h"
#include "report/draw/terminal.h"
#include "report/without_rules.h"
#include <stdlib.h>
#include <string.h>

struct summary_counts summary_count(const struct diags *all)
{
	struct summary_counts c = { 0 };

	for (size_t i = 0; i < all->n; i++) {
		const struct diag *d = &all->at[i];

		c.severity[d->severity]++;
		if (report_fixable(d, false))
			c.safe++;
		else if (report_fixable(d, true))
			c.unsafe++;
	}
	return c;
}

static void summary_severities(struct buf *b, const struct summary_counts *c)
{
	static const char *const word[] = { "info", "performance", "warning", "error" };
	const char *sep = " (";

	for (int s = SEV_ERROR; s >= SEV_INFO; s--) {
		if (!c->severity[s])
			continue;
		buf_printf(b, "%s%u %s%s", sep, c->severity[s], word[s],
			   s >= SEV_WARNING ? plural(c->severity[s]) : "");
		sep = ", ";
	}
	buf_putc(b, ')');
}

static void summary_fixable(struct buf *b, const struct report *r, const struct summary_counts *c)
{
	uint32_t safe = c->safe + (r->o.unsafe ? c->unsafe : 0), more = r->o.unsafe ? 0 : c->unsafe;
	const char *perf = r->o.speed ? "--select perf " : "";

	if (r->o.tried)
		safe = 0;
	if (safe)
		buf_printf(b, "; %u fixable with %s%s", safe, perf, r->o.unsafe ? "--fix --unsafe-fixes" : "--fix");
	if (more && safe)
		buf_printf(b, ", %u more with --unsafe-fixes", more);
	else if (more)
		buf_printf(b, "; %u fixable with %s--fix --unsafe-fixes", more, perf);
}

static void put_escaped(struct buf *b, struct buf *text)
{
	terminal_escape(b, buf_str(text), text->n);
	buf_clear(text);
}

static bool is_listed(const struct lint_stats *st, enum unchecked_why why)
{
	return st->unchecked[why].nsubjects && (why != UNCHECKED_FRAGMENT || !lint_only_fragments(st));
}

/* A line a reason, with what would help. */
static void summary_every_unchecked(struct buf *b, const struct report *r)
{
	struct buf what = { 0 };
	bool any = false;

	for (int i = 0; i < UNCHECKED_WHYS; i++) {
		if (!is_listed(r->stats, i))
			continue;
		buf_puts(b, any ? "  " : "Not checked:\n  ");
		any = true;
		unchecked_say(&what, i, &r->stats->unchecked[i], r->o.cwd);
		put_escaped(b, &what);
		if (i != UNCHECKED_FRAGMENT) /* checked as parts of what inherits from them */
			buf_printf(b, ": %s", unchecked_help(i, &r->stats->unchecked[i]));
		buf_putc(b, '\n');
	}
	buf_release(&what);
}

/* Of how many files that do not load a finding is listed: rules of the config's loading alone find those. */
static uint32_t listed_unloaded(const struct report *r)
{
	struct arena tmp = { 0 };
	struct map seen = { 0 };
	uint32_t n = 0;

	for (size_t i = 0; i < r->found->n; i++)
		for (uint32_t k = 0; k < r->found->at[i].nseen; k++) {
			const struct subject *s = r->found->at[i].seen_in[k];

			if (s->good || (s->put_away && r->found->at[i].severity == SEV_INFO) || map_get(&seen, s))
				continue;
			map_put(&tmp, &seen, s, &seen);
			n++;
		}
	arena_release(&tmp);
	return n;
}

/* The finding above has the reason; if it is hidden, the first file is named. */
static bool summary_reports_unloaded(struct buf *b, const struct report *r)
{
	const struct unchecked *u = &r->stats->unchecked[UNCHECKED_LOAD];
	uint32_t unselected = 0, listed = listed_unloaded(r);

	if (u->nsubjects <= r->stats->carried[CARRIED_CONFIGS].unloaded) /* not the project's own: summary_hidden */
		return true;

	for (uint32_t i = 0; i < r->stats->nkinds; i++)
		unselected += r->stats->of[i].unselected;
	if (unselected || !r->found->n)
		return false;
	buf_printf(b, "%u %s not load", u->nsubjects, u->nsubjects == 1 ? "file does" : "files do");
	if (listed)
		loading_say_listed(b, listed, u->nsubjects);
	else
		loading_say_first(b, u, r->o.cwd);
	buf_printf(b, ": fix %s first; the other rules did not run there.\n", u->nsubjects == 1 ? "it" : "these");
	return true;
}

/* Reasons that leave most of a file unchecked, one line each; one line for the rest, and only if an option would help.
 */
static void summary_unchecked(struct buf *b, const struct report *r, bool load_reported)
{
	const struct unchecked *all = r->stats->unchecked;
	struct buf what = { 0 };

	for (int i = 0; i < UNCHECKED_WHYS; i++) {
		if (!is_listed(r->stats, i) || i == UNCHECKED_FRAGMENT || unchecked_is_partial(i) ||
		    (i == UNCHECKED_RULES && r->found->n) ||
		    (i == UNCHECKED_LOAD && (load_reported || summary_reports_unloaded(b, r))))
			continue;
		unchecked_say(&what, i, &all[i], r->o.cwd);
		buf_puts(b, "Not checked: ");
		put_escaped(b, &what);
		buf_printf(b, ": %s.\n", unchecked_help(i, &all[i]));
	}
	if (all[UNCHECKED_DIALECT].nsubjects)
		buf_printf(b, "cfglint does not recognise the training code of %u %s: only general rules ran there.\n",
			   all[UNCHECKED_DIALECT].nsubjects,
			   all[UNCHECKED_DIALECT].nsubjects == 1 ? all[UNCHECKED_DIALECT].first->kind->one
								 : all[UNCHECKED_DIALECT].first->kind->many);
	if (r->found->n && unchecked_say_briefly(&what, all))
		buf_printf(b, "%s.\n", buf_str(&what));
	buf_release(&what);
}

/* Files that were read, by what is known of them. */
struct tally {
	uint32_t whole, partial, unread;
};

static struct tally tally_of(const struct lint_count *of)
{
	uint32_t lost = of->unread + of->unloaded + of->away, read = of->files > lost ? of->files - lost : 0,
		 whole = of->whole < read ? of->whole : read;

	return (struct tally){ whole, read - whole, of->unread };
}

static struct tally tally_all(const struct lint_stats *st)
{
	struct tally sum = { .unread = st->unwalked };

	for (uint32_t i = 0; i < st->nkinds; i++) {
		struct tally t = tally_of(&st->of[i]);

		sum.whole += t.whole;
		sum.partial += t.partial;
		sum.unread += t.unread;
	}
	return sum;
}

/* Beside findings: else only standard error reports it. */
static void summary_unread(struct buf *b, const struct report *r)
{
	const struct unreadable *first = NULL;
	struct buf text = { 0 };
	uint32_t n = 0;

	for (const struct unreadable *u = r->unreadable; u; u = u->next) {
		first = first || !u->path ? first : u;
		n += u->path != NULL;
	}
	if (first)
		buf_printf(&text, "Not read: %s", first->message);
	if (n > 1)
		buf_printf(&text, "; and %u more", n - 1);
	put_escaped(b, &text);
	buf_puts(b, first ? ".\n" : "");
	buf_release(&text);
}

/* "12 configs, 30 partial configs and 2 logs" */
static void put_kinds(struct buf *b, const struct lint_stats *st)
{
	const char *part[2 * KINDS_MAX];
	struct arena tmp = { 0 };
	uint32_t n = 0;

	for (uint32_t i = 0; i < st->nkinds; i++) {
		const struct subject_kind *kind = st->of[i].kind;
		struct tally t = tally_of(&st->of[i]);

		if (t.whole)
			part[n++] = arena_printf(&tmp, "%u %s", t.whole, t.whole == 1 ? kind->one : kind->many);
		if (t.partial)
			part[n++] =
				arena_printf(&tmp, "%u partial %s", t.partial, t.partial == 1 ? kind->one : kind->many);
	}
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, "%s%s", !i ? "" : i + 1 < n ? ", " : " and ", part[i]);
	arena_release(&tmp);
}

/* Fragments are linted as parts of the configs that inherit from them; only few rules apply to them alone. */
static void summary_fragments(struct buf *b, const struct lint_stats *st, uint32_t n)
{
	const struct subject_kind *kind = st->unchecked[UNCHECKED_FRAGMENT].nsubjects
						  ? st->unchecked[UNCHECKED_FRAGMENT].first->kind
						  : st->of[0].kind;

	for (uint32_t i = 0; i < st->nkinds; i++)
		if (st->of[i].through) { /* they were checked as parts of these */
			buf_puts(b, "No findings.\n");
			return;
		}
	buf_printf(b,
		   "No findings, but %s only part of a %s: only rules for fragments ran. Name a %s that inherits from "
		   "%s.\n",
		   n == 1 ? "this file is" : "these files are each", kind->one, kind->one, n == 1 ? "it" : "them");
}

/* Clean is only what was read, is complete, and was checked by all rules. */
static void summary_clean(struct buf *b, const struct report *r)
{
	const struct lint_stats *st = r->stats;
	struct tally all = tally_all(st);
	bool checked = lint_all_checked(st) && !st->nforeign, old = r->old && r->old->n,
	     carried = (st->carried[CARRIED_CONFIGS].nfindings || st->carried[CARRIED_PROGRAMS].nfindings) && !old;
	struct buf kinds = { 0 }, brief = { 0 };

	put_kinds(&kinds, st);
	if (!all.whole) {
		if (all.partial)
			summary_fragments(b, st, all.partial);
		if (all.partial && all.unread)
			buf_printf(b, "%u not read.\n", all.unread);
	} else {
		if (r->o.speed)
			buf_printf(b, "No speed suggestions in %s", buf_str(&kinds));
		else if (old || carried || !checked || all.partial)
			buf_printf(b, "No %sfindings%s in %s", old ? "new " : "", carried ? " to show" : "",
				   buf_str(&kinds));
		else if (all.unread)
			buf_printf(b, "%s clean", buf_str(&kinds));
		else if (all.whole == 1)
			buf_printf(b, "The %s is clean", strchr(buf_str(&kinds), ' ') + 1);
		else
			buf_printf(b, strstr(buf_str(&kinds), " and ") ? "Clean: %s" : "All %s clean", buf_str(&kinds));
		if (all.unread)
			buf_printf(b, ", %u not read", all.unread);
		unchecked_say_briefly(&brief, st->unchecked);
		buf_printf(b, "%s%s.\n", brief.n && !r->o.each ? "; " : "", r->o.each ? "" : buf_str(&brief));
	}
	buf_release(&kinds);
	buf_release(&brief);
}

/* " in 12 configs and 2 logs" */
static void summary_where(struct buf *b, const struct lint_stats *st)
{
	for (uint32_t i = 0; i < st->nkinds; i++) {
		uint32_t n = st->of[i].files + st->of[i].through;

		buf_printf(b, "%s%u %s",
			   !i			? " in "
			   : i + 1 < st->nkinds ? ", "
						: " and ",
			   n, n == 1 ? st->of[i].kind->one : st->of[i].kind->many);
	}
}

void summary_say_through(struct buf *b, const struct report *r, const struct lint_count *of)
{
	uint32_t n = of->through, left_out = r->stats->left_out;

	buf_printf(b, "%u %s checked through %s", n, n == 1 ? of->kind->one : of->kind->many, r->through);
	if (of->through_lost)
		buf_printf(b, "; %u more %s not load", of->through_lost, of->through_lost == 1 ? "does" : "do");
	if (left_out)
		buf_printf(b, "; %u finding%s of %s own not shown", left_out, plural(left_out),
			   n == 1 ? "its" : "their");
}

static void summary_through(struct buf *b, const struct report *r)
{
	struct buf what = { 0 };

	for (uint32_t i = 0; i < r->stats->nkinds && r->first_through; i++)
		if (r->stats->of[i].through + r->stats->of[i].through_lost) {
			summary_say_through(&what, r, &r->stats->of[i]);
			put_escaped(b, &what);
			buf_puts(b, ".\n");
		}
	buf_release(&what);
}

void summary_say_old(struct buf *b, const struct report *r)
{
	buf_printf(b, "%zu old finding%s in %s", r->old->n, plural((uint32_t)r->old->n), r->baseline);
}

void summary_say_carried(struct buf *b, const struct carried *c)
{
	const struct subject_kind *kind = c->first->kind;

	buf_printf(b, "%u finding%s in %s%u %s of %s", c->nfindings, plural(c->nfindings),
		   kind->dialects ? "unmodified lines of " : "", c->nsubjects,
		   c->nsubjects == 1 ? kind->one : kind->many, c->from);
	if (c->unloaded)
		buf_printf(b, ", %u of which do%s not load", c->unloaded, c->unloaded == 1 ? "es" : "");
	if (!kind->dialects)
		buf_puts(b, strchr(c->from, ',') ? ", projects of their own" : ", a project of its own");
}

/* "Hidden: 94 findings in ... (`--carried` shows them), 2 findings silenced by comments." */
static void summary_hidden(struct buf *b, const struct report *r)
{
	struct buf what = { 0 };
	const char *lead = "Hidden: ", *sep = lead;

	for (size_t i = 0; i < CARRIED_KINDS; i++) {
		const struct carried *c = &r->stats->carried[i];

		if (!c->nfindings)
			continue;
		buf_puts(&what, sep);
		summary_say_carried(&what, c);
		buf_printf(&what, " (`--carried` shows %s)", c->nfindings == 1 ? "it" : "them");
		sep = ", ";
	}
	if (r->old && r->old->n) {
		buf_puts(&what, sep);
		summary_say_old(&what, r);
		buf_printf(&what, " (`--no-baseline` shows %s)", r->old->n == 1 ? "it" : "them");
		sep = ", ";
	}
	if (r->stats->suppressed) {
		buf_printf(&what, "%s%u finding%s silenced by comments", sep, r->stats->suppressed,
			   plural(r->stats->suppressed));
		sep = ", ";
	}
	if (r->refuted) {
		buf_printf(&what,
			   "%s%u speed suggestion%s that would save less than 0.5 %% of the run's time (`--pedantic` "
			   "shows %s)",
			   sep, r->refuted, plural(r->refuted), r->refuted == 1 ? "it" : "them");
		sep = ", ";
	}
	if (sep != lead)
		buf_puts(&what, ".");
	put_escaped(b, &what);
	if (sep != lead)
		buf_putc(b, '\n');
	if (r->held && r->held->n)
		buf_printf(b, "%zu speed suggestion%s: run `cfglint slow`.\n", r->held->n,
			   plural((uint32_t)r->held->n));
	buf_release(&what);
}

/* Findings are sorted by file and line, so an error that prevents a run from starting may stand far up. */
static void summary_first_error(struct buf *b, const struct report *r)
{
	enum { NEAR = 4 /* findings before it that don't hide it */ };
	const struct diags *all = r->found;
	size_t i = 0;

	while (i < all->n && all->at[i].severity != SEV_ERROR)
		i++;
	if (i < NEAR || i == all->n)
		return;
	buf_puts(b, "The first error: ");
	terminal_place(b, diag_source(&all->at[i], all->at[i].at), r->o.cwd, all->at[i].at);
	buf_printf(b, " %s.\n", all->at[i].rule->id);
}

static void summary_put(struct buf *b, const struct report *r)
{
	const struct diags *all = r->found;
	const struct lint_stats *stats = r->stats;
	struct summary_counts c = summary_count(all);

	bool reported = loading_say(b, stats, listed_unloaded(r), r->o.cwd);

	if (r->fixed)
		buf_printf(b, "Fixed %u finding%s.\n", r->fixed, plural(r->fixed));
	if (all->n) {
		buf_printf(b, "%s %zu finding%s", r->fixed ? "Left:" : "Found", all->n, plural((uint32_t)all->n));
		summary_severities(b, &c);
		summary_where(b, stats);
		summary_fixable(b, r, &c);
		buf_puts(b, ".\n");
		summary_first_error(b, r);
		summary_unread(b, r);
	} else {
		summary_clean(b, r);
	}
	without_rules_say(b, stats, r->o.cwd, r->o.each);
	if (stats->nsettings)
		buf_printf(b,
			   stats->nsettings == 1 ? "The settings file is valid.\n" : "%u settings files are valid.\n",
			   stats->nsettings);
	summary_through(b, r);
	if (r->o.each)
		summary_every_unchecked(b, r);
	else
		summary_unchecked(b, r, reported);
	summary_hidden(b, r);
}

void summary_print(struct report *r)
{
	struct buf b = { 0 }, lines = { 0 };

	if (r->o.statistics)
		statistics_put(&b, r);
	if (!r->o.quiet)
		summary_put(&b, r);
	flow_lines(&lines, buf_str(&b), 2, r->o.wrap);
	fputs(buf_str(&lines), r->o.to);
	buf_release(&lines);
	buf_release(&b);
}
