// SPDX-License-Identifier: MIT
/* Reads the index of a git repository: which files git tracks. Ignore files do not apply to these. */
#ifndef TEXT_TRACKED_H
#define TEXT_TRACKED_H
#include <stdbool.h>

struct tracked;
struct vfs;
/* top: the folder with the .git. NULL: there is no index, or (!*known) it can't be read. Supported are versions 2 to
 * 4 with SHA-1; not an index that shares entries with another one, and not a .git that is a file. */
struct tracked *tracked_open(const struct vfs *fs, const char *top, bool *known);
/* path: absolute, in top. For a folder: git tracks something below it. */
bool tracked_has(const struct tracked *t, const char *path, bool is_dir);
void tracked_free(struct tracked *t); /* may be NULL */
#endif
