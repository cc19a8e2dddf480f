// SPDX-License-Identifier: MIT
/* The versions of a package that a project's own files require: requirements, setup, environments, Dockerfiles. For
 * the interpreter also documents and CI workflows. */
#ifndef PROJECT_VERSION_BOUNDS_H
#define PROJECT_VERSION_BOUNDS_H
#include "base/map.h"
#include "python/value/value.h"
#include "text/vfs.h"

struct required_package {
	const struct str *name;		/* its name in rules */
	const struct str *const *known; /* its names in files */
	uint32_t nknown;
	bool documents; /* README and workflows count too: `Python 3.6+`, `python-version: [3.6, 3.7]` */
};
struct version_files {
	struct arena *a; /* holds the cache */
	const struct vfs *fs;
	/* of the project; NULL: none, then only the file's own folder counts. Folders above it count, too, up to the
	 * working directory if that contains it. */
	const char *root;
	const struct required_package *package;
	uint32_t npackages;
	struct map *folder; /* cache: folder -> struct version_bounds */
};
struct version_bounds {
	const char *least, *most; /* "1.13.1"; NULL: no bound */
};
/* packages and interpreters of rules/script.yaml */
const struct required_package *required_packages(struct arena *a, uint32_t *n);
/* The bounds in one file's text: the lowest minimum, and the highest maximum if all places that name the package
 * have one. Lines with a condition after `;` don't count. */
struct version_bounds version_bounds_in(struct arena *a, const char *text, const struct required_package *package);
/* Puts `{least, most}` under the package's name. */
void version_bounds_put_one(struct arena *a, struct dict *top, const struct str *package, struct version_bounds b);
/* Puts `{least, most}` under each package's name, from the nearest folder around path whose files state bounds. */
void version_bounds_put(const struct version_files *q, struct arena *a, const char *path, struct dict *top);
/* Whether these files limit the package to versions below that one: the newest that they name is older. root: NULL:
 * no project. */
bool version_bounds_end_below(const struct vfs *fs, const char *root, const char *path, const char *package, int major,
			      int minor);
#endif
