// SPDX-License-Identifier: MIT
/* Plain text in lines of a width, counted in the columns that a terminal needs. */
#ifndef REPORT_DRAW_PARAGRAPHS_H
#define REPORT_DRAW_PARAGRAPHS_H
#include "base/buf.h"

/* lead, then text; all lines but the first begin with indent blanks. Words flow together; an empty line, list items
 * (`* `, `- `) and indented lines stay. Ends with a newline. */
void flow_text(struct buf *b, const char *lead, const char *text, unsigned indent, unsigned width);
/* One paragraph that goes on in the last line of b: whatever of the text doesn't fit goes to lines that begin with
 * indent blanks. Lines end at blanks and before wide characters, which stand in for words where a language has none;
 * a longer word stays whole, so that names can be copied. width 0: one line. Adds no newline. */
void flow_on(struct buf *b, const char *text, unsigned indent, unsigned width);
/* The blank before a word of so many columns, or the line break where it doesn't fit. */
void flow_gap(struct buf *b, size_t columns, unsigned indent, unsigned width);
/* Lines of a text, each by itself; what of one doesn't fit goes to lines that begin with as many blanks as it has, and
 * hang more. width 0: as they are. */
void flow_lines(struct buf *b, const char *text, unsigned hang, unsigned width);
#endif
