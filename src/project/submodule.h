// SPDX-License-Identifier: MIT
#ifndef PROJECT_SUBMODULE_H
#define PROJECT_SUBMODULE_H
#include "text/vfs.h"

/* The folder of the git submodule of root that contains a path, relative to root, whether it is checked out or not;
 * on a. NULL: none. */
const char *submodule_of(struct arena *a, const struct vfs *fs, const char *root, const char *path);
#endif
