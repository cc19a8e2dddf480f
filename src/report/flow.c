// SPDX-License-Identifier: MIT
/* One word after the other, each where it still fits. */
#include "report/flow.h"
#include "base/utf8.h"
#include <string.h>

struct flow {
	struct buf *b;
	size_t col, width;
	unsigned indent;
	bool gap; /* a space is due before the next word */
};

/* Columns that a word takes, near enough: its characters. */
static size_t columns(const char *word, size_t n)
{
	size_t wide = 0;

	for (size_t i = 0; i < n; i++)
		wide += utf8_starts(word[i]);
	return wide;
}

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
	size_t wide = columns(word, n);

	if (f->gap && f->col + 1 + wide > f->width)
		flow_break(f, 0);
	buf_puts(f->b, f->gap ? " " : "");
	buf_add(f->b, word, n);
	f->col += wide + f->gap;
	f->gap = true;
}

/* At the end of a line of the text after which a new one begins; nothing follows the last. */
static void flow_ends(struct flow *f, const char *text)
{
	if (text[1])
		flow_break(f, (unsigned)strspn(text + 1, " "));
}

void flow_text(struct buf *b, const char *lead, const char *text, unsigned indent, unsigned width)
{
	struct flow f = { .b = b, .col = columns(lead, strlen(lead)), .width = width, .indent = indent };

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
