// SPDX-License-Identifier: MIT
/* --fix=ask: which findings the user wants fixed, one by one, with the diff of each. */
#ifndef CLI_COMMAND_ASK_H
#define CLI_COMMAND_ASK_H
#include "cli/report_run.h"

struct consent {
	struct linting *l;
	const struct diag **yes;
	size_t n;
};
/* Fills in yes and n, on the session's arena; false: there is nobody to ask, which is told. run: fixes what the options
 * want fixed. */
bool ask_user(struct consent *a, bool (*run)(struct linting *l, const struct fix_opts *o, struct fix_result *r));
bool asked_for(void *asked, const struct diag *d); /* fix_opts.wanted over a struct consent */
#endif
