// SPDX-License-Identifier: MIT
/* --fix=ask: the user accepts or rejects each fix, by its diff. */
#ifndef CLI_COMMAND_CMD_FIX_ASK_H
#define CLI_COMMAND_CMD_FIX_ASK_H
#include "cli/report_run.h"

struct consent {
	struct lint_ctx *l;
	const struct diag **yes;
	size_t n;
};
/* Fills in yes and n, on the session's arena; false: no terminal to prompt on; that is reported. */
bool ask_user(struct consent *a);
bool consent_given(void *consent, const struct diag *d); /* fix_opts.wanted over a struct consent */
/* Tries the finding's fix by itself; false: it has no effect. r: release it in any case. */
bool ask_one(struct lint_ctx *l, const struct diag *d, struct fix_result *r);
/* Prints a diff on a terminal: control bytes of the file are escaped, line ends are not. */
void ask_show_diff(FILE *to, struct session *s, const struct fix_file *f);
#endif
