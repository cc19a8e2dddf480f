// SPDX-License-Identifier: MIT
#ifndef TEXT_NEAREST_H
#define TEXT_NEAREST_H
#include "base/arena.h"

struct vfs;
/* For messages about missing files: the file in path's folder with the most similar name; on a, or NULL. Among
 * several it prefers one with the same words, figures (40k, 8x2) not counted, then the one with the fewest different
 * letters. asks: the file that refers to path, never returned; may be NULL. */
const char *nearest_file(struct arena *a, const struct vfs *v, const char *path, const char *asks);
/* The only file below the folder with path's name: it may have been moved there. On a; NULL: there is none, or
 * several.
 * Only files with path's extension are searched, and none that ignore files name. */
const char *nearest_moved(struct arena *a, const struct vfs *v, const char *folder, const char *path);
/* The file below top (which exists) whose path differs only in upper and lower case; on a. NULL: there is none. */
const char *nearest_cased(struct arena *a, const struct vfs *v, const char *top, const char *path);
/* A file below the folder whose path ends with the components of `name`, "configs/a.py"; on a. NULL: there is none.
 * */
const char *nearest_below(struct arena *a, const struct vfs *v, const char *folder, const char *name);
/* The file below the folder that is path's at another place: it ends with the tail, a folder and a name at least, and
 * has most names in common with path, from the end and then from the start, and lies highest; or it has path's name and
 * is the one file that lies so in a folder beside path's, which is there. On a; NULL: there is none, or several are as
 * like. */
const char *nearest_elsewhere(struct arena *a, const struct vfs *v, const char *folder, const char *path,
			      const char *tail);
#endif
