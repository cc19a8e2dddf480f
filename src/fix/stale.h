// SPDX-License-Identifier: MIT
/* Whether a proof about a file is still valid when the file is written: with a prompt for each fix that may be long
 * after it was read. file_replace checks the file itself. */
#ifndef FIX_STALE_H
#define FIX_STALE_H
#include "subject/subject.h"

/* Whether a file that others inherit from has changed on disk since it was read. Most runs need no further check. */
bool stale_any(const struct subject_set *set, const struct vfs *fs);
/* The path of a file that the one at path inherits from, directly or not, and that has changed on disk since it was
 * read; NULL: none. */
const char *stale_base(const struct subject_set *set, const struct vfs *fs, const char *path);
#endif
