// SPDX-License-Identifier: MIT
/* The folders of a run, each examined once: facts about a folder (root.h, home.h, versions.h) are shared by all
 * files below it. Thread-safe: one lock, taken by every function here and in those headers. */
#ifndef PROJECT_FOLDERS_H
#define PROJECT_FOLDERS_H
#include "text/vfs.h"
#include "base/arena.h"

struct folders;
struct folders *folders_new(const struct vfs *fs); /* fs must outlive it */
void folders_free(struct folders *f);		   /* NULL: nothing */

/* A walk from a file's folder upwards: to its project's root, or to the last folder if nothing marks a root. */
struct folder;
struct folder_walk {
	const char *path;  /* the file; all other fields start zeroed */
	const char *dir;   /* current folder of the walk; lives as long as the folders */
	uint32_t number;   /* index of that folder, from 0 in order of creation: a key for other tables */
	struct folder *at; /* private to the walk */
	const char *root;
};
bool folders_up(struct folders *f, struct folder_walk *w); /* false: at the end */

/* An absolute path with links resolved, on a or living as long as f; NULL: not on disk. */
const char *folders_real(struct folders *f, struct arena *a, const char *path);
#endif
