// SPDX-License-Identifier: MIT
/* Which versions of a package a project's own files ask for: requirements, setup, environments, Dockerfiles; those of
 * the interpreter stand in documents and workflows of CI, too. */
#ifndef PROJECT_ASKED_H
#define PROJECT_ASKED_H
#include "base/map.h"
#include "python/value/value.h"
#include "text/vfs.h"

struct asked_package {
	const struct str *name;		/* as rules ask it */
	const struct str *const *known; /* as files write it */
	uint32_t nknown;
	bool documents; /* README and workflows count, too: `Python 3.6+`, `python-version: [3.6, 3.7]` */
};
struct version_files {
	struct arena *a; /* what is remembered lives there */
	const struct vfs *fs;
	const char *root; /* of the project; NULL: it has none, and only the file's own folder counts */
	const struct asked_package *package;
	uint32_t npackages;
	struct map *folder; /* folder -> struct version_bounds */
};
struct version_bounds {
	const char *least, *most; /* "1.13.1"; NULL: none is said */
};
/* packages and interpreters of rules/script.yaml */
const struct asked_package *asked_packages(struct arena *a, uint32_t *n);
/* As one file's text says: the lowest that it takes, and the highest if all places that name one end it. Lines with a
 * condition behind `;` don't count. */
struct version_bounds version_bounds_in(struct arena *a, const char *text, const struct asked_package *package);
/* Puts `{least, most}` under each package's name, by the files of the nearest folder around path that says something.
 */
void asked_put(const struct version_files *q, struct arena *a, const char *path, struct dict *top);
/* Whether these files end the package below that version: the most that they name is older. root: NULL: there is none.
 */
bool asked_ends_below(const struct vfs *fs, const char *root, const char *path, const char *package, int major,
		      int minor);
#endif
