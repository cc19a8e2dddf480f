// SPDX-License-Identifier: MIT
/* One run of `cfglint PATH...`: what is linted, what was found; and what --fix and --diff do with it. */
#ifndef CLI_COMMAND_FIXING_H
#define CLI_COMMAND_FIXING_H
#include "cli/session.h"

struct lint {
	struct session *s;
	struct targets targets;
	struct graph *g;
	struct diags found;
	struct lint_stats stats;
	uint32_t fixed, unread;
	const struct fix_result *result;     /* of --fix; NULL: none was made */
	const char *stdin_path, *stdin_text; /* standard input as a file, and what becomes of it; NULL: not asked for */
	size_t stdin_n;
	struct buf stdin_bytes;
};

void lint_report(struct lint *l, const struct graph *g); /* and the exit status that follows */
void lint_fix(struct lint *l);				 /* --fix, --diff: writes, tells, reports what is left */

/* Which findings the user wants fixed, one by one, with the diff of each. false: none. */
struct asking {
	struct lint *l;
	const struct diag **yes;
	size_t n;
};
bool ask_user(struct asking *a, bool (*run)(struct lint *l, const struct fix_opts *o, struct fix_result *r));
/* fix_opts.wanted over a struct asking. */
bool asked_for(void *asked, const struct diag *d);
#endif
