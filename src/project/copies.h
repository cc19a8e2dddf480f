// SPDX-License-Identifier: MIT
/* Folders that tools fill with copies of a project's files. The originals are linted instead: walks skip such
 * folders; a copy that the user names is read. */
#ifndef PROJECT_COPIES_H
#define PROJECT_COPIES_H
#include <stdbool.h>

/* By the folder's path alone: `build/lib` (setuptools), `.mim` (OpenMMLab's installer), `.ipynb_checkpoints` (Jupyter),
 * `site-packages` and `dist-packages` (pip). */
bool project_is_copy(const char *dir);
#endif
