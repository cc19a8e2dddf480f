// SPDX-License-Identifier: MIT
/* Runs the `tests:` blocks of rule files: bad ones must fire at the marked text (and only there), good ones must be
 * silent, `fixed` must come out byte for byte from a verified fix. The fixer is a callback because fixing lies above
 * linting. */
#ifndef LINT_RULETEST_H
#define LINT_RULETEST_H
#include "lint/lint.h"
#include "lint/rules/ruleset.h"

struct ruletest_host {
	/* Applies all fixes of the rule's findings in the file (safe and unsafe) and returns the new text; false:
	 * refused, why filled. */
	bool (*fix)(void *ctx, const struct graph *g, const struct ruleset *rs, struct settings_cache *sc,
		    const struct diags *found, const char *path, struct buf *text, struct buf *why);
	void *ctx;
};
struct ruletest_result {
	uint32_t passed, failed;
};
/* rule NULL: all. Prints a line a failure to `report`, and one per test when verbose. */
struct ruletest_result ruletest_run(const struct ruleset *rs, const struct rule *only, const struct ruletest_host *h,
				    bool verbose, struct buf *report);
#endif
