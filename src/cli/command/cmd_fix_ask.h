// SPDX-License-Identifier: MIT
/* --fix=ask: which findings the user wants fixed, one by one, with the diff of each. */
#ifndef CLI_COMMAND_CMD_FIX_ASK_H
#define CLI_COMMAND_CMD_FIX_ASK_H
#include "cli/report_run.h"

struct consent {
	struct linting *l;
	const struct diag **yes;
	size_t n;
};
/* Fills in yes and n, on the session's arena; false: there is nobody to ask, which is told. */
bool ask_user(struct consent *a);
bool asked_for(void *asked, const struct diag *d); /* fix_opts.wanted over a struct consent */
/* The one finding's fix by itself; false: nothing can be done. r: to be released in any case. */
bool ask_one(struct linting *l, const struct diag *d, struct fix_result *r);
/* A diff on a terminal: control bytes of the file are escaped, line ends kept. */
void ask_show_diff(FILE *to, struct session *s, const struct fix_file *f);
#endif
