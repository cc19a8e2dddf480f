// SPDX-License-Identifier: MIT
/* Programs of somebody else's project that was put into a folder of this one: a copy of a library, a benchmark. */
#ifndef PROJECT_VENDORED_H
#define PROJECT_VENDORED_H
#include "text/vfs.h"

/* The folder around the file, below root, that is installed by itself (setup.py, pyproject.toml) and has a licence of
 * its own, or lies in a folder for what others wrote (third_party, vendor ...); the outermost. On a; NULL: none. */
const char *project_vendored(const struct vfs *fs, struct arena *a, const char *root, const char *path);
#endif
