// SPDX-License-Identifier: MIT
/* Path arithmetic on '/'-separated strings; nothing here touches the disk except path_absolute (getcwd) and path_real.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H
#include "base/arena.h"

char *path_join(struct arena *a, const char *dir,
		const char *rel); /* rel absolute: rel; result normalised (no . .. //) */
char *path_normal(struct arena *a, const char *path);
char *path_absolute(struct arena *a, const char *path); /* against the working directory, normalised */
/* As path_real; of what isn't there yet, the nearest folder around it that is, and the rest as it is written. */
char *path_real_new(struct arena *a, const char *path);
char *path_real(struct arena *a, const char *path); /* with links followed; NULL: nothing is there */
char *path_dir(struct arena *a, const char *path);  /* "a/b" -> "a", "b" -> ".", "/b" -> "/" */
const char *path_base(const char *path);	    /* last component, points into path */
char *path_stem(struct arena *a, const char *path); /* last component without path_ext */
const char *path_ext(const char *path);		    /* ".py" with the dot, "" when none; points into path */
char *path_relative(struct arena *a, const char *from_dir, const char *to); /* both absolute and normalised */
/* As people read it: relative to cwd where it lies there or that is shorter, else as it is; so is the name of a text
   that is no file ("--cfg-options"). */
const char *path_shown(struct arena *a, const char *cwd, const char *path);
bool path_inside(const char *dir, const char *path); /* path is dir or below it; both normalised */
#endif
