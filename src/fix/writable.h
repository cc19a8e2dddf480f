// SPDX-License-Identifier: MIT
/* Whether what a fix edits can be written at all. That is asked before it is tried, so that no fix is made by half,
 * none counts on one that won't be made, and what is told is what stands in the files. */
#ifndef FIX_WRITABLE_H
#define FIX_WRITABLE_H
#include "base/map.h"
#include "fix/fix.h"
#include "fix/proof/attempt.h"

struct writable {
	struct map asked; /* path, interned -> why not; "" where it can */
};
/* Why the attempt is refused, in a; NULL: all its files can be written. Each one that can't is
 * added to out->unwritten once. */
const char *writable_refusal(struct writable *w, struct arena *a, const struct vfs *fs, const struct attempt *t,
			     struct fix_result *out);
/* Takes back what r tells of a file that could not be written after all; the caller tells of that. */
void writable_take_back(struct fix_result *r, const char *path);
#endif
