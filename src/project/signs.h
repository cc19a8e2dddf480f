// SPDX-License-Identifier: MIT
/* Signs that a folder of a repository is a project of its own, trained by its own code: it has a training script.
 * Names of such scripts are data: rules/loaders.yaml. */
#ifndef PROJECT_SIGNS_H
#define PROJECT_SIGNS_H
#include "base/arena.h"
#include "text/vfs.h"

struct project_signs {
	const char *const *script;    /* paths below a project: "tools/train.py" */
	const char *const *folder;    /* names of folders whose scripts belong to the project around them */
	const char *const *source;    /* the same of a folder directly below the project: src/train.py */
	const char *const *away;      /* names of folders with old files, no longer used */
	const char *const *away_word; /* words of such names, which begin and end where letters do */
	uint32_t nscripts, nfolders, nsources, naway, naway_words;
};
void project_signs_load(struct arena *a, struct project_signs *out);
/* The path of the folder's training script; NULL: none. */
const char *project_script(const struct project_signs *s, const struct vfs *fs, struct arena *a, const char *dir);
/* The packages that a script imports: names before the first dot, each once, NULL-terminated. Read as text, not
 * parsed. */
const char *const *project_imports(const struct vfs *fs, struct arena *a, const char *script);
/* Whether a folder with a training script, below top, is a project of its own: not a package for scripts, and not
 * inside a folder of scripts. */
bool project_is_apart(const struct project_signs *s, const struct vfs *fs, const char *top, const char *dir);
/* Whether the path lies in a folder of archived files below top. */
bool project_is_put_away(const struct project_signs *s, const char *top, const char *path);
#endif
