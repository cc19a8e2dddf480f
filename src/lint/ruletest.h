// SPDX-License-Identifier: MIT
/* Runs the `tests:` blocks of rule files: bad ones must fire at the marked text (and only there), good ones must be
 * silent, `fixed` must come out byte for byte from a verified fix. The fixer is a callback because fixing lies above
 * linting. */
#ifndef LINT_RULETEST_H
#define LINT_RULETEST_H
#include "lint/lint.h"
#include "lint/rules/ruleset.h"

struct ruletest_fix {
	const struct graph *g;	       /* of a rule about configs; else NULL, and */
	const struct subject_set *set; /* the linted kind */
	const struct diags *found;
	const char *path; /* of the file whose new text is requested */
	bool edit_code;	  /* training code is edited too */
	struct buf text, why;
};
struct ruletest_host {
	/* Applies all fixes of the findings (safe and unsafe) and returns the file's new text; false: refused, why is
	 * filled. */
	bool (*fix)(void *ctx, const struct linter *l, struct ruletest_fix *f);
	void *ctx;
};
struct ruletest_result {
	uint32_t passed, failed;
};
/* rule NULL: all. Prints a line a failure to `report`, and one per test when verbose. */
struct ruletest_result ruletest_run(struct ruleset *rs, const struct rule *only, const struct ruletest_host *h,
				    bool verbose, struct buf *report);
#endif
