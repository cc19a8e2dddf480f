// SPDX-License-Identifier: MIT
#ifndef TEXT_NEAREST_H
#define TEXT_NEAREST_H
#include "base/arena.h"

struct vfs;
/* The file in path's folder whose name is near to path's, for messages about missing files; on a, or NULL. asks: who
 * names it, and can't mean itself; may be NULL. */
const char *nearest_file(struct arena *a, const struct vfs *v, const char *path, const char *asks);
#endif
