// SPDX-License-Identifier: MIT
/* Answers about a project's code, cached on disk between runs, because reading the code is most of their cost. There
 * is one file per project, in the user's cache folder, never in the project. It is valid for exactly one stamp. If
 * the file is missing, damaged or of another version, the store is empty; if writing fails, the old file stays.
 * Thread-safe. */
#ifndef CODE_STORE_H
#define CODE_STORE_H
#include "base/arena.h"
#include "base/str.h"

struct store;
/* dir: created if it is missing; NULL: nothing is read or written. name: of the project and the program, because two
 * programs that share a folder must not overwrite each other's files. stamp: of everything on which answers depend. */
struct store *store_open(const char *dir, const char *name, const char *stamp);
/* The tables of flow analysis (code/tables.h): bytes that are copied, and live as long as the store. n 0: none. */
const char *store_tables(const struct store *s, size_t *n);
void store_put_tables(struct store *s, const char *bytes, size_t n);
bool store_keeps(const struct store *s); /* it writes for the next run */
/* The fields that answer the query; NULL: it has none. They live as long as the store. */
const char *const *store_get(struct store *s, const struct str *query, uint32_t *n);
/* Stores n fields (copied; only if they are fewer than 4,096 does the next run have them too) and returns what
 * store_get returns from now on. */
const char *const *store_put(struct store *s, const struct str *query, const char *const *field, uint32_t n);
void store_close(struct store *s); /* writes the file if there is something new */
#endif
