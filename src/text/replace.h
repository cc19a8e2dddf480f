// SPDX-License-Identifier: MIT
/* Writing a file as a whole or not at all. */
#ifndef TEXT_REPLACE_H
#define TEXT_REPLACE_H
#include "base/err.h"
#include <stddef.h>

/* Replaces a file's bytes atomically: temporary file in the same directory, write, fsync, mode/owner/xattrs kept,
 * rename, fsync of the directory. Symlinks are resolved first. `expect` (n bytes) must still be on disk, else
 * ERR_CHANGED and nothing is written; expect NULL means the file must not exist yet (O_EXCL semantics), `force`
 * overrides both. Signals wait meanwhile, so that none leaves a temporary behind; for that, no other thread may take
 * them (base/pool.h). */
bool file_replace(const char *path, const char *bytes, size_t n, const char *expect, size_t nexpect, bool force,
		  struct err *e);
#endif
