// SPDX-License-Identifier: MIT
/* gitignore-style patterns; matching is bounded. */
#ifndef TEXT_GLOB_H
#define TEXT_GLOB_H
#include "base/arena.h"
#include "base/err.h"

struct glob;
/* gitignore semantics: a pattern without an inner '/' matches the last component at any depth; a trailing '/' matches
 * folders only; `**` spans folders. The caller handles a leading '!'. Freed with glob_free. */
struct glob *glob_new(const char *pattern, struct err *e);
/* The last byte of every path that the pattern matches; 0: it can be any. */
unsigned char glob_tail(const struct glob *g);
bool glob_match(const struct glob *g, const char *path, bool is_dir); /* path relative to the pattern's folder */
/* The same, with the path's last component already found: for callers that test many patterns on one path. */
bool glob_match_named(const struct glob *g, const char *path, const char *last, bool is_dir);
void glob_free(struct glob *g);
#endif
