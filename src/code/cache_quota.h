// SPDX-License-Identifier: MIT
/* The cache folder: reads and writes its answer files and limits its size. An environment variable may name a folder
 * that others can write to. So only this user's folder and regular files of this user in it are read, and no link is
 * followed. After writing an answer file, the least recently used files are removed until the folder is within the
 * budget. Only cfglint's own files are ever removed: regular files of this user whose name and first bytes are those
 * of a cached file, and temporary files that a killed run left a day ago. */
#ifndef CODE_CACHE_QUOTA_H
#define CODE_CACHE_QUOTA_H
#include "base/buf.h"

enum { BUDGET_PROJECTS = 200, BUDGET_BYTES = 64 << 20, BUDGET_FILE = 32 << 20 };
/* The first bytes of cached files: answers about training code (code/store.h), named code-HASH; reports
 * (cli/report_cache.h), named run-HASH; and tree-HASH, which earlier versions wrote and no version reads any more. */
#define STORE_MARK "cfglint-code "
#define RUN_MARK "cfglint-run "
#define TREES_MARK "cfglint-trees "

/* Reads the file if it begins with the line `stamp`, and marks it as used now, for the budget. false: there is no
 * such file of ours. */
bool budget_read(const char *dir, const char *name, const char *stamp, struct buf *out);
/* Creates the folder if it is missing. The file is written atomically. Then removes old files until the folder is
 * within the budget; this file stays. Failures are ignored, and any number of runs may do it at once. */
void budget_write(const char *dir, const char *name, const struct buf *text);
#endif
