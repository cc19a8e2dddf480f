// SPDX-License-Identifier: MIT
/* Answers about a project's code, kept on disk from run to run: reading the code is most of what they cost. One file a
 * project, in the user's own cache folder, never in the project; it holds for exactly one stamp. Whatever is wrong with
 * it (missing, damaged, written by another version) makes an empty store; whatever goes wrong while it is written
 * leaves the old file. Thread-safe. */
#ifndef CODE_STORE_H
#define CODE_STORE_H
#include "base/arena.h"
#include "base/str.h"

struct store;
/* dir: made when it is missing; NULL: nothing is read or written. name: of the project and the program, for
 * two programs that share a folder must not write over each other. stamp: of all that answers
 * depend on. */
struct store *store_open(const char *dir, const char *name, const char *stamp);
/* What following the code has left (code/tables.h): bytes that are copied, and live as long as the store. n 0: none. */
const char *store_tables(const struct store *s, size_t *n);
void store_put_tables(struct store *s, const char *bytes, size_t n);
bool store_keeps(const struct store *s); /* for the next run */
/* The fields that answer the query; NULL: not known. They live as long as the store. */
const char *const *store_get(struct store *s, const struct str *query, uint32_t *n);
/* Keeps n fields (copied; fewer than 4,096 are also there in the next run) and returns what store_get gives from now
 * on. */
const char *const *store_put(struct store *s, const struct str *query, const char *const *field, uint32_t n);
void store_close(struct store *s); /* writes the file if there is anything new */
#endif
