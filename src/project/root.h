// SPDX-License-Identifier: MIT
/* Which folder is a project's topmost one, by what lies in it. Several questions are asked about that, and each means
 * something else by a project: whose settings hold, what a base may be read from, what a path is told against. So each
 * names the marks that it goes by; what a mark is, is said once. */
#ifndef PROJECT_ROOT_H
#define PROJECT_ROOT_H
#include "project/folders.h"

enum root_mark {
	ROOT_SETTINGS = 1, /* .cfglint.yaml: the user says so */
	ROOT_PACKAGE = 2,  /* setup.py: something is installed from here */
	ROOT_GIT = 4,	   /* .git, whatever it is: a folder; a file in a work tree or submodule */
	ROOT_CHECKOUT = 8, /* .git that git would take: a file, or a folder with a HEAD */
};
/* Whether the folder has one of the marks. a: scratch. */
bool root_marked(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks);
/* The nearest of dir and the folders around it that has one, but for "/"; on a, or dir; NULL: none. */
const char *root_above(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks);

/* The project of a file: the nearest folder around it with ROOT_SETTINGS or ROOT_GIT, else the outermost with
 * ROOT_PACKAGE, else the working directory where that is around it, else its own folder. Lives as long as f. */
const char *project_root(struct folders *f, const char *path);
#endif
