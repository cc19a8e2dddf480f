// SPDX-License-Identifier: MIT
/* gitignore-style patterns over PCRE2, with match limits; and walking folders with ignore files. */
#ifndef TEXT_GLOB_H
#define TEXT_GLOB_H
#include "base/arena.h"
#include "base/err.h"

struct glob;
/* gitignore semantics: a pattern without an inner '/' matches the last component at any depth; a trailing '/' matches
 * folders only; `**` spans folders. A leading '!' is the caller's business. Freed with glob_free. */
struct glob *glob_new(const char *pattern, struct err *e);
bool glob_match(const struct glob *g, const char *path, bool is_dir); /* path relative to the pattern's folder */
void glob_free(struct glob *g);

struct stat;
struct walked {		  /* a regular file, or a link to one */
	const char *path; /* absolute */
	bool link;
	const struct stat *st; /* the file's */
};
struct walk_opts {
	bool (*excluded)(void *ctx, const char *abs_path, bool is_dir); /* may be NULL */
	bool (*wanted)(void *ctx, const struct walked *file);
	void (*found)(void *ctx, const struct walked *file);
	void (*failed)(void *ctx, const char *abs_path, const struct err *e); /* unreadable folder */
	void *ctx;
	bool ignore_files; /* honour .gitignore and .ignore files from the repository's top (.git) down */
};
/* Depth-first, names sorted bytewise, symlinked folders not followed, .git skipped; explicit stack. */
void walk_folder(const char *abs_dir, const struct walk_opts *o);
#endif
