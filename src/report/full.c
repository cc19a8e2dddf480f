// SPDX-License-Identifier: MIT
/* Findings for people: place and message, the source lines with carets, then related places, the fix, and where it was
 * seen.
 *
 *	c.py:5:29: performance[DAT005] 0 workers: the GPU waits for every batch to be loaded
 *	5 | data = dict(workers_per_gpu=0, samples_per_gpu=2)
 *	  |                             ^ */
#include "report/priv.h"
#include "base/path.h"
#include "base/utf8.h"
#include "lint/witness.h"
#include "report/draw/figure.h"
#include "report/draw/paragraphs.h"
#include "report/summary.h"
#include "report/draw/terminal.h"
#include <string.h>

enum { SNIPPET_LINES = 3, TAB = 4, EXAMPLES = 3, HANGING = 4 };

struct full_state {
	const char *last_dialect; /* of the last finding that named it; NULL: none did */
};

/* Text that goes on in this line. */
static void flow(const struct report *r, struct buf *b, const char *text, unsigned indent)
{
	struct buf shown = { 0 };

	terminal_escape(&shown, text, strlen(text));
	flow_on(b, buf_str(&shown), indent, r->o.wrap);
	buf_release(&shown);
}

static void message(const struct report *r, struct buf *b, const struct diag *d)
{
	struct buf text = { 0 };

	buf_puts(&text, d->msg);
	if (d->more)
		buf_printf(&text, "; and %u more of this cause, in %u %s (-v lists them)", d->more, d->nseen,
			   d->nseen == 1 ? d->seen_in[0]->set->kind->one : d->seen_in[0]->set->kind->many);
	flow(r, b, buf_str(&text), HANGING);
	buf_release(&text);
}

static void headline(struct report *r, struct buf *b, const struct diag *d)
{
	terminal_paint(b, r->o.color, PAINT_BOLD);
	terminal_place(b, diag_source(d, d->at), r->o.cwd, d->at);
	terminal_paint(b, r->o.color, PAINT_NONE);
	buf_putc(b, ':');
	flow_gap(b, strlen(severity_name(d->severity)) + strlen(d->rule->id) + 2, HANGING, r->o.wrap);
	terminal_paint(b, r->o.color, terminal_severity(d->severity));
	buf_printf(b, "%s[%s]", severity_name(d->severity), d->rule->id);
	terminal_paint(b, r->o.color, PAINT_NONE);
	buf_putc(b, ' ');
	message(r, b, d);
	buf_putc(b, '\n');
}

/* --- snippet */
/* One character as shown, tabs as blanks; returns the columns it takes. */
static unsigned put_char(struct buf *b, const char *s, size_t n)
{
	size_t before = b->n;

	if (*s == '\t') {
		buf_puts(b, "    ");
		return TAB;
	}
	terminal_escape(b, s, n);
	return b->n - before == n ? terminal_columns(utf8_decode(s, (unsigned)n)) : (unsigned)(b->n - before);
}

struct shown { /* a line as shown, and where the marked part of it begins and ends */
	struct buf text;
	unsigned from, to;
};

static void show_line(struct shown *sh, const struct source *s, uint32_t lo, uint32_t hi, struct span mark)
{
	unsigned column = 0;

	for (uint32_t i = lo; i < hi;) {
		size_t n = utf8_len(s->bytes + i, hi - i);

		n = n ? n : 1;
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

static void gutter(struct report *r, struct buf *b, unsigned digits, uint32_t line)
{
	terminal_paint(b, r->o.color, PAINT_FRAME);
	if (line)
		buf_printf(b, "%*u | ", (int)digits, line);
	else
		buf_printf(b, "%*s | ", (int)digits, "");
	terminal_paint(b, r->o.color, PAINT_NONE);
}

static void carets(struct report *r, struct buf *b, const struct shown *sh, enum paint style)
{
	for (unsigned i = 0; i < sh->from; i++)
		buf_putc(b, ' ');
	terminal_paint(b, r->o.color, style);
	for (unsigned i = sh->from; i < sh->to; i++)
		buf_putc(b, '^');
	terminal_paint(b, r->o.color, PAINT_NONE);
	buf_putc(b, '\n');
}

/* Lines longer than this are cut to [lo, hi) around the mark, on character borders. */
static void cut(const struct source *s, uint32_t *lo, uint32_t *hi, struct span mark, unsigned width)
{
	uint32_t from = mark.lo > *lo + width / 2 ? mark.lo - width / 2 : *lo;

	if (*hi - *lo <= width)
		return;
	while (from > *lo && !utf8_starts(s->bytes[from]))
		from--;
	*lo = from;
	if (*hi - from > width)
		*hi = from + width;
	while (*hi > from && !utf8_starts(s->bytes[*hi]))
		(*hi)--;
}

static void snippet_line(struct report *r, struct buf *b, const struct source *s, uint32_t line, unsigned digits,
			 const struct diag *d)
{
	uint32_t lo = source_lines(s).at[line], hi = source_line_end(s, line);
	struct shown sh = { 0 };

	if (hi - lo > 4u * TAB + r->o.width)
		cut(s, &lo, &hi, d->at, r->o.width);
	show_line(&sh, s, lo, hi, d->at);
	gutter(r, b, digits, source_shown(s, source_lines(s).at[line]).line + 1);
	if (sh.text.n)
		buf_add(b, sh.text.s, sh.text.n);
	buf_putc(b, '\n');
	if (source_lines(s).at[line] <= d->at.lo) { /* carets under the first line only */
		gutter(r, b, digits, 0);
		carets(r, b, &sh, terminal_severity(d->severity));
	}
	buf_release(&sh.text);
}

static unsigned snippet(struct report *r, struct buf *b, const struct diag *d)
{
	const struct source *s = diag_source(d, d->at);
	uint32_t first, last;
	unsigned digits;

	if (!s || d->at.hi == 0) /* the file as a whole */
		return 1;
	first = source_point(s, d->at.lo).line;
	last = source_point(s, d->at.hi > d->at.lo ? d->at.hi - 1 : d->at.lo).line;
	if (last - first >= SNIPPET_LINES)
		last = first + SNIPPET_LINES - 1;
	digits = decimal_digits(source_shown(s, source_lines(s).at[last]).line + 1);
	for (uint32_t line = first; line <= last; line++)
		snippet_line(r, b, s, line, digits, d);
	return digits;
}

/* --- what stands below the snippet */
static void item(struct report *r, struct buf *b, unsigned digits, const char *label)
{
	terminal_paint(b, r->o.color, PAINT_FRAME);
	buf_printf(b, "%*s = ", (int)digits, "");
	terminal_paint(b, r->o.color, PAINT_BOLD);
	buf_puts(b, label);
	terminal_paint(b, r->o.color, PAINT_NONE);
	buf_puts(b, ": ");
}

static void item_text(struct report *r, struct buf *b, unsigned digits, const char *label, const char *text)
{
	item(r, b, digits, label);
	flow(r, b, text, digits + HANGING);
	buf_putc(b, '\n');
}

static void related(struct report *r, struct buf *b, unsigned digits, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nrel; i++) {
		struct buf text = { 0 };

		terminal_place(&text, diag_source(d, d->rel[i].at), r->o.cwd, d->rel[i].at);
		buf_printf(&text, ": %s", d->rel[i].text);
		item_text(r, b, digits, "see", buf_str(&text));
		buf_release(&text);
	}
}

static void fixes(struct report *r, struct buf *b, unsigned digits, const struct diag *d)
{
	const struct fix_outcome *no = r->fixing ? fix_refusal(r->fixing, d) : NULL;
	struct buf text = { 0 };

	for (uint32_t i = 0; i < d->nfixes; i++)
		if (!no || strcmp(no->plan->title, d->fix[i].title) != 0)
			item_text(r, b, digits, d->fix[i].safety == SAFETY_SAFE ? "fix (safe)" : "fix (unsafe)",
				  d->fix[i].title);
	if (d->patch && !(no && strcmp(no->plan->title, d->patch->title) == 0))
		item_text(r, b, digits, "fix (unsafe, --edit-code)", d->patch->title);
	if (no) {
		buf_printf(&text, "%s: %s", no->plan->title, no->reason);
		item_text(r, b, digits, "fix refused", buf_str(&text));
	}
	buf_release(&text);
}

/* Printed only if informative: the finding lies in a base, or several configs share it. */
static void seen_in(struct report *r, struct buf *b, unsigned digits, const struct diag *d)
{
	const struct source *s = diag_source(d, d->at);
	struct arena tmp = { 0 };
	struct buf text = { 0 };

	if (d->nseen == 0 || (d->nseen == 1 && s && strcmp(d->seen_in[0]->path, s->path) == 0))
		return;
	if (d->nseen > EXAMPLES)
		buf_printf(&text, "%u %s, such as ", d->nseen, d->seen_in[0]->kind->many);
	for (uint32_t i = 0; i < d->nseen && i < EXAMPLES; i++)
		buf_printf(&text, "%s%s", i ? ", " : "", path_shown(&tmp, r->o.cwd, d->seen_in[i]->path));
	item_text(r, b, digits, "seen in", buf_str(&text));
	buf_release(&text);
	arena_release(&tmp);
}

/* "42 % of the run, 10 h a day" */
static void put_cost(struct buf *b, double seconds)
{
	buf_printf(b, seconds < 864 ? "%.1f %% of the run, " : "%.0f %% of the run, ", seconds / 864);
	figure_seconds(b, seconds);
	buf_puts(b, " a day");
}

static void measured(struct report *r, struct buf *b, unsigned digits, const struct diag *d)
{
	const struct evidence *e = d->evidence;
	struct arena tmp = { 0 };
	struct buf text = { 0 };

	if (!e)
		return;
	if (e->cost > 0)
		put_cost(&text, e->cost);
	if (e->text)
		buf_printf(&text, "%s%s", e->cost > 0 ? "; " : "", e->text);
	buf_printf(&text, "%s(%s)", text.n ? " " : "", path_shown(&tmp, r->o.cwd, e->run->src->path));
	item_text(r, b, digits, run_verdict_name(e->verdict), buf_str(&text));
	buf_release(&text);
	arena_release(&tmp);
}

/* Once is enough: nearly always it is the same for all. */
static void dialect(struct report *r, struct buf *b, unsigned digits, const struct diag *d)
{
	struct full_state *st = r->state;

	if (!d->dialect || (st->last_dialect && strcmp(st->last_dialect, d->dialect) == 0))
		return;
	st->last_dialect = d->dialect;
	item_text(r, b, digits, "training code assumed", d->dialect);
}

static void full(struct report *r, const struct diag *d)
{
	struct buf b = { 0 };
	unsigned digits;

	headline(r, &b, d);
	digits = snippet(r, &b, d);
	related(r, &b, digits, d);
	if (d->hint)
		item_text(r, &b, digits, "hint", d->hint);
	measured(r, &b, digits, d);
	fixes(r, &b, digits, d);
	seen_in(r, &b, digits, d);
	dialect(r, &b, digits, d);
	buf_putc(&b, '\n');
	fwrite(b.s, 1, b.n, r->o.to);
	buf_release(&b);
}

const struct reporter report_full = { .name = "full",
				      .gathers = true,
				      .counts = true,
				      .state = sizeof(struct full_state),
				      .finding = full,
				      .end = summary_print };
