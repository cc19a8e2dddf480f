// SPDX-License-Identifier: MIT
/* `cfglint plan` for files that hold sets of arguments: scripts, launch scripts and files of known trainers. */
#ifndef CLI_COMMAND_PLAN_ARGUMENTS_H
#define CLI_COMMAND_PLAN_ARGUMENTS_H
#include "cli/shared/sheet.h"
#include "cli/targets.h"
#include "text/jwrite.h"

struct plan_arguments {				   /* what the command line says */
	double samples, params, seconds, was_gpus; /* NaN: not set */
	const int64_t *at;			   /* requested steps, ascending */
	uint32_t nat;
	struct jwrite *list; /* of JSON; NULL: text */
	struct buf *page;    /* of HTML; NULL: text */
	bool begun;	     /* something was printed */
};
/* Prints each set of arguments of the file of which rules/plan*.yaml know the figures; says why there is none. word: of
 * argument_words (cli/shared/argument_sets.h). */
void plan_arguments_print(struct session *s, const char *word, struct plan_arguments *p);
#endif
