// SPDX-License-Identifier: MIT
/* Numbers as people read them. */
#ifndef REPORT_DRAW_FIGURE_H
#define REPORT_DRAW_FIGURE_H
#include "base/arena.h"
#include "base/buf.h"

void figure_number(struct buf *b, double d);  /* "1,234,567"; no whole number: four digits, or "nan", "inf" */
void figure_seconds(struct buf *b, double d); /* "59 ms", "1.98 s", "35.2 s", "5 min 3 s", "6 h 04 min", "3 d 5 h" */
double figure_rough(double d);		      /* rounded up to two digits: estimates are no better */
/* The same as texts on an arena. */
const char *figure_number_text(struct arena *a, double d);
const char *figure_seconds_text(struct arena *a, double d);
#endif
