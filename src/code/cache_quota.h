// SPDX-License-Identifier: MIT
/* The cache folder: its answer files are read and written here, and what it may hold is kept to a budget. It may be one
 * that others can write to, by an environment variable: only this user's folder, and regular files of this user in it,
 * are read, and no link is followed. Whoever writes an answer file there afterwards removes those that were not used
 * for longest, until no more than the budget is left. Only files of cfglint's own are ever removed: regular files of
 * this user whose name and first bytes are those of something kept; and what a
 * killed run left half written a day ago. */
#ifndef CODE_CACHE_QUOTA_H
#define CODE_CACHE_QUOTA_H
#include "base/buf.h"

enum { BUDGET_PROJECTS = 200, BUDGET_BYTES = 64 << 20, BUDGET_FILE = 32 << 20 };
/* The first bytes of what is kept: answers about training code (code/store.h), in files named code-HASH; reports
 * (cli/kept.h), run-HASH; and what earlier versions kept and nobody reads any more, tree-HASH. */
#define STORE_MARK "cfglint-code "
#define RUN_MARK "cfglint-run "
#define TREES_MARK "cfglint-trees "

/* The file's bytes, if they begin with the line `stamp`; it was used now, and the budget goes by that. false: there is
 * none of ours. */
bool budget_read(const char *dir, const char *name, const char *stamp, struct buf *out);
/* Makes the folder where it is missing; the file is there as a whole or not at all. Then keeps the budget, in which
 * this file stays. Nothing that fails matters, nor how many runs do it at once. */
void budget_write(const char *dir, const char *name, const struct buf *text);
#endif
