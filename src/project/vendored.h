// SPDX-License-Identifier: MIT
/* Third-party programs copied into a folder of this project: a library, a benchmark. */
#ifndef PROJECT_VENDORED_H
#define PROJECT_VENDORED_H
#include "text/vfs.h"

/* The outermost folder around the file, below root, that is installed by itself (setup.py, pyproject.toml) and has
 * its own licence, or lies in a folder for third-party code (third_party, vendor ...). On a; NULL: none. */
const char *project_vendored(const struct vfs *fs, struct arena *a, const char *root, const char *path);
#endif
