// SPDX-License-Identifier: MIT
/* Which versions of a package a project's own files ask for: requirements, setup, environments, Dockerfiles. */
#ifndef SCRIPT_VERSION_H
#define SCRIPT_VERSION_H
#include "script/project.h"

struct version_bounds {
	const char *least, *most; /* "1.13.1"; NULL: none is said */
};
/* As one file's text says: the lowest that it takes, and the highest if all places that name one end it. Lines with a
 * condition behind `;` don't count. */
struct version_bounds version_bounds_in(struct arena *a, const char *text, const struct script_package *package);
/* Puts `{least, most}` under each package's name, by the files of the nearest folder around f that says something. */
void script_versions(struct arena *a, struct script_project *p, const struct cfile *f, struct dict *top);
#endif
