// SPDX-License-Identifier: MIT
/* The versions of a package that a project's own files require: requirements, setup, environments, Dockerfiles. For
 * the interpreter also documents and CI workflows; commands of documents that install packages, where no file states a
 * bound. */
#ifndef PROJECT_VERSION_BOUNDS_H
#define PROJECT_VERSION_BOUNDS_H
#include "base/map.h"
#include "project/version_text.h"
#include "python/value/value.h"
#include "text/vfs.h"

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
/* packages and interpreters of rules/script.yaml */
const struct required_package *required_packages(struct arena *a, uint32_t *n);
/* Puts `{least, most, least_at, most_at, open_at, any_at}` under the package's name, each if it is known. */
void version_bounds_put_one(struct arena *a, struct dict *top, const struct str *package, struct version_bounds b);
/* Puts `{least, most}` under each package's name, from the nearest folder around path whose files state bounds. */
void version_bounds_put(const struct version_files *q, struct arena *a, const char *path, struct dict *top);
/* Whether these files limit the package to versions below that one: the newest that they name is older. root: NULL:
 * no project. */
bool version_bounds_end_below(const struct vfs *fs, const char *root, const char *path, const char *package, int major,
			      int minor);
#endif
