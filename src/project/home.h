// SPDX-License-Identifier: MIT
/* The home of a config: the folder of the code that trains with it; and packages that the home uses from around it.
 * */
#ifndef PROJECT_HOME_H
#define PROJECT_HOME_H
#include "project/folders.h"

/* The nearest folder around the config that has a training script (project/signs.h), since a nested project does not
 * use what lies above it. Else its project_root, or if that has no script the nearest package. All functions of
 * project/versions.h depend on it. The same folder gives the same address. */
const char *project_home(struct folders *f, const char *path);
/* Packages of the repository outside the home that its training script imports: folders, NULL-terminated, at most
 * PACKAGES_LENT. */
enum { PACKAGES_LENT = 16 };
const char *const *project_lent(struct folders *f, const char *path);
/* Whether the training script of the file's home reads configs with something other than Config.fromfile, or the
 * project's own code reads `_base_` in its own way. Then refusals of the known loaders are no errors. */
bool project_has_loader(struct folders *f, const char *path);
/* Whether code of the file's home runs configs as Python modules (project/reader.h). */
bool project_home_executes(struct folders *f, const char *path);
/* Whether a program of the file's home replaces that word (project/reader.h). */
bool project_home_fills_in(struct folders *f, const char *path, const char *word, size_t n);
/* Whether the file lies in a folder of archived files of the project. */
bool project_put_away(struct folders *f, const char *path);
#endif
