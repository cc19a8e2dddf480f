// SPDX-License-Identifier: MIT
/* Finds files that may inherit from given ones, from their texts alone, without parsing. A file can inherit only
 * from one whose name its text spells, unless it computes names. So the result is a superset of the files that do
 * inherit (graph_opts.dependents filters it). */
#ifndef CONFIG_DEPENDENTS_H
#define CONFIG_DEPENDENTS_H
#include "base/arena.h"
#include "base/vec.h"
#include "text/vfs.h"

struct dependents_search {
	const struct vfs *fs;
	const char *const *of; /* absolute, normalised; NULL-terminated */
	const char *const *in; /* folders to search, none inside another; NULL-terminated */
	bool (*excluded)(void *ctx, const char *path, bool is_dir);
	void *ctx;
	bool ignore_files; /* honour .gitignore and .ignore */
};
struct dependents {
	const char **path; /* without the files in `of`; NULL-terminated, on the arena */
	size_t n;
	uint32_t looked; /* number of files read */
	bool cut;	 /* the search ended early: too many files, or too much text */
};
enum {
	DEPENDENTS_ENTRIES = 200000,
	DEPENDENTS_LINKED = 5000,
	DEPENDENTS_BYTES = 256 << 20,
	DEPENDENTS_NAMES = 8 << 20
};
void dependents_find(struct arena *a, const struct dependents_search *s, struct dependents *out);
#endif
