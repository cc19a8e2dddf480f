// SPDX-License-Identifier: MIT
/* Paragraphs of plain text in lines of a width. */
#ifndef REPORT_FLOW_H
#define REPORT_FLOW_H
#include "base/buf.h"

/* lead, then text; all lines but the first begin with indent blanks. Words flow together; an empty line, list items
 * (`* `, `- `) and indented lines stay. Ends with a newline. */
void flow_text(struct buf *b, const char *lead, const char *text, unsigned indent, unsigned width);
#endif
