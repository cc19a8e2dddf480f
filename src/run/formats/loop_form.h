// SPDX-License-Identifier: MIT
/* Tables and json documents that a training loop wrote: what of them are names, and what figures. */
#ifndef RUN_FORMATS_LOOP_FORM_H
#define RUN_FORMATS_LOOP_FORM_H
#include "base/buf.h"
#include "run/formats/loop_line.h"

/* Of a first line with three names or more between commas: their number, and the names in `names`; else 0. */
uint32_t loop_table_header(struct loop_names *names, const char *s, const char *end, uint32_t column[LOOP_ITEMS]);
/* The line has as many cells as the header, numbers or nothing. */
bool loop_table_row(uint32_t columns, const char *s, const char *end);
/* Removes the texts of an object that are no keys and no numbers: they may hold anything, also lines of a training. */
void loop_document_figures(struct buf *b);
#endif
