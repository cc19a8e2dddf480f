// SPDX-License-Identifier: MIT
/*
 * Unified diffs that `git apply` accepts.
 *
 * A line is its bytes with its ending, so CRLF and a missing final newline need no special comparison.  The common
 * beginning and end are removed first; the rest is compared by Myers' greedy algorithm with a limit: texts that
 * differ in too many lines become one replaced block, which is still a correct diff.
 *
 * Example: old "a\nb\nc\n", new "a\nc\n"
 *          common beginning "a\n", common end "c\n"
 *          the middle "b\n" is deleted: @@ -1,3 +1,2 @@
 */
#include "text/diff.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/vec.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_DIFFERENCES = 1000 };

struct line {
	const char *s;
	size_t n;
	uint64_t hash;
};
VEC(lines, struct line);

struct side {
	struct lines line;
	bool *changed; /* per line: deleted, or inserted */
};

static void split_lines(struct side *side, const char *s, size_t n)
{
	while (n) {
		const char *eol = memchr(s, '\n', n);
		size_t len = eol ? (size_t)(eol - s) + 1 : n;
		vec_push(&side->line, ((struct line){ .s = s, .n = len, .hash = hash_bytes(HASH_BYTES, s, len) }));
		s += len;
		n -= len;
	}
	side->changed = xcalloc(side->line.n, sizeof *side->changed);
}

static void side_release(struct side *side)
{
	vec_release(&side->line);
	free(side->changed);
}

static bool same_line(const struct line *a, const struct line *b)
{
	return a->hash == b->hash && a->n == b->n && !memcmp(a->s, b->s, a->n);
}

/* --- comparison: the middle parts are old[lo, lo + n) and new[lo, lo + m) */

struct middle {
	const struct side *old, *new;
	size_t lo;
	long n, m;
	long *v;	  /* v[d * d + d + k]: the old line reached on diagonal k (old - new) with d differences */
	long differences; /* -1: too many */
};

/* Is the last of d differences on diagonal k an insertion?  The middle of the row for d - 1 stands d before row d. */
static bool inserts(const long *row, long d, long k)
{
	const long *prev = row - d;

	return k == -d || (k != d && prev[k - 1] < prev[k + 1]);
}

/* The old line right behind that difference, before equal lines are followed. */
static long step(const long *row, long d, long k)
{
	if (!d)
		return 0;
	return inserts(row, d, k) ? (row - d)[k + 1] : (row - d)[k - 1] + 1;
}

static bool round_reaches_end(struct middle *c, long d)
{
	long *row = c->v + d * d;

	for (long k = -d; k <= d; k += 2) {
		long x = step(row, d, k);

		while (x < c->n && x - k < c->m &&
		       same_line(&c->old->line.at[c->lo + (size_t)x], &c->new->line.at[c->lo + (size_t)(x - k)]))
			x++;
		row[d + k] = x;
		if (x >= c->n && x - k >= c->m)
			return true;
	}
	return false;
}

static void search(struct middle *c)
{
	long d, most = c->n + c->m < MOST_DIFFERENCES ? c->n + c->m : MOST_DIFFERENCES;
	size_t cap = 64;

	c->v = xcalloc(cap, sizeof *c->v);
	c->differences = -1;
	for (d = 0; d <= most; d++) {
		size_t need = (size_t)((d + 1) * (d + 1));

		while (cap < need)
			c->v = xrealloc(c->v, cap *= 2, sizeof *c->v);
		if (round_reaches_end(c, d)) {
			c->differences = d;
			return;
		}
	}
}

/* Walks back from the end and marks the lines that each round deleted or inserted. */
static void trace_back(const struct middle *c)
{
	long k = c->n - c->m;

	for (long d = c->differences; d > 0; d--) {
		const long *row = c->v + d * d;
		long x = step(row, d, k);

		if (inserts(row, d, k)) {
			c->new->changed[c->lo + (size_t)(x - k - 1)] = true;
			k++;
		} else {
			c->old->changed[c->lo + (size_t)(x - 1)] = true;
			k--;
		}
	}
}

static void mark_all(const struct middle *c)
{
	for (long i = 0; i < c->n; i++)
		c->old->changed[c->lo + (size_t)i] = true;
	for (long i = 0; i < c->m; i++)
		c->new->changed[c->lo + (size_t)i] = true;
}

static void compare(const struct side *old, const struct side *new)
{
	size_t n = old->line.n, m = new->line.n, lo = 0;

	while (lo < n && lo < m && same_line(&old->line.at[lo], &new->line.at[lo]))
		lo++;
	while (n > lo && m > lo && same_line(&old->line.at[n - 1], &new->line.at[m - 1])) {
		n--;
		m--;
	}

	struct middle c = { .old = old, .new = new, .lo = lo, .n = (long)(n - lo), .m = (long)(m - lo) };

	search(&c);
	if (c.differences < 0)
		mark_all(&c);
	else
		trace_back(&c);
	free(c.v);
}

/* --- printing */

/* Length of the character at s if a name contains it unescaped; 0: it must be escaped. */
static unsigned plain_character(const char *s)
{
	unsigned len = utf8_len(s, strnlen(s, 4));

	return !len || utf8_acts(utf8_decode(s, len)) || *s == '"' || *s == '\\' ? 0 : len;
}

/* Writes a name as git does: in quotes if it contains a quote, a backslash, a control character or invalid UTF-8. */
static void add_name(struct buf *out, char side, const char *rel)
{
	const char *end, *quote = "";

	rel += strspn(rel, "/"); /* a file outside the repository: git accepts no absolute names */
	for (end = rel; *end && plain_character(end);)
		end += plain_character(end);
	if (*end)
		quote = "\"";
	buf_printf(out, "%s%c/", quote, side);
	for (const char *p = rel; *p;) {
		unsigned len = plain_character(p);

		if (len) {
			buf_add(out, p, len);
			p += len;
		} else if (*p == '"' || *p == '\\') {
			buf_printf(out, "\\%c", *p++);
		} else {
			/* byte by byte to the end of the character */
			do
				buf_printf(out, "\\%03o", (unsigned char)*p++);
			while (*p && !utf8_starts(*p));
		}
	}
	buf_puts(out, quote);
}

static void add_header(struct buf *out, const char *rel, bool is_new)
{
	buf_puts(out, "diff --git ");
	add_name(out, 'a', rel);
	buf_putc(out, ' ');
	add_name(out, 'b', rel);
	buf_puts(out, is_new ? "\nnew file mode 100644\n" : "\n");
}

static void add_names(struct buf *out, const char *rel, bool is_new)
{
	const char *end = strchr(rel, ' ') ? "\t\n" : "\n"; /* the tab marks the end of a name with spaces */

	buf_puts(out, "--- ");
	if (is_new) {
		buf_puts(out, "/dev/null\n");
	} else {
		add_name(out, 'a', rel);
		buf_puts(out, end);
	}
	buf_puts(out, "+++ ");
	add_name(out, 'b', rel);
	buf_puts(out, end);
}

static void add_line(struct buf *out, char mark, const struct line *l)
{
	buf_putc(out, mark);
	buf_add(out, l->s, l->n);
	if (l->s[l->n - 1] != '\n')
		buf_puts(out, "\n\\ No newline at end of file\n");
}

struct hunk {
	size_t a, b, na, nb; /* first line and count, old and new */
};

static void add_hunk(struct buf *out, const struct side *old, const struct side *new, struct hunk h)
{
	size_t i = h.a, j = h.b;

	/* A side without lines has the number of the line before it. */
	buf_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", h.na ? h.a + 1 : h.a, h.na, h.nb ? h.b + 1 : h.b, h.nb);
	while (i < h.a + h.na || j < h.b + h.nb) {
		if (i < h.a + h.na && old->changed[i]) {
			add_line(out, '-', &old->line.at[i++]);
		} else if (j < h.b + h.nb && new->changed[j]) {
			add_line(out, '+', &new->line.at[j++]);
		} else {
			add_line(out, ' ', &old->line.at[i++]);
			j++;
		}
	}
}

static bool changed_at(const struct side *old, const struct side *new, size_t i, size_t j)
{
	return (i < old->line.n && old->changed[i]) || (j < new->line.n &&new->changed[j]);
}

/* The hunk around the change at *i, *j. It continues while the next change is at most 2 * context lines away. */
static struct hunk take_hunk(const struct side *old, const struct side *new, size_t *i, size_t *j, unsigned context)
{
	size_t before = *i < context ? *i : context, equal = 0;
	struct hunk h = { .a = *i - before, .b = *j - before };
	size_t end_a = *i, end_b = *j;

	while ((*i < old->line.n || *j < new->line.n) && equal <= 2 * (size_t)context) {
		if (!changed_at(old, new, *i, *j)) {
			++*i;
			++*j;
			equal++;
			continue;
		}
		while (*i < old->line.n && old->changed[*i])
			++*i;
		while (*j < new->line.n &&new->changed[*j])
			++*j;
		equal = 0;
		end_a = *i;
		end_b = *j;
	}

	size_t after = old->line.n - end_a < context ? old->line.n - end_a : context;

	h.na = end_a + after - h.a;
	h.nb = end_b + after - h.b;
	return h;
}

static void add_hunks(struct buf *out, const struct side *old, const struct side *new, unsigned context)
{
	size_t i = 0, j = 0;

	while (i < old->line.n || j < new->line.n) {
		if (changed_at(old, new, i, j)) {
			add_hunk(out, old, new, take_hunk(old, new, &i, &j, context));
		} else {
			i++;
			j++;
		}
	}
}

static void diff(struct buf *out, const char *rel, const struct side *old, const struct side *new, unsigned context,
		 bool is_new)
{
	add_header(out, rel, is_new);
	if (!old->line.n && !new->line.n)
		return;
	add_names(out, rel, is_new);
	compare(old, new);
	add_hunks(out, old, new, context);
}

void text_changes(const char *old, size_t nold, const char *new, size_t nnew,
		  void (*see)(void *ctx, size_t lo, size_t hi, size_t at, size_t end), void *ctx)
{
	struct side a = { 0 }, b = { 0 };
	size_t i = 0, j = 0, lo, at, x = 0, y = 0;

	split_lines(&a, old, nold);
	split_lines(&b, new, nnew);
	compare(&a, &b);
	while (i < a.line.n || j < b.line.n) {
		bool changed = changed_at(&a, &b, i, j);

		for (lo = x; changed && i < a.line.n && a.changed[i]; i++)
			x += a.line.at[i].n;
		for (at = y; changed && j < b.line.n && b.changed[j]; j++)
			y += b.line.at[j].n;
		if (changed) {
			see(ctx, lo, x, at, y);
			continue;
		}
		x += a.line.at[i++].n;
		y += b.line.at[j++].n;
	}
	side_release(&a);
	side_release(&b);
}

void text_diff(struct buf *out, const char *rel, const char *old, size_t nold, const char *new, size_t nnew,
	       unsigned context)
{
	struct side a = { 0 }, b = { 0 };

	if (nold == nnew && (!nold || !memcmp(old, new, nold)))
		return;
	split_lines(&a, old, nold);
	split_lines(&b, new, nnew);
	diff(out, rel, &a, &b, context, false);
	side_release(&a);
	side_release(&b);
}

void text_diff_new(struct buf *out, const char *rel, const char *text, size_t n)
{
	struct side a = { 0 }, b = { 0 };

	split_lines(&a, NULL, 0);
	split_lines(&b, text, n);
	diff(out, rel, &a, &b, 0, true);
	side_release(&a);
	side_release(&b);
}
