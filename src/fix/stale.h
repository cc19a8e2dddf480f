// SPDX-License-Identifier: MIT
/* Whether what was proved of a file still holds when it is written: that may be long after it was read, where somebody
 * is asked about each fix. Whether the file itself is as it was, file_replace sees. */
#ifndef FIX_STALE_H
#define FIX_STALE_H
#include "subject/subject.h"

/* Whether some file that others take from isn't on disk as it was read. Most runs need ask no more. */
bool stale_any(const struct subject_set *set, const struct vfs *fs);
/* The path of a file that the one at path takes from, near or far, and that isn't on disk as it was read; NULL: there
 * is none. */
const char *stale_base(const struct subject_set *set, const struct vfs *fs, const char *path);
#endif
