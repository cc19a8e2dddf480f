// SPDX-License-Identifier: MIT
/* The topmost folder of a project, found by marks in it. It bounds where bases may be read from, which code trains,
 * and what paths are relative to. A settings file is a weak mark: it may lie in any folder of a project, so it
 * counts only if there is no other. */
#ifndef PROJECT_ROOT_H
#define PROJECT_ROOT_H
#include "project/folders.h"

#define SETTINGS_FILE ".cfglint.yaml"

enum root_mark {
	ROOT_SETTINGS = 1, /* SETTINGS_FILE */
	ROOT_PACKAGE = 2,  /* setup.py: something is installed from here */
	ROOT_PROJECT = 4,  /* pyproject.toml: the same, or settings of tools */
	ROOT_GIT = 8,	   /* .git: a folder, or a file in a work tree or submodule */
};
/* Whether the folder has one of the marks. a: scratch. */
bool root_marked(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks);
/* The nearest folder with one of the marks, from dir upwards, except "/"; on a, or dir; NULL: none. */
const char *root_above(struct arena *a, const struct vfs *fs, const char *dir, unsigned marks);

/* The project of a file: the nearest folder around it with ROOT_GIT, else the outermost with ROOT_PACKAGE,
 * ROOT_PROJECT or a training script (project/signs.h); NULL: none. Lives as long as f. */
const char *project_marked_root(struct folders *f, const char *path);
/* The same with a fallback: the working directory if it contains the file, or the folder of the nearest settings
 * file if that contains the working directory too; without the former, the nearest settings file's folder; else the
 * file's own folder. */
const char *project_root(struct folders *f, const char *path);
#endif
