// SPDX-License-Identifier: MIT
/* A curve as text: 60 columns of bars from 0 in 8 rows or in one, for terminals. */
#ifndef REPORT_DRAW_PLOT_H
#define REPORT_DRAW_PLOT_H
#include "base/buf.h"

enum { PLOT_COLUMNS = 60, PLOT_ROWS = 8 };
/* value: PLOT_COLUMNS of them, NaN: no bar. most: the value that fills all rows. from, to: labels of the axis below.
 * blocks: eighths of a row in Unicode's block characters; else half rows in ASCII. */
void plot_text(struct buf *b, const double *value, double most, const char *from, const char *to, bool blocks);
/* Bars of so many values in one row of 8 levels, without line feed. What is above most fills it. */
void plot_row(struct buf *b, const double *value, unsigned columns, double most, bool blocks);
bool plot_blocks(void); /* whether the locale's encoding (LC_ALL, LC_CTYPE, LANG) is UTF-8 */
#endif
