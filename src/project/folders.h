// SPDX-License-Identifier: MIT
/* The folders of a run, each looked at once: what is found out about one (root.h, home.h, versions.h) is found out for
 * all files below it. Thread-safe: one lock, held by every function here and there. */
#ifndef PROJECT_FOLDERS_H
#define PROJECT_FOLDERS_H
#include "text/vfs.h"
#include "base/arena.h"

struct folders;
struct folders *folders_new(const struct vfs *fs); /* fs must outlive it */
void folders_free(struct folders *f);		   /* NULL: nothing */

/* A walk from a file's folder upwards: to its project's root, or to the last folder where nothing marks one. */
struct folder;
struct folder_walk {
	const char *path;  /* the file; all else zeroed at first */
	const char *dir;   /* where the walk stands; lives as long as the folders */
	uint32_t number;   /* of that folder, from 0 as they were met: who knows more of folders keeps it by this */
	struct folder *at; /* the walk's own */
	const char *root;
};
bool folders_up(struct folders *f, struct folder_walk *w); /* false: no more */

/* An absolute path with links followed, on a or living as long as f; NULL: not on disk. */
const char *folders_real(struct folders *f, struct arena *a, const char *path);
#endif
