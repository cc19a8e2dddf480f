// SPDX-License-Identifier: MIT
/* The effect of a finding's fix, for programs that read findings. */
#ifndef FIX_PREVIEW_H
#define FIX_PREVIEW_H
#include "fix/fix.h"
#include "text/edit.h"

/* A finding's preferred fix, planned in every config in which it would be applied, but not tried. Texts live in the
 * arena.
 */
struct fix_preview {
	struct edits edits;	     /* empty if there is no place for the fix; heap */
	struct fix_promise *promise; /* none for a fix that changes no effective config */
	const struct str **variable; /* top-level names that carry such a value, and change along */
	uint32_t npromises, nvariables;
};
void fix_preview(struct arena *a, const struct dialects *all, const struct diag *d, struct fix_preview *out);
#endif
