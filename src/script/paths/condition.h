// SPDX-License-Identifier: MIT
/* Tests in training code as conditions that a search over paths can distinguish. */
#ifndef SCRIPT_PATHS_CONDITION_H
#define SCRIPT_PATHS_CONDITION_H
#include "script/paths/program.h"

/* The condition under which n is true in the frame; prog gets new keys. */
const struct cond *program_condition(struct script_project *p, struct program *prog, const struct call_frame *f,
				     const struct node *n);
#endif
