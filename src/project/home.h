// SPDX-License-Identifier: MIT
/* Whose code trains with a config: its home, and the packages that the home borrows from around it. */
#ifndef PROJECT_HOME_H
#define PROJECT_HOME_H
#include "project/folders.h"

/* Where the code that trains with the config lies: the nearest folder around it that has a training script
 * (project/signs.h), for a project within the project does not use what lies above it; else its project_root, or where
 * that has no script the nearest package. All that project/versions.h tells depends on it; the same folder, the same
 * address. */
const char *project_home(struct folders *f, const char *path);
/* Packages of the repository outside the home that its training script imports: folders, NULL-terminated, at most
 * PACKAGES_LENT. */
enum { PACKAGES_LENT = 16 };
const char *const *project_lent(struct folders *f, const char *path);
/* Whether the training script of the file's home reads configs with something other than Config.fromfile, or the
 * project's own code reads `_base_` in its own way: what these loaders would refuse is then nobody's error. */
bool project_has_loader(struct folders *f, const char *path);
/* Whether a program of the file's home fills in that word (project/reader.h). */
bool project_home_fills_in(struct folders *f, const char *path, const char *word, size_t n);
/* Whether the file lies in a folder of the project's whose files are kept and no longer used. */
bool project_put_away(struct folders *f, const char *path);
#endif
