// SPDX-License-Identifier: MIT
/* Walks a folder and honours its ignore files. */
#ifndef TEXT_WALK_H
#define TEXT_WALK_H
#include "base/arena.h"
#include "base/err.h"

struct stat;
struct vfs;
struct walked {		  /* An entry passed to found: a regular file, or a link to one. wanted is called for other
			   * entries too. */
	const char *path; /* absolute */
	bool link;
	const struct stat *st; /* of the file; without `stamps` only the kind of file in its mode is set */
};
enum { WALK_DEEP_MAX = 500 /* nested folders; failed reports deeper ones */ };
struct walk_opts {
	const struct vfs *fs; /* its fence applies; its overlays are used for ignore files only */
	bool (*excluded)(void *ctx, const char *abs_path, bool is_dir); /* may be NULL */
	bool (*wanted)(void *ctx, const struct walked *file);
	void (*found)(void *ctx, const struct walked *file);
	void (*failed)(void *ctx, const char *abs_path, const struct err *e); /* it can't be read or listed */
	void (*mounted)(void *ctx, const char *abs_path); /* a folder of another file system; may be NULL */
	void (*linked)(void *ctx, const char *abs_path);  /* a link to a folder, which is not followed; may be NULL */
	/* An ignore file names the entry. If this returns true, the entry still counts if git tracks it (as in git);
	 * in a folder, the files that git tracks count. NULL: never. */
	bool (*ignored)(void *ctx, const char *abs_path, bool is_dir);
	/* An entry that was skipped because `ignored` returned true. known: git does not track it; false: that is
	 * unknown.
	 * May be NULL. */
	void (*passed)(void *ctx, const char *abs_path, bool is_dir, bool known);
	void *ctx;
	/* Limit of entries below links to folders; NULL: such links are not followed. Never followed: a link to a
	 * folder that contains it, or to another file system. */
	size_t *linked_budget;
	size_t *budget;	   /* limit of entries; at 0 the walk ends; NULL: no limit */
	bool stamps;	   /* stat each found file, even if the folder's listing is enough for the walk */
	bool ignore_files; /* honour .gitignore and .ignore files from the repository's top (.git) down */
};
/* Depth-first, names sorted bytewise, .git skipped; explicit stack. It does not enter other file systems
 * than that of abs_dir (/proc below /). */
void walk_folder(const char *abs_dir, const struct walk_opts *o);
/* Which line of an ignore file names the path or a folder above it, whether it is there or not: "configs/.gitignore:3",
 * relative to the repository's top; on a. */
struct walk_ignored {
	const char *by; /* NULL: none does */
	bool rooted;	/* its pattern names one place, relative to its file, and not a name at any depth */
};
struct walk_ignored walk_ignored_by(struct arena *a, const struct vfs *fs, const char *path, bool is_dir);
#endif
