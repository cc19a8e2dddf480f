// SPDX-License-Identifier: MIT
/* One word after the other, each where it still fits. */
#include "report/draw/paragraphs.h"
#include "base/utf8.h"
#include "report/draw/terminal.h"
#include <string.h>

struct flow {
	struct buf *b;
	size_t col, width;
	unsigned indent;
	bool gap; /* a space is due before the next word */
};

/* A line that begins a list item or is indented stands as it is written; others flow together. */
static bool starts_anew(const char *line)
{
	return *line == ' ' || ((*line == '*' || *line == '-') && line[1] == ' ');
}

static void flow_break(struct flow *f, unsigned extra)
{
	buf_printf(f->b, "\n%*s", (int)(f->indent + extra), "");
	f->col = f->indent + extra;
	f->gap = false;
}

static void flow_word(struct flow *f, const char *word, size_t n)
{
	size_t wide = terminal_text_columns(word, n);

	if (f->gap && f->col + 1 + wide > f->width)
		flow_break(f, 0);
	buf_puts(f->b, f->gap ? " " : "");
	buf_add(f->b, word, n);
	f->col += wide + f->gap;
	f->gap = true;
}

/* Ends a line of the text if another one follows; the last line gets nothing. */
static void flow_ends(struct flow *f, const char *text)
{
	if (text[1])
		flow_break(f, (unsigned)strspn(text + 1, " "));
}

void flow_text(struct buf *b, const char *lead, const char *text, unsigned indent, unsigned width)
{
	struct flow f = { .b = b, .col = terminal_text_columns(lead, strlen(lead)), .width = width, .indent = indent };

	buf_puts(b, lead);
	while (*text) {
		size_t n = strcspn(text, " \n");

		if (n)
			flow_word(&f, text, n);
		text += n;
		if (text[0] == '\n' && text[1] == '\n') {
			text += strspn(text, "\n") - 1;
			buf_puts(b, text[1] ? "\n" : "");
			flow_ends(&f, text);
		} else if (text[0] == '\n' && starts_anew(text + 1)) {
			flow_ends(&f, text);
		}
		text += *text != 0;
	}
	buf_putc(b, '\n');
}

/* ---- one paragraph ---- */

static bool is_wide(const char *s, size_t n)
{
	unsigned len = utf8_len(s, n);

	return len && terminal_columns(utf8_decode(s, len)) > 1;
}

/* Bytes of the text that stay together: a word without its blanks, or one wide character. */
static size_t piece(const char *text, size_t n)
{
	size_t i = 0;

	if (is_wide(text, n))
		return utf8_len(text, n);
	while (i < n && text[i] != ' ' && !is_wide(text + i, n - i))
		i++;
	return i;
}

static size_t last_line(const struct buf *b)
{
	size_t i = b->n;

	while (i && b->s[i - 1] != '\n')
		i--;
	return terminal_text_columns(b->s + i, b->n - i);
}

void flow_on(struct buf *b, const char *text, unsigned indent, unsigned width)
{
	size_t n = strlen(text), col = width && b->n ? last_line(b) : 0;
	bool fresh = col == 0;

	for (size_t i = 0; i < n;) {
		size_t blanks = strspn(text + i, " "), len = piece(text + i + blanks, n - i - blanks);
		size_t wide = terminal_text_columns(text + i + blanks, len);

		if (width && !fresh && col + blanks + wide > width) {
			while (b->n && b->s[b->n - 1] == ' ')
				b->n--;
			buf_printf(b, "\n%*s", (int)indent, "");
			col = indent;
		} else {
			buf_add(b, text + i, blanks);
			col += blanks;
		}
		buf_add(b, text + i + blanks, len);
		col += wide;
		fresh = false;
		i += blanks + len;
	}
}

void flow_gap(struct buf *b, size_t columns, unsigned indent, unsigned width)
{
	if (width && last_line(b) + 1 + columns > width)
		buf_printf(b, "\n%*s", (int)indent, "");
	else
		buf_putc(b, ' ');
}

void flow_lines(struct buf *b, const char *text, unsigned hang, unsigned width)
{
	struct arena tmp = { 0 };

	for (size_t n; *text; text += n) {
		n = strcspn(text, "\n");
		flow_on(b, arena_strndup(&tmp, text, n), (unsigned)strspn(text, " ") + hang, width);
		if (text[n] == '\n') {
			buf_putc(b, '\n');
			n++;
		}
	}
	arena_release(&tmp);
}
