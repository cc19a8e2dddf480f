// SPDX-License-Identifier: MIT
/* The training code of the projects of a run, each analysed once. Thread-safe. */
#ifndef CODE_PROJECTS_H
#define CODE_PROJECTS_H
#include "text/vfs.h"

struct classes;
struct code;
struct code_cache;
/* known: classes outside the projects, may be NULL. dir: folder of answers from earlier runs; NULL: none. */
struct code_cache *code_cache_new(const struct vfs *fs, const struct classes *known, const char *dir);
void code_cache_free(struct code_cache *c);
/* The code below home (project_home of a config), without folders that are projects themselves (project/signs.h),
 * and below the `more` folders (absolute, NULL-terminated, may be NULL), which are packages that belong to it. NULL:
 * there is no code, or too much; *why (may be NULL) says which. Lives as long as the cache. */
const struct code *code_get(struct code_cache *c, const char *home, const char *const *more, const char **why);
#endif
