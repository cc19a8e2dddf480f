// SPDX-License-Identifier: MIT
/* Path arithmetic on '/'-separated strings. Only path_absolute (getcwd) and path_real access the disk. */
#ifndef BASE_PATH_H
#define BASE_PATH_H
#include "base/arena.h"

char *path_join(struct arena *a, const char *dir,
		const char *rel); /* rel absolute: rel; result normalised (no . .. //) */
char *path_normal(struct arena *a, const char *path);
char *path_absolute(struct arena *a, const char *path); /* against the working directory, normalised */
/* As path_real. For a path that does not exist yet: the nearest existing parent folder, resolved, plus the rest. */
char *path_real_new(struct arena *a, const char *path);
char *path_real(struct arena *a, const char *path); /* with links followed; NULL: nothing is there */
char *path_dir(struct arena *a, const char *path);  /* "a/b" -> "a", "b" -> ".", "/b" -> "/" */
const char *path_base(const char *path);	    /* last component, points into path */
char *path_stem(struct arena *a, const char *path); /* last component without path_ext */
const char *path_ext(const char *path);		    /* ".py" with the dot, "" when none; points into path */
char *path_relative(struct arena *a, const char *from_dir, const char *to); /* both absolute and normalised */
/* The form shown to people: relative to cwd if the path lies there or that is shorter, else unchanged. A name that is
 * no file ("--cfg-options") is unchanged too. */
const char *path_shown(struct arena *a, const char *cwd, const char *path);
bool path_inside(const char *dir, const char *path); /* path is dir or below it; both normalised */
#endif
