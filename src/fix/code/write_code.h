// SPDX-License-Identifier: MIT
/* A patch at one site as byte edits, in the file's manner. */
#ifndef FIX_CODE_WRITE_CODE_H
#define FIX_CODE_WRITE_CODE_H
#include "fix/code/site.h"
#include "text/edit.h"

struct writing_of {
	struct arena *a;
	const struct patch *p;
	const struct code *c;
	const struct keypath *key; /* that the one edit does */
	uint32_t n;
	/* The span of a place in the code, in whatever sources the edits are for. */
	struct span (*span)(void *ctx, struct code_place at);
	void *ctx;
};
bool write_patch(const struct writing_of *w, const struct site *s, struct edits *out, const char **why);
#endif
