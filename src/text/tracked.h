// SPDX-License-Identifier: MIT
/* Which files git tracks, by the index of a repository: ignore files say nothing of these. */
#ifndef TEXT_TRACKED_H
#define TEXT_TRACKED_H
#include <stdbool.h>

struct tracked;
struct vfs;
/* top: the folder that has the .git. NULL: it has no index, or one that isn't understood (!*known: only versions 2 to 4
 * of SHA-1 are, not those that share entries with another one, and a .git must be a folder). */
struct tracked *tracked_open(const struct vfs *fs, const char *top, bool *known);
/* path: absolute, in that folder. Of a folder: it tracks something below it. */
bool tracked_has(const struct tracked *t, const char *path, bool is_dir);
void tracked_free(struct tracked *t); /* may be NULL */
#endif
