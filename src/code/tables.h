// SPDX-License-Identifier: MIT
/* What following the code has left, without its syntax trees: the places of configs, types, and what their classes
 * take. As bytes, so that the next run reads them instead of the code. */
#ifndef CODE_TABLES_H
#define CODE_TABLES_H
#include "base/buf.h"
#include "code/index.h"

/* Of an index that is built. Nothing: they can't be told. */
void tables_write(struct index *x, struct buf *out);
/* An index that has them: it answers what index.h says of tables, and places in its answers name files that are not
 * read. files: the list of the project's files, which outlives it. NULL: these are other bytes. */
struct index *tables_read(const struct index *files, const char *bytes, size_t n);
#endif
