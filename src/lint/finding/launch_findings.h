// SPDX-License-Identifier: MIT
/* Findings of a subject that depend on the launch line that starts it are reported with that line. */
#ifndef LINT_FINDING_LAUNCH_FINDINGS_H
#define LINT_FINDING_LAUNCH_FINDINGS_H
#include "lint/finding/diag.h"

struct start;
struct started_found {
	struct diags found, held;
	bool judged; /* for some launch line */
};
/* Adds to `to`, once each, the findings in the subject for a launch line. Findings that also occur `without` any are
 * taken from there. All others are reported with `by`; they have fixes only for the subject's own launch line, because
 * fixes are proved with that one. */
void started_add(struct arena *a, const struct subject *of, const struct start *by, const struct started_found *without,
		 const struct started_found *here, struct started_found *to);
void started_release(struct started_found *f);
#endif
