// SPDX-License-Identifier: MIT
/* Which versions of a package a project allows, as its own code, its requirements or its documents say. */
#ifndef PROJECT_ALLOWED_H
#define PROJECT_ALLOWED_H
#include "project/folders.h"

/* The newest version of a package that a file of the config's project allows ("setup.py", below the folder that the
 * project's code lies in or the root of the repository): `MMCV_MAX = '1.4.0'`, `mmcv-full>=1.3.1,<=1.4.0`, `pip install
 * mmcv-full==1.4.0`. NULL: it says nothing. Read as text; the answer lives in the arena. */
const char *package_limit(struct folders *f, struct arena *a, const char *path, const char *package, const char *file);
#endif
