// SPDX-License-Identifier: MIT
/* The variables that a batch job gets from the options of its headers: SLURM_NTASKS_PER_NODE. */
#ifndef LAUNCH_JOB_VARIABLES_H
#define LAUNCH_JOB_VARIABLES_H
#include "launch/priv.h"
#include "python/value/value.h"

/* Sets those that rules/launch.yaml lists (`header_sets`), before the walk. headers: option -> its value. */
void job_variables(struct evaluation *e, struct value headers);
#endif
