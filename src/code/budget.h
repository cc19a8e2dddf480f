// SPDX-License-Identifier: MIT
/* What the cache folder may hold. Whoever writes an answer file there afterwards removes those that were not used for
 * longest, until no more than this is left. Only files of cfglint's own are ever removed: regular files of this user
 * whose name is one that store_open gives and whose first bytes are those that every store writes; and what a killed
 * run left half written a day ago. */
#ifndef CODE_BUDGET_H
#define CODE_BUDGET_H
#include "base/util.h"

enum { BUDGET_PROJECTS = 200, BUDGET_BYTES = 64 << 20 };
#define STORE_MARK "cfglint-code " /* a store's first bytes */

/* The file was used now; budget_keep goes by that. */
void budget_used(int fd);
/* dir: of stores; written: the base name of the newest, which stays. Nothing that fails matters, nor how many runs do
 * it at once. */
void budget_keep(const char *dir, const char *written);
#endif
