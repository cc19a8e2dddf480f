// SPDX-License-Identifier: MIT
/* What an annotation file lists, counted without loading it as a tree. */
#ifndef CLI_SHARED_ANNOTATIONS_H
#define CLI_SHARED_ANNOTATIONS_H
#include "base/arena.h"
#include "text/vfs.h"

/* Entries of an annotation file: elements of the list `images` of a JSON object, or lines of text that aren't blank. */
struct annotations {
	double all, annotated; /* annotated: of the images, those that an annotation names; NaN: no such list */
};
/* What a command has counted, so that no file is read twice, and of all together no more than is bearable. Zeroed: none
 * yet. */
struct counted_files {
	struct counted_file *last;
	uint64_t bytes;
};
bool annotations_are_json(const char *path);
/* false: the file doesn't exist, is too large, or has none of these formats. Results are cached on a. */
bool annotations_count(struct arena *a, struct counted_files *f, const struct vfs *fs, const char *path,
		       struct annotations *out);
#endif
