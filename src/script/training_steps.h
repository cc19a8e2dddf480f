// SPDX-License-Identifier: MIT
/* Steps of training as one file writes them: where a loss is made, goes backwards, and an optimizer steps. What
 * rewriting them needs to know, and why one isn't rewritten; all of it certain by the text of the file and the kinds
 * of rules/script.yaml. */
#ifndef SCRIPT_TRAINING_STEPS_H
#define SCRIPT_TRAINING_STEPS_H
#include "script/cell.h"
#include "script/slice.h"

struct training_step {
	struct fn *in;
	const struct node *backward, *step; /* CALL, each a statement; step NULL: there is none */
	const struct node *clip;	    /* CALL; NULL: none */
	struct statements forward;
	struct variable *optimizer;
	const struct binding *made;	/* what gives the optimizer its value; NULL: not known */
	struct fn *made_in;		/* whose names hold there */
	const struct call_site *passed; /* the function gets it from this call; NULL: it sees it itself */
	const struct str *made_as;	/* what it is called where it is made */
	const char *trouble;		/* why it isn't certain; NULL: it is */
};
VEC(training_steps, struct training_step);
/* Of one file, by place. */
void script_training(struct script_project *p, const struct cfile *f, struct training_steps *out);
/* A name by which parsed arguments are known at that place; NULL: none. */
const struct str *script_arguments_name(struct script_project *p, struct fn *in, uint32_t at);
#endif
