// SPDX-License-Identifier: MIT
/* The findings of one subject before a trial and after it. */
#ifndef FIX_PROOF_FINDINGS_H
#define FIX_PROOF_FINDINGS_H
#include "fix/proof/loaded.h"
#include "lint/lint.h"

struct findings { /* of one subject, before and after; before only once what is found after has to be compared */
	struct arena arena;
	const struct verifier *v;
	struct loaded *of; /* where what was found before and after is known */
	const struct subject *was;
	struct diags before, after;
	bool loaded, compared;
};
/* was is of the findings' set; the same one on trial is m, of the wide graph, as `of` has loaded it. f is zeroed.
 * false: its settings are broken. */
bool findings_load(struct findings *f, const struct verifier *v, struct loaded *of, const struct subject *was,
		   const struct module *m);
/* The finding of t must be gone, and no new error may appear, nor a warning in place of a lower severity. A further
 * finding of the same rule behind it is left to the next round. NULL: verified. */
const char *findings_judge(struct findings *f, const struct attempt *t);
void findings_release(struct findings *f);
#endif
