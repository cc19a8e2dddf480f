// SPDX-License-Identifier: MIT
/* The bytes of edited files as they were found. */
#ifndef FIX_ORIGINAL_H
#define FIX_ORIGINAL_H
#include "base/map.h"
#include "fix/fix.h"

struct original {
	const char *path, *bytes;
	size_t n;
};
struct originals {
	VEC(, struct original) all;
	struct map seen; /* their resolved paths, interned */
};
/* s, of a file of the set, is about to be edited; only the first text of a file counts. vfs: shows
 * the file as it is before. */
void originals_note(struct originals *o, struct arena *a, const struct vfs *vfs, const struct subject_set *set,
		    const struct source *s);
/* Adds those that vfs shows with other bytes to the result's files, which are sorted by path. */
void originals_changed(const struct originals *o, struct arena *a, const struct vfs *vfs, struct fix_result *out);
void originals_release(struct originals *o);
#endif
