// SPDX-License-Identifier: MIT
/* The results of flow analysis without syntax trees: config places, types, and what their classes take. They are
 * bytes, so that the next run reads them instead of the code. */
#ifndef CODE_TABLES_H
#define CODE_TABLES_H
#include "base/buf.h"
#include "code/index.h"

/* Of an index that is built. Writes nothing if they can't be written. */
void tables_write(struct index *x, struct buf *out);
/* An index that has only the tables: it answers what index.h says of tables, and places in its answers name files
 * that are not read. files: the list of the project's files, which outlives it. NULL: the bytes are no valid tables. */
struct index *tables_read(const struct index *files, const char *bytes, size_t n);
#endif
