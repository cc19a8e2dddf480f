// SPDX-License-Identifier: MIT
/* Walking a folder with its ignore files. */
#ifndef TEXT_WALK_H
#define TEXT_WALK_H
#include "base/arena.h"
#include "base/err.h"

struct stat;
struct vfs;
struct walked {		  /* found: a regular file, or a link to one; wanted is asked about others, too */
	const char *path; /* absolute */
	bool link;
	const struct stat *st; /* the file's; without stamps only its mode's kind of file is known */
};
enum { WALK_DEEP_MAX = 500 /* folders inside of each other; those below are told by failed */ };
struct walk_opts {
	const struct vfs *fs; /* whose fence holds; its overlays show in ignore files only */
	bool (*excluded)(void *ctx, const char *abs_path, bool is_dir); /* may be NULL */
	bool (*wanted)(void *ctx, const struct walked *file);
	void (*found)(void *ctx, const struct walked *file);
	void (*failed)(void *ctx, const char *abs_path, const struct err *e); /* can't be looked at or into */
	void (*mounted)(void *ctx, const char *abs_path); /* a folder of another file system; may be NULL */
	void (*linked)(void *ctx, const char *abs_path);  /* a link to a folder, which is not followed; may be NULL */
	/* Ignore files name the entry. True: it counts all the same where git tracks it, as for git; of a folder what
	 * it tracks in there. NULL: never. */
	bool (*ignored)(void *ctx, const char *abs_path, bool is_dir);
	/* An entry that `ignored` holds for and that is passed over. known: git doesn't track it; else that can't be
	 * told. May be NULL. */
	void (*passed)(void *ctx, const char *abs_path, bool is_dir, bool known);
	void *ctx;
	/* Entries below links to folders that may still be looked at; NULL: such links are not followed. Never
	 * followed: a link to a folder that holds it, or on another file system. */
	size_t *linked_budget;
	size_t *budget;	   /* entries that may still be looked at; at 0 the walk ends; NULL: no bound */
	bool stamps;	   /* who is found is looked at, even where its folder says all that a walk needs */
	bool ignore_files; /* honour .gitignore and .ignore files from the repository's top (.git) down */
};
/* Depth-first, names sorted bytewise, .git skipped; explicit stack. Other file systems
 * than abs_dir's (/proc below /) are not entered. */
void walk_folder(const char *abs_dir, const struct walk_opts *o);
/* Which line of an ignore file names the path or a folder above it, whether it is there or not: "configs/.gitignore:3",
 * relative to the repository's top; on a. */
struct walk_ignored {
	const char *by; /* NULL: none does */
	bool rooted;	/* its pattern names one place, relative to its file, and not a name at any depth */
};
struct walk_ignored walk_ignored_by(struct arena *a, const struct vfs *fs, const char *path, bool is_dir);
#endif
