// SPDX-License-Identifier: MIT
/* What a finding's fix would do, for those who read findings by program. */
#ifndef FIX_PREVIEW_H
#define FIX_PREVIEW_H
#include "fix/fix.h"
#include "text/edit.h"

/* A finding's preferred fix, planned in every config that it would be made in, but not tried. Texts live in the arena.
 */
struct fix_preview {
	struct edits edits;	     /* empty where there is no place for the fix; heap */
	struct fix_promise *promise; /* none for a fix that changes no effective config */
	const struct str **variable; /* top-level names that carry such a value, and change along */
	uint32_t npromises, nvariables;
};
void fix_preview(struct arena *a, const struct dialects *all, const struct diag *d, struct fix_preview *out);
#endif
