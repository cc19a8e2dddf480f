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
struct bad_word { /* of a comment of ours that names no rule */
	struct span at;
	const char *word, *nearest; /* nearest: a rule that may be meant, looked for of the first few; NULL: none */
	uint32_t others;	    /* number of further ones of the file that are not listed */
};
/* Calls back with those of a file, for CFG-level warnings: so many at most, the last of which counts the others. */
void suppress_check(const struct subject *s, const struct ruleset *rs, void (*bad)(void *ctx, const struct bad_word *w),
		    void *ctx);
#endif
