// SPDX-License-Identifier: MIT
#ifndef TEXT_NEAREST_H
#define TEXT_NEAREST_H
#include "base/arena.h"

struct vfs;
/* The file in path's folder whose name is near to path's, for messages about missing files; on a, or NULL. Of several
 * the one that has the same words, but for figures (40k, 8x2), then the one with the fewest other letters. asks: who
 * names it, and can't mean itself; may be NULL. */
const char *nearest_file(struct arena *a, const struct vfs *v, const char *path, const char *asks);
/* The one file below the folder that has path's name and lies elsewhere: it may have been moved there. On a; NULL:
 * there is none, or there are several. Of files with path's ending, as far as ignore files don't name them. */
const char *nearest_moved(struct arena *a, const struct vfs *v, const char *folder, const char *path);
/* The file below top (which stands) whose path is this one but for the case of letters; likewise. NULL: none is. */
const char *nearest_cased(struct arena *a, const struct vfs *v, const char *top, const char *path);
/* A file below the folder whose path ends with the parts of `name`, "configs/a.py"; likewise. NULL: there is none. */
const char *nearest_below(struct arena *a, const struct vfs *v, const char *folder, const char *name);
/* The file below the folder that is path's at another place: it ends with the tail, a folder and a name at least, and
 * has most names in common with path, from the end and then from the start, and lies highest; or it has path's name and
 * is the one file that lies so in a folder beside path's, which is there. On a; NULL: there is none, or several are as
 * like. */
const char *nearest_elsewhere(struct arena *a, const struct vfs *v, const char *folder, const char *path,
			      const char *tail);
#endif
