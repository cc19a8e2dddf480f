// SPDX-License-Identifier: MIT
/* The findings of one config before a trial and after it. */
#ifndef FIX_PROOF_FINDINGS_H
#define FIX_PROOF_FINDINGS_H
#include "fix/proof/verify.h"
#include "lint/lint.h"

struct findings { /* of one config, before and after */
	struct arena arena;
	struct diags before, after;
	bool loaded;
};
/* root is a module of v->cur, after the same config on trial. false: its settings are broken. */
bool findings_load(struct findings *f, const struct verifier *v, const struct module *root, const struct module *after);
/* The finding of t must be gone, and neither a new error nor a warning in the place of less may come. What lies behind
 * the finding, of the same rule, is for the next round. NULL: fine. */
const char *findings_judge(const struct findings *f, const struct verifier *v, const struct attempt *t);
void findings_release(struct findings *f);
#endif
