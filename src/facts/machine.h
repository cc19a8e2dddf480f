// SPDX-License-Identifier: MIT
/* The hardware that the training run will have: from the command line or the settings, never from the machine that
 * lints. */
#ifndef FACTS_MACHINE_H
#define FACTS_MACHINE_H
#include "python/value/value.h"

struct machine {	   /* Unknown when not given */
	struct value gpus; /* per node */
	struct value nodes;
	struct value cores;   /* CPU cores per node */
	struct value gpu_mem; /* per GPU */
	const char *gpus_why; /* "--gpus", ".cfglint.yaml:3", "8xb4 in the file name"; NULL: not known */
	const char *launch;   /* "run.sh:12", the launch line that says gpus and nodes; NULL: none does */
	bool gpus_asked;      /* by the command line, which no launch line beats */
	bool gpus_guessed;    /* gpus and nodes come from the file name: only their product means something, known() is
				 False */
};
void machine_init(struct machine *m, struct arena *a); /* all unknown */
const char *machine_option(const struct cause *c); /* "--gpus": what gives the figure that is missing; NULL: none is */
#endif
