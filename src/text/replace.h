// SPDX-License-Identifier: MIT
/* Writing: all that the program writes, but for its own cache folder. Behind a fence (text/vfs.h) only allowed folders
 * are written to, with all links of a path followed first; the rest is ERR_OUTSIDE. Nothing is written in a folder .git
 * (ERR_DENIED). */
#ifndef TEXT_REPLACE_H
#define TEXT_REPLACE_H
#include "text/vfs.h"

/* Replaces a file's bytes atomically: temporary file in the same directory, write, fsync, mode/owner/xattrs kept,
 * rename. The directory is not synced: a power cut soon after may bring the old file back, whole. `expect` (n bytes)
 * must still be on disk, else ERR_CHANGED and nothing is written; symlinks are resolved first. expect NULL means the
 * file must not exist yet (O_EXCL semantics): a link in its place is not followed. `force` overrides both: with expect
 * NULL it replaces what is there, the link itself if it is one. Signals wait meanwhile, so that none leaves a temporary
 * behind; for that, no other thread may take them (base/pool.h). */
bool file_replace(const struct vfs *fs, const char *path, const char *bytes, size_t n, const char *expect,
		  size_t nexpect, bool force, struct err *e);
struct replacement {
	const char *path, *bytes;
	size_t n;
	const char *expect;
	size_t nexpect;
	bool force;
	bool failed; /* before: it is left out; afterwards, with why */
	bool done;   /* it is in place */
	struct err why;
};
/* Replaces several in that way, together: the new bytes of all are on disk before the first is put in place, and before
 * that `agree` is called, which may set `failed` of more of them, but must not allocate. It is called again where one
 * can't be put in place, for those that aren't yet. Each keeps two files open, so that they are at most FILES_TOGETHER.
 */
enum { FILES_TOGETHER = 400 };
void files_replace(const struct vfs *fs, struct replacement *x, size_t n, void (*agree)(void *ctx), void *ctx);
/* Whether the file, and what its folder permits, would let it be replaced; what else may fail, only the writing tells.
 */
bool file_is_replaceable(const struct vfs *fs, const char *path, struct err *e);
/* Removes temporary files in a folder that file_replace left there because it was killed: by their names, ours by
 * owner, and older than an hour. */
void file_sweep(const struct vfs *fs, const char *dir);
/* Makes the folder and those above it that are missing. */
bool folder_make(const struct vfs *fs, const char *dir, struct err *e);
#endif
