// SPDX-License-Identifier: MIT
/* Counts of what was found and of what can be fixed, in words. What could not be read or judged is never called clean.
 */
#include "report/flow.h"
#include "report/statistics.h"
#include "report/summary.h"
#include "report/terminal.h"
#include <stdlib.h>
#include <string.h>

struct counts {
	uint32_t severity[4], safe, unsafe;
};

static struct counts count(const struct diags *all)
{
	struct counts c = { 0 };

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

static void summary_severities(struct buf *b, const struct counts *c)
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

static void summary_fixable(struct buf *b, const struct report *r, const struct counts *c)
{
	uint32_t safe = c->safe + (r->o.unsafe ? c->unsafe : 0), more = r->o.unsafe ? 0 : c->unsafe;

	if (r->o.tried)
		safe = 0;
	if (safe)
		buf_printf(b, "; %u fixable with %s", safe, r->o.unsafe ? "--fix --unsafe-fixes" : "--fix");
	if (more)
		buf_printf(b, safe ? ", %u more with --unsafe-fixes" : "; %u fixable with --fix --unsafe-fixes", more);
}

/* A line a reason, with what would help. */
static void summary_unchecked(struct buf *b, const struct report *r)
{
	struct buf what = { 0 };
	bool any = false;

	for (int i = 0; i < UNCHECKED_WHYS; i++) {
		const struct unchecked *u = &r->stats->unchecked[i];

		if (!u->nsubjects || i == UNCHECKED_FRAGMENT) /* told by summary_clean */
			continue;
		if (!any)
			buf_puts(b, "Not checked:\n");
		any = true;
		buf_puts(b, "  ");
		unchecked_say(&what, i, u, r->o.cwd);
		terminal_escape(b, buf_str(&what), what.n);
		buf_printf(b, ": %s\n", unchecked_help(i, u));
		buf_clear(&what);
	}
	buf_release(&what);
}

/* Fragments are judged as parts of what inherits from them; by themselves only few rules fit them. */
static void summary_fragments(struct buf *b, const struct lint_count *of, uint32_t fragments, uint32_t clean)
{
	const char *one = of->kind->one;

	if (of->through)
		buf_puts(b, clean ? "" : "No findings.\n"); /* they were checked as parts of these */
	else if (clean)
		buf_printf(b, "%u more file%s %s no complete %s: only rules that fit fragments were checked there.\n",
			   fragments, plural(fragments), fragments == 1 ? "is" : "are", one);
	else
		buf_printf(b,
			   "No findings, but %s no complete %s: only rules that fit fragments were checked. Name a %s "
			   "that "
			   "inherits from %s.\n",
			   fragments == 1 ? "the file is" : "these files are", one, one,
			   fragments == 1 ? "it" : "them");
}

/* unwalked: what else was not read, beside files of this kind */
static void summary_clean(struct buf *b, const struct lint_count *of, uint32_t unwalked, bool all_checked,
			  const struct report *r)
{
	const struct carried *carried = &r->stats->carried;

	uint32_t lost = of->unread + of->unloaded, read = of->files > lost ? of->files - lost : 0,
		 clean = of->whole < read ? of->whole : read;

	if (carried->nfindings && carried->first->kind == of->kind) /* told by summary_carried */
		buf_printf(b, "No findings to list in %u %s.\n", clean, clean == 1 ? of->kind->one : of->kind->many);
	else if (clean && r->old && r->old->n)
		buf_printf(b, "No new findings in %u %s%s.\n", clean, clean == 1 ? of->kind->one : of->kind->many,
			   all_checked ? "" : ", but not everything was checked");
	else if (clean && !all_checked)
		buf_printf(b, "No findings in %u %s, but not everything was checked.\n", clean,
			   clean == 1 ? of->kind->one : of->kind->many);
	else if (of->unread + unwalked && read)
		buf_printf(b, "%u %s clean, %u not read.\n", clean, clean == 1 ? of->kind->one : of->kind->many,
			   of->unread + unwalked);
	else if (clean == 1)
		buf_printf(b, "The %s is clean.\n", of->kind->one);
	else if (clean)
		buf_printf(b, "All %u %s clean.\n", clean, of->kind->many);
	if (clean < read)
		summary_fragments(b, of, read - clean, clean);
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
		buf_printf(b, "; %u more can't be loaded by %s", of->through_lost,
			   of->through_lost == 1 ? "itself" : "themselves");
	if (left_out)
		buf_printf(b, "; %u finding%s of %s own left out", left_out, plural(left_out),
			   n == 1 ? "its" : "their");
}

static void summary_through(struct buf *b, const struct report *r)
{
	struct buf what = { 0 };

	for (uint32_t i = 0; i < r->stats->nkinds && r->first_through; i++)
		if (r->stats->of[i].through + r->stats->of[i].through_lost) {
			summary_say_through(&what, r, &r->stats->of[i]);
			terminal_escape(b, buf_str(&what), what.n);
			buf_puts(b, ".\n");
			buf_clear(&what);
		}
	buf_release(&what);
}

static uint32_t subjects_of(const struct diags *all)
{
	struct arena tmp = { 0 };
	const struct diag **of = (const struct diag **)arena_array(&tmp, void *, all->n + 1);
	uint32_t n;

	for (size_t i = 0; i < all->n; i++)
		of[i] = &all->at[i];
	diags_seen_in(&tmp, of, all->n, &n);
	arena_release(&tmp);
	return n;
}

void summary_say_old(struct buf *b, const struct report *r)
{
	buf_printf(b, "%zu old finding%s in %s", r->old->n, plural((uint32_t)r->old->n), r->baseline);
}

void summary_say_carried(struct buf *b, const struct carried *c)
{
	const struct subject_kind *kind = c->first->kind;

	buf_printf(b, "%u finding%s in %u %s of %s, carried along unchanged, %s not listed", c->nfindings,
		   plural(c->nfindings), c->nsubjects, c->nsubjects == 1 ? kind->one : kind->many, c->from,
		   c->nfindings == 1 ? "is" : "are");
}

static void summary_old(struct buf *b, const struct report *r)
{
	struct buf what = { 0 };

	if (r->old && r->old->n) {
		summary_say_old(&what, r);
		terminal_escape(b, buf_str(&what), what.n);
		buf_puts(b, ".\n");
	}
	buf_release(&what);
}

static void summary_carried(struct buf *b, const struct carried *c)
{
	if (!c->nfindings)
		return;
	summary_say_carried(b, c);
	buf_puts(b, ": --carried lists them.\n");
}

static void summary_held(struct buf *b, const struct diags *held)
{
	uint32_t in;

	if (!held || !held->n)
		return;
	in = subjects_of(held);
	buf_printf(b, "%zu suggestion%s for speed in %u %s: `cfglint slow` tells them.\n", held->n, plural(held->n), in,
		   in == 1 ? held->at[0].seen_in[0]->kind->one : held->at[0].seen_in[0]->kind->many);
}

/* Findings come by file and line, so what keeps a run from starting may stand far up. */
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
	struct counts c = count(all);

	if (r->fixed)
		buf_printf(b, "Fixed %u finding%s.\n", r->fixed, plural(r->fixed));
	if (all->n) {
		buf_printf(b, "%s %zu finding%s", r->fixed ? "Left:" : "Found", all->n, plural((uint32_t)all->n));
		summary_severities(b, &c);
		summary_where(b, stats);
		summary_fixable(b, r, &c);
		buf_puts(b, ".\n");
		summary_first_error(b, r);
	} else {
		for (uint32_t i = 0; i < stats->nkinds; i++)
			summary_clean(b, &stats->of[i], i ? 0 : stats->unwalked, lint_all_checked(stats), r);
	}
	summary_through(b, r);
	if (stats->suppressed)
		buf_printf(b, "%u finding%s silenced by comments.\n", stats->suppressed, plural(stats->suppressed));
	summary_old(b, r);
	summary_carried(b, &stats->carried);
	if (r->refuted)
		buf_printf(b,
			   "%u suggestion%s for speed not listed: the run shows that %s less than 0.5 %% of its time, "
			   "if any "
			   "(--pedantic lists them).\n",
			   r->refuted, plural(r->refuted), r->refuted == 1 ? "it is about" : "each is about");
	summary_held(b, r->held);
	summary_unchecked(b, r);
}

/* Each line by itself: what is indented goes on two blanks further in. */
static void put_lines(const struct report *r, const struct buf *lines)
{
	struct arena tmp = { 0 };
	struct buf out = { 0 };

	for (size_t i = 0, n; i < lines->n; i += n + 1) {
		const char *line = lines->s + i;

		n = strcspn(line, "\n");
		flow_on(&out, arena_strndup(&tmp, line, n), (unsigned)strspn(line, " ") + 2, r->o.wrap);
		buf_putc(&out, '\n');
	}
	fputs(buf_str(&out), r->o.to);
	buf_release(&out);
	arena_release(&tmp);
}

void summary_print(struct report *r)
{
	struct buf b = { 0 };

	if (r->o.statistics)
		statistics_put(&b, r);
	if (!r->o.quiet)
		summary_put(&b, r);
	put_lines(r, &b);
	buf_release(&b);
}
