// SPDX-License-Identifier: MIT
/* Loading of the vocabulary (concepts.yaml). Private to facts/dialect.c. */
#ifndef FACTS_VOCAB_H
#define FACTS_VOCAB_H
#include "facts/dialect.h"
#include "spec/read.h"

/* NULL: e is filled. A folder without concepts.yaml has an empty vocabulary. */
const struct vocab *vocab_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
			       struct err *e);
const struct str **vocab_strs(struct arena *a, const char *const *text, uint32_t n); /* interned */
#endif
