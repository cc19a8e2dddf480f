// SPDX-License-Identifier: MIT
/* Makes a project's training code read keys of its configs, if findings offer that (diag.patch): patches
 * (lint/rules/patch.h) become edits, which are tried before they count. All edited files are laid over the disk, the
 * index of the code is built anew, and
 *   1. each edited file can be parsed;
 *   2. training reads the keys, and no other answer about keys or classes differs, for any config (code_differs);
 *   3. linted configs have the findings no more, and no new error or warning.
 * What fails alone is refused with the reason; the others are made. Nothing is written to disk. */
#ifndef FIX_CODE_TEACH_H
#define FIX_CODE_TEACH_H
#include "lint/finding/diag.h"
#include "lint/linter.h"

struct taught_file {
	const char *path, *old_bytes, *new_bytes;
	size_t nold, nnew;
};
struct taught_finding {
	const struct diag *diag;
	const char *reason;	 /* why not; NULL: done */
	const char *const *file; /* that were edited for it: paths */
	uint32_t nfiles;
};
struct taught {
	struct taught_finding *finding;
	uint32_t nfindings;
	struct taught_file *file; /* each once, sorted by path */
	uint32_t nfiles;
	/* NULL if nothing is changed: the new code, and the files that it is read from. */
	struct code_cache *codes;
	struct vfs *vfs;
};
/* wanted: which findings of `found`, all about configs of the set. Texts live in a. */
void teach_code(const struct linter *l, struct arena *a, const struct subject_set *set, const struct diags *found,
		bool (*wanted)(const void *ctx, const struct diag *d), const void *ctx, struct taught *out);
void taught_release(struct taught *t);
#endif
