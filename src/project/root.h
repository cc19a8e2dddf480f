// SPDX-License-Identifier: MIT
/* Which folder is a project's topmost one, by what lies in it: what a base may be read from, whose code trains, what a
 * path is told against. A settings file marks none: it may lie in any folder of a project (it counts only where nothing
 * else tells). */
#ifndef PROJECT_ROOT_H
#define PROJECT_ROOT_H
#include "project/folders.h"

#define SETTINGS_FILE ".cfglint.yaml"

enum root_mark {
	ROOT_SETTINGS = 1, /* SETTINGS_FILE */
	ROOT_PACKAGE = 2,  /* setup.py: something is installed from here */
	ROOT_PROJECT = 4,  /* pyproject.toml: likewise, or so its tools are told */
	ROOT_GIT = 8,	   /* .git, whatever it is: a folder; a file in a work tree or submodule */
};
/* Whether the folder has one of the marks. a: scratch. */
bool root_marked(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks);
/* The nearest of dir and the folders around it that has one, but for "/"; on a, or dir; NULL: none. */
const char *root_above(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks);

/* The project of a file: the nearest folder around it with ROOT_GIT, else the outermost with ROOT_PACKAGE, ROOT_PROJECT
 * or a training script (project/signs.h); NULL: there is none. Lives as long as f. */
const char *project_marked_root(struct folders *f, const char *path);
/* The same; where there is none the working directory if that is around the file, or the folder of the nearest settings
 * file if that is around it too, or else around the file; else the file's own folder. */
const char *project_root(struct folders *f, const char *path);
#endif
