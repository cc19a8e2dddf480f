// SPDX-License-Identifier: MIT
/* Text for terminals: colours, places, and excerpts of sources. Excerpts are untrusted: control bytes are escaped. */
#ifndef REPORT_DRAW_TERMINAL_H
#define REPORT_DRAW_TERMINAL_H
#include "text/source.h"
#include "lint/rules/severity.h"

/* Control and ANSI bytes are written as \x1b; tabs and other UTF-8 are unchanged. */
void terminal_escape(struct buf *b, const char *s, size_t n);
void terminal_lines(struct buf *b, const char *s, size_t n); /* for a text in lines: line feeds are unchanged too */
/* "path:line:col", 1-based code points, escaped; the path as path_shown gives it. src: the text of at; NULL: nowhere.
 */
void terminal_place(struct buf *b, const struct source *src, const char *cwd, struct span at);
void terminal_point(struct buf *b, const char *cwd, const char *path,
		    struct point at); /* path NULL: writes "(no place)" */

enum paint { PAINT_NONE, PAINT_BOLD, PAINT_ERROR, PAINT_WARNING, PAINT_PERFORMANCE, PAINT_INFO, PAINT_FRAME };
void terminal_paint(struct buf *b, bool color, enum paint p); /* PAINT_NONE: resets; writes nothing without colour */
enum paint terminal_severity(enum severity s);

unsigned terminal_columns(uint32_t c); /* that a character takes; close enough for carets */
/* Of text that is escaped already; colours take none. */
size_t terminal_text_columns(const char *s, size_t n);
unsigned terminal_width(void); /* of standard output; 120 where that is no terminal */
#endif
