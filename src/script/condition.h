// SPDX-License-Identifier: MIT
/* Tests in training code as conditions that paths can tell apart. */
#ifndef SCRIPT_CONDITION_H
#define SCRIPT_CONDITION_H
#include "script/program.h"

/* What has to be for n to be true in the frame; prog gets the keys that are new. */
const struct cond *program_condition(struct script_project *p, struct program *prog, const struct call_frame *f,
				     const struct node *n);
#endif
