// SPDX-License-Identifier: MIT
/* Findings for people: place and message, the source lines with carets, then related places, the fix, and where it was
 * seen. */
#include "report/report.h"
#include <string.h>

enum { SNIPPET_LINES = 3, TAB = 4, EXAMPLES = 3 };

static void begin(struct out *o)
{
	(void)o;
}

static void headline(struct out *o, struct buf *b, const struct diag *d)
{
	out_style(b, o->color, STYLE_BOLD);
	out_place(b, o->g, o->cwd, d->at);
	out_style(b, o->color, STYLE_PLAIN);
	buf_puts(b, ": ");
	out_style(b, o->color, out_severity_style(d->severity));
	buf_printf(b, "%s[%s]", severity_name(d->severity), d->rule->id);
	out_style(b, o->color, STYLE_PLAIN);
	buf_putc(b, ' ');
	out_escape(b, d->msg, strlen(d->msg));
	buf_putc(b, '\n');
}

/* --- snippet */
static uint32_t line_end(const struct source *s, uint32_t line)
{
	uint32_t end = line + 1 < s->nlines ? s->line[line + 1] : s->len;

	while (end > s->line[line] && (s->bytes[end - 1] == '\n' || s->bytes[end - 1] == '\r'))
		end--;
	return end;
}

/* Columns that a character takes: East Asian wide ones two. Close enough for carets. */
static unsigned width_of(uint32_t c)
{
	return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
			       (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
			       (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x1F300 && c <= 0x1FAFF) ||
			       (c >= 0x20000 && c <= 0x3FFFD)
		       ? 2
		       : 1;
}

static uint32_t code_point(const char *s, size_t n)
{
	static const unsigned char mask[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
	uint32_t c = (unsigned char)s[0] & mask[n];

	for (size_t i = 1; i < n; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3F);
	return c;
}

static size_t sequence_length(const char *s, size_t n)
{
	unsigned char c = (unsigned char)*s;
	size_t len = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;

	return len <= n ? len : 1;
}

/* One character as shown, tabs as blanks; returns the columns it takes. */
static unsigned put_char(struct buf *b, const char *s, size_t n)
{
	size_t before = b->n;

	if (*s == '\t') {
		buf_puts(b, "    ");
		return TAB;
	}
	out_escape(b, s, n);
	return b->n - before == n ? width_of(code_point(s, n)) : (unsigned)(b->n - before);
}

struct shown { /* a line as shown, and where the marked part of it begins and ends */
	struct buf text;
	unsigned from, to;
};

static void show_line(struct shown *sh, const struct source *s, uint32_t lo, uint32_t hi, struct span mark)
{
	unsigned column = 0;

	for (uint32_t i = lo; i < hi;) {
		size_t n = sequence_length(s->bytes + i, hi - i);

		if (i <= mark.lo)
			sh->from = column;
		column += put_char(&sh->text, s->bytes + i, n);
		i += (uint32_t)n;
		if (i <= mark.hi)
			sh->to = column;
	}
	if (mark.lo >= hi)
		sh->from = column;
	if (sh->to <= sh->from)
		sh->to = sh->from + 1;
}

static void gutter(struct out *o, struct buf *b, unsigned digits, uint32_t line)
{
	out_style(b, o->color, STYLE_FRAME);
	if (line)
		buf_printf(b, "%*u | ", (int)digits, line);
	else
		buf_printf(b, "%*s | ", (int)digits, "");
	out_style(b, o->color, STYLE_PLAIN);
}

static void carets(struct out *o, struct buf *b, const struct shown *sh, enum out_style style)
{
	for (unsigned i = 0; i < sh->from; i++)
		buf_putc(b, ' ');
	out_style(b, o->color, style);
	for (unsigned i = sh->from; i < sh->to; i++)
		buf_putc(b, '^');
	out_style(b, o->color, STYLE_PLAIN);
	buf_putc(b, '\n');
}

/* Lines longer than this are cut to [lo, hi) around the mark, on character borders. */
static void cut(const struct source *s, uint32_t *lo, uint32_t *hi, struct span mark, unsigned width)
{
	uint32_t from = mark.lo > *lo + width / 2 ? mark.lo - width / 2 : *lo;

	if (*hi - *lo <= width)
		return;
	while (from > *lo && ((unsigned char)s->bytes[from] & 0xC0) == 0x80)
		from--;
	*lo = from;
	if (*hi - from > width)
		*hi = from + width;
	while (*hi > from && ((unsigned char)s->bytes[*hi] & 0xC0) == 0x80)
		(*hi)--;
}

static void snippet_line(struct out *o, struct buf *b, const struct source *s, uint32_t line, unsigned digits,
			 const struct diag *d)
{
	uint32_t lo = s->line[line], hi = line_end(s, line);
	struct shown sh = { 0 };

	if (hi - lo > 4u * TAB + o->width)
		cut(s, &lo, &hi, d->at, o->width);
	show_line(&sh, s, lo, hi, d->at);
	gutter(o, b, digits, line + 1);
	if (sh.text.n)
		buf_add(b, sh.text.s, sh.text.n);
	buf_putc(b, '\n');
	if (s->line[line] <= d->at.lo) { /* carets under the first line only */
		gutter(o, b, digits, 0);
		carets(o, b, &sh, out_severity_style(d->severity));
	}
	buf_release(&sh.text);
}

static unsigned digits_of(uint32_t n)
{
	unsigned d = 1;

	while (n >= 10)
		n /= 10, d++;
	return d;
}

static unsigned snippet(struct out *o, struct buf *b, const struct diag *d)
{
	const struct source *s = graph_source(o->g, d->at.file);
	uint32_t first, last;
	unsigned digits;

	if (!s || d->at.hi == 0) /* the file as a whole */
		return 1;
	first = source_point(s, d->at.lo).line;
	last = source_point(s, d->at.hi > d->at.lo ? d->at.hi - 1 : d->at.lo).line;
	if (last - first >= SNIPPET_LINES)
		last = first + SNIPPET_LINES - 1;
	digits = digits_of(last + 1);
	for (uint32_t line = first; line <= last; line++)
		snippet_line(o, b, s, line, digits, d);
	return digits;
}

/* --- what stands below the snippet */
static void item(struct out *o, struct buf *b, unsigned digits, const char *label)
{
	out_style(b, o->color, STYLE_FRAME);
	buf_printf(b, "%*s = ", (int)digits, "");
	out_style(b, o->color, STYLE_BOLD);
	buf_puts(b, label);
	out_style(b, o->color, STYLE_PLAIN);
	buf_puts(b, ": ");
}

static void item_text(struct out *o, struct buf *b, unsigned digits, const char *label, const char *text)
{
	item(o, b, digits, label);
	out_escape(b, text, strlen(text));
	buf_putc(b, '\n');
}

static void related(struct out *o, struct buf *b, unsigned digits, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nrel; i++) {
		item(o, b, digits, "see");
		out_place(b, o->g, o->cwd, d->rel[i].at);
		buf_puts(b, ": ");
		out_escape(b, d->rel[i].text, strlen(d->rel[i].text));
		buf_putc(b, '\n');
	}
}

static void fixes(struct out *o, struct buf *b, unsigned digits, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nfixes; i++)
		item_text(o, b, digits, d->fix[i].safety == SAFETY_SAFE ? "fix (safe)" : "fix (unsafe)",
			  d->fix[i].title);
}

/* Only when it says something: the finding lies in a base, or several configs share it. */
static void seen_in(struct out *o, struct buf *b, unsigned digits, const struct diag *d)
{
	const struct source *s = graph_source(o->g, d->at.file);
	struct arena tmp = { 0 };

	if (d->nroots == 0 || (d->nroots == 1 && s && strcmp(d->root[0]->path, s->path) == 0))
		return;
	item(o, b, digits, "seen in");
	if (d->nroots > EXAMPLES)
		buf_printf(b, "%u configs, such as ", d->nroots);
	for (uint32_t i = 0; i < d->nroots && i < EXAMPLES; i++) {
		const char *name = out_relative(&tmp, o->cwd, d->root[i]->path);

		buf_puts(b, i ? ", " : "");
		out_escape(b, name, strlen(name));
	}
	buf_putc(b, '\n');
	arena_release(&tmp);
}

static void full(struct out *o, const struct diag *d)
{
	struct buf b = { 0 };
	unsigned digits;

	headline(o, &b, d);
	digits = snippet(o, &b, d);
	related(o, &b, digits, d);
	if (d->hint)
		item_text(o, &b, digits, "hint", d->hint);
	fixes(o, &b, digits, d);
	seen_in(o, &b, digits, d);
	/* once is enough: nearly always it is the same for all */
	if (d->dialect && (!o->dialect_told || strcmp(o->dialect_told, d->dialect) != 0)) {
		o->dialect_told = d->dialect;
		item_text(o, &b, digits, "training code assumed", d->dialect);
	}
	buf_putc(&b, '\n');
	fwrite(b.s, 1, b.n, o->to);
	buf_release(&b);
}

const struct reporter out_full = {
	.name = "full", .help = "findings with source lines and fixes", .begin = begin, .diag = full, .end = out_summary
};
