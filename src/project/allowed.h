// SPDX-License-Identifier: MIT
/* The versions of a package that a project allows, according to its code, requirements or documents. */
#ifndef PROJECT_ALLOWED_H
#define PROJECT_ALLOWED_H
#include "project/folders.h"

/* The newest version of a package that a file of the config's project allows ("setup.py", below the folder of the
 * project's code or the root of the repository): `MMCV_MAX = '1.4.0'`, `mmcv-full>=1.3.1,<=1.4.0`, `pip install
 * mmcv-full==1.4.0`. NULL: it states none. Read as text; the result lives in the arena. */
const char *package_limit(struct folders *f, struct arena *a, const char *path, const char *package, const char *file);
#endif
