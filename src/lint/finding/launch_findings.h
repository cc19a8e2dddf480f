// SPDX-License-Identifier: MIT
/* Findings of a subject that depend on which launch line starts it are told with that line. */
#ifndef LINT_FINDING_LAUNCH_FINDINGS_H
#define LINT_FINDING_LAUNCH_FINDINGS_H
#include "lint/finding/diag.h"

struct start;
struct started_found {
	struct diags found, held;
	bool judged; /* for some launch line */
};
/* Adds to `to`, once each, what is found in the subject for a launch line. What is found `without` any is taken as it
 * is there; all else is told with `by`, and but for the subject's own launch line without fixes, for those are proved
 * there. */
void started_add(struct arena *a, const struct subject *of, const struct start *by, const struct started_found *without,
		 const struct started_found *here, struct started_found *to);
void started_release(struct started_found *f);
#endif
