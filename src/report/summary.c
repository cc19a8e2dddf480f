// SPDX-License-Identifier: MIT
/* Counts of what was found and of what can be fixed, in words. What could not be read or judged is never called clean.
 */
#include "report/summary.h"

static bool has_fix(const struct diag *d, enum safety safety)
{
	for (uint32_t i = 0; i < d->nfixes; i++)
		if (d->fix[i].safety == safety)
			return true;
	return false;
}

struct counts {
	uint32_t severity[4], safe, unsafe;
};

static struct counts count(const struct diags *all)
{
	struct counts c = { 0 };

	for (size_t i = 0; i < all->n; i++) {
		const struct diag *d = &all->at[i];

		c.severity[d->severity]++;
		if (has_fix(d, SAFETY_SAFE))
			c.safe++;
		else if (has_fix(d, SAFETY_UNSAFE))
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

static void summary_unjudged(struct buf *b, const struct lint_stats *st)
{
	if (!st->unjudged)
		return;
	buf_printf(b, "%u check%s could not be made because the training machine is not known", st->unjudged,
		   plural(st->unjudged));
	if (st->wants_gpus || st->wants_cores)
		buf_printf(b, "; give %s%s%s", st->wants_gpus ? "--gpus" : "",
			   st->wants_gpus && st->wants_cores ? " and " : "", st->wants_cores ? "--cores" : "");
	buf_puts(b, ".\n");
}

/* Fragments are judged as parts of what inherits from them; by themselves only few rules fit them. */
static void summary_fragments(struct buf *b, uint32_t fragments, uint32_t clean)
{
	if (clean)
		buf_printf(b,
			   "%u more file%s %s no complete config: only rules that fit fragments were checked there.\n",
			   fragments, plural(fragments), fragments == 1 ? "is" : "are");
	else
		buf_printf(b,
			   "No findings, but %s no complete config: only rules that fit fragments were checked. Name a "
			   "config "
			   "that inherits from %s.\n",
			   fragments == 1 ? "the file is" : "these files are", fragments == 1 ? "it" : "them");
}

static void summary_clean(struct buf *b, const struct report *r)
{
	const struct lint_stats *stats = r->stats;
	uint32_t read = stats->files > r->unread ? stats->files - r->unread : 0,
		 clean = stats->roots < read ? stats->roots : read;

	if (r->unread && read)
		buf_printf(b, "%u config%s clean, %u not read.\n", clean, plural(clean), r->unread);
	else if (clean)
		buf_printf(b, clean == 1 ? "The config is clean.\n" : "All %u configs clean.\n", clean);
	if (clean < read)
		summary_fragments(b, read - clean, clean);
}

void summary_print(struct report *r)
{
	const struct diags *all = r->found;
	const struct lint_stats *stats = r->stats;
	struct counts c = count(all);
	struct buf b = { 0 };

	if (r->o.quiet)
		return;
	if (r->fixed)
		buf_printf(&b, "Fixed %u finding%s.\n", r->fixed, plural(r->fixed));
	if (all->n) {
		buf_printf(&b, "%s %zu finding%s", r->fixed ? "Left:" : "Found", all->n, plural((uint32_t)all->n));
		summary_severities(&b, &c);
		buf_printf(&b, " in %u config%s", stats->files, plural(stats->files));
		summary_fixable(&b, r, &c);
		buf_puts(&b, ".\n");
	} else {
		summary_clean(&b, r);
	}
	if (stats->suppressed)
		buf_printf(&b, "%u finding%s silenced by comments.\n", stats->suppressed, plural(stats->suppressed));
	summary_unjudged(&b, stats);
	fputs(buf_str(&b), r->o.to);
	buf_release(&b);
}
