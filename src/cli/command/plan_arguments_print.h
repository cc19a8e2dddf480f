// SPDX-License-Identifier: MIT
/* How the figures of a set of arguments are printed: a table with a column for each side and where the figures come
 * from. */
#ifndef CLI_COMMAND_PLAN_ARGUMENTS_PRINT_H
#define CLI_COMMAND_PLAN_ARGUMENTS_PRINT_H
#include "cli/command/plan_arguments.h"

/* How it is printed: a table with a column for each side and where the figures come from. then: NULL: nothing changes.
 */
struct plan_set {
	const char *name;		       /* "LLaMA-Factory file", "TrainingArguments" */
	const char *place;		       /* "train.py:12"; NULL: it is the whole file */
	const struct sheet_side *today, *then; /* then NULL: nothing changes */
	const char *change;		       /* what makes `then` */
	struct strings advice;
};
void plan_set_text(struct session *s, const struct target *t, const struct plan_arguments *p, const struct plan_set *x);
void plan_set_json(struct session *s, const struct target *t, const struct plan_arguments *p, const struct plan_set *x);
#endif
