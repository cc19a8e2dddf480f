// SPDX-License-Identifier: MIT
/* Steps of training in one file: where a loss is computed, backward is called, and an optimizer steps. It holds what
 * a fix needs to know, and why a step can't be rewritten. All of it is certain by the text of the file and the kinds
 * of rules/script.yaml. */
#ifndef SCRIPT_TRAINING_STEPS_H
#define SCRIPT_TRAINING_STEPS_H
#include "script/values/cell.h"
#include "script/values/slice.h"

struct training_step {
	struct fn *in;
	const struct node *backward, *step; /* CALL, each a statement; step NULL: there is none */
	const struct node *clip;	    /* CALL; NULL: none */
	struct statements forward;
	struct variable *optimizer;
	const struct binding *made;	/* the binding that gives the optimizer its value; NULL: unknown */
	struct fn *made_in;		/* the scope of that binding */
	const struct call_site *passed; /* the call that passes it to the function; NULL: the function sees it itself */
	const struct str *made_as;	/* its name where it is created */
	const char *trouble;		/* why it isn't certain; NULL: it is */
};
VEC(training_steps, struct training_step);
/* Of one file, by place. */
void script_training(struct script_project *p, const struct cfile *f, struct training_steps *out);
/* A visible name of the parsed arguments at that place; NULL: none. */
const struct str *script_arguments_name(struct script_project *p, struct fn *in, uint32_t at);
#endif
