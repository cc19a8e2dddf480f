// SPDX-License-Identifier: MIT
/* A page of HTML in one file: style and script are in it, nothing is fetched, and its Content-Security-Policy lets no
 * other script run. It is XML, too. Light and dark as the reader's system says; printed in black and white. The script
 * shows the numbers of a picture (report/draw/svg.h) at the pointer; the page is complete without it. */
#ifndef REPORT_DRAW_HTML_H
#define REPORT_DRAW_HTML_H
#include "base/buf.h"

/* Escaped for text and for attributes in double quotes. Characters that control a terminal or the direction of writing
 * are written as \x1b or \u202e, tabs and line feeds stay, invalid UTF-8 and characters outside XML become U+FFFD. */
void html_text(struct buf *b, const char *s);
void html_bytes(struct buf *b, const char *s, size_t n);
/* Escaped for text: text between backticks becomes code, and a line may break between the parts of a long name or path,
 * so that it need not break within a word. */
void html_prose(struct buf *b, const char *s);
/* Up to and with the heading of the page. */
void html_begin(struct buf *b, const char *title);
void html_end(struct buf *b);
void html_element(struct buf *b, const char *tag, const char *text); /* <tag>text</tag>, as prose */
void html_fact(struct buf *b, const char *name, const char *value);  /* within <dl class="facts"> */
/* Rows of a table: tag is th or td. A table's first column are names, the others numbers. */
void html_row(struct buf *b, const char *tag, const char *const *cell, unsigned n);
void html_table(struct buf *b, const char *summary); /* summary not NULL: it is folded under that */
void html_table_end(struct buf *b, const char *summary);
/* A table of texts; on a narrow screen each row is a block, in which empty cells are left out. Ends with </table>. */
void html_cards(struct buf *b, const char *const *head, unsigned n);
void html_card(struct buf *b, const char *const *head, const char *const *cell, unsigned n);
#endif
