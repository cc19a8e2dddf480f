// SPDX-License-Identifier: MIT
/* The table of reporters and what they share: names, places, colours, escaping, the summary. */
#include "report/report.h"
#include "base/path.h"
#include <string.h>

static const struct reporter *const reporters[] = { &out_full, &out_concise, &out_json };

const struct reporter *reporter_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(reporters); i++)
		if (strcmp(reporters[i]->name, name) == 0)
			return reporters[i];
	return NULL;
}

const char *out_relative(struct arena *a, const char *cwd, const char *path)
{
	const char *rel = path_relative(a, cwd, path);

	return strlen(rel) < strlen(path) || path_inside(cwd, path) ? rel : path;
}

/* Length of the UTF-8 sequence at s, 0 when it is none; its code point in *c. */
static size_t utf8_at(const char *s, size_t n, uint32_t *c)
{
	const unsigned char *p = (const unsigned char *)s;
	size_t len = p[0] < 0x80 ? 1 : p[0] >= 0xF0 && p[0] < 0xF5 ? 4 : p[0] >= 0xE0 ? 3 : p[0] >= 0xC2 ? 2 : 0;

	if (len == 0 || len > n || p[0] >= 0xF5)
		return 0;
	*c = len == 1 ? p[0] : p[0] & (0x7Fu >> len);
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
		*c = *c << 6 | (p[i] & 0x3F);
	}
	return len;
}

/* Moves the cursor, colours text, or reorders it (bidirectional controls): never sent to a terminal. */
static bool is_unprintable(uint32_t c)
{
	return (c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F ||
	       (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

void out_escape(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		uint32_t c = 0;
		size_t len = utf8_at(s + i, n - i, &c);

		if (len && !is_unprintable(c))
			buf_add(b, s + i, len);
		else if (len == 0 || c < 0x100)
			buf_printf(b, "\\x%02x", len ? c : (unsigned char)s[i]);
		else
			buf_printf(b, "\\u%04x", c);
		i += len ? len : 1;
	}
}

void out_point(struct buf *b, const char *cwd, const char *path, struct point at)
{
	struct arena tmp = { 0 };
	const char *name = path ? out_relative(&tmp, cwd, path) : NULL;

	if (!name) {
		buf_puts(b, "(no place)");
		return;
	}
	out_escape(b, name, strlen(name));
	buf_printf(b, ":%u:%u", at.line + 1, at.col32 + 1);
	arena_release(&tmp);
}

void out_place(struct buf *b, const struct graph *g, const char *cwd, struct span at)
{
	const struct source *src = graph_source(g, at.file);

	out_point(b, cwd, src ? src->path : NULL, src ? source_point(src, at.lo) : (struct point){ 0 });
}

void out_style(struct buf *b, bool color, enum out_style s)
{
	static const char *const code[] = { "0", "1", "1;31", "1;33", "1;36", "1;34", "34" };

	if (color)
		buf_printf(b, "\033[%sm", code[s]);
}

enum out_style out_severity_style(enum severity s)
{
	switch (s) {
	case SEV_ERROR:
		return STYLE_ERROR;
	case SEV_WARNING:
		return STYLE_WARNING;
	case SEV_PERFORMANCE:
		return STYLE_PERFORMANCE;
	case SEV_INFO:
		break;
	}
	return STYLE_INFO;
}

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

static void summary_fixable(struct buf *b, const struct out *o, const struct counts *c)
{
	uint32_t safe = c->safe + (o->unsafe ? c->unsafe : 0), more = o->unsafe ? 0 : c->unsafe;

	if (o->tried)
		safe = 0;
	if (safe)
		buf_printf(b, "; %u fixable with %s", safe, o->unsafe ? "--fix --unsafe-fixes" : "--fix");
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

static void summary_clean(struct buf *b, const struct out *o, const struct lint_stats *stats)
{
	uint32_t read = stats->files > o->unread ? stats->files - o->unread : 0,
		 clean = stats->roots < read ? stats->roots : read;

	if (o->unread && read)
		buf_printf(b, "%u config%s clean, %u not read.\n", clean, plural(clean), o->unread);
	else if (clean)
		buf_printf(b, clean == 1 ? "The config is clean.\n" : "All %u configs clean.\n", clean);
	if (clean < read)
		summary_fragments(b, read - clean, clean);
}

void out_summary(struct out *o, const struct diags *all, const struct lint_stats *stats)
{
	struct counts c = count(all);
	struct buf b = { 0 };

	if (o->quiet)
		return;
	if (o->fixed)
		buf_printf(&b, "Fixed %u finding%s.\n", o->fixed, plural(o->fixed));
	if (all->n) {
		buf_printf(&b, "%s %zu finding%s", o->fixed ? "Left:" : "Found", all->n, plural((uint32_t)all->n));
		summary_severities(&b, &c);
		buf_printf(&b, " in %u config%s", stats->files, plural(stats->files));
		summary_fixable(&b, o, &c);
		buf_puts(&b, ".\n");
	} else {
		summary_clean(&b, o, stats);
	}
	if (stats->suppressed)
		buf_printf(&b, "%u finding%s silenced by comments.\n", stats->suppressed, plural(stats->suppressed));
	summary_unjudged(&b, stats);
	fputs(buf_str(&b), o->to);
	buf_release(&b);
}
