// SPDX-License-Identifier: MIT
/* Comments that silence: `# cfglint: ignore=ID[,ID...] [-- reason]` on any line of the statement that holds the place
 * (or on the line above it, alone on its line), `# cfglint: ignore-file=ID` anywhere; `ignore` without ids silences
 * all. A comment in a base covers its children. */
#ifndef LINT_FINDING_SUPPRESS_H
#define LINT_FINDING_SUPPRESS_H
#include "lint/rules/rule.h"
#include "lint/rules/ruleset.h"

/* Where the comment is that does, nowhere: none does. */
struct span suppress_hides(const struct subject *s, const struct rule *r, struct span at);
/* Comments that name no known rule, for CFG-level warnings: calls back with the place and the nearest rule name. */
void suppress_check(const struct subject *s, const struct ruleset *rs,
		    void (*bad)(void *ctx, struct span at, const char *word, const char *nearest), void *ctx);
#endif
