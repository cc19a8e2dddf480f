// SPDX-License-Identifier: MIT
/* Whether the files that a fix edits can be written. That is checked before the trial, so that no fix is applied by
 * half, none depends on one that won't be applied, and reports match the files. */
#ifndef FIX_WRITABLE_H
#define FIX_WRITABLE_H
#include "base/map.h"
#include "fix/fix.h"
#include "fix/proof/attempt.h"

struct writable {
	struct map checked; /* path, interned -> why not; "" where it can */
};
/* Why the attempt is refused, in a; NULL: all its files can be written. Each one that can't is
 * added to out->unwritten once. */
const char *writable_refusal(struct writable *w, struct arena *a, const struct vfs *fs, const struct attempt *t,
			     struct fix_result *out);
/* Removes the fixes of a file that could not be written after all from r; the caller reports that. */
void writable_take_back(struct fix_result *r, const char *path);
#endif
