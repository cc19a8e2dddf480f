// SPDX-License-Identifier: MIT
/* Writes files: all writes of the program, except to its own cache folder. Behind a fence (text/vfs.h) only allowed
 * folders are written to; links of a path are resolved first. Anything else is ERR_OUTSIDE. Nothing is written in a
 * folder .git (ERR_DENIED). */
#ifndef TEXT_REPLACE_H
#define TEXT_REPLACE_H
#include "text/vfs.h"

/* Replaces a file's bytes atomically: temporary file in the same directory, write, fsync, copy mode/owner/xattrs,
 * rename. The directory is not synced: a power cut soon after may bring the old file back, whole. `expect` (n bytes)
 * must still be on disk, else ERR_CHANGED and nothing is written; symlinks are resolved first. expect NULL means the
 * file must not exist yet (O_EXCL semantics): a link in its place is not followed. `force` overrides both: with
 * expect NULL it replaces what is there, the link itself if it is one. Signals are blocked meanwhile, so that none
 * leaves a temporary file behind; for that, no other thread may receive them (base/pool.h). */
bool file_replace(const struct vfs *fs, const char *path, const char *bytes, size_t n, const char *expect,
		  size_t nexpect, bool force, struct err *e);
struct replacement {
	const char *path, *bytes;
	size_t n;
	const char *expect;
	size_t nexpect;
	bool force;
	bool failed; /* set before the call: skip this file; set by the call: it failed, see the error */
	bool done;   /* the new file is in place */
	struct err why;
};
/* Replaces several files together in that way: the new bytes of all are on disk before the first rename. Before the
 * first rename `agree` is called; it may set `failed` of more files, but must not allocate. If a rename fails,
 * `agree` is called again for the files not yet in place. Each file needs two descriptors, so at most FILES_TOGETHER
 * are allowed. */
enum { FILES_TOGETHER = 400 };
void files_replace(const struct vfs *fs, struct replacement *x, size_t n, void (*agree)(void *ctx), void *ctx);
/* Whether the permissions of the file and its folder allow replacing it. Other errors show only when writing. */
bool file_is_replaceable(const struct vfs *fs, const char *path, struct err *e);
/* Removes temporary files that a killed file_replace left in a folder: those with its name pattern, our owner, and
 * older than an hour. */
void file_sweep(const struct vfs *fs, const char *dir);
/* Creates the folder and its missing parents. */
bool folder_make(const struct vfs *fs, const char *dir, struct err *e);
#endif
