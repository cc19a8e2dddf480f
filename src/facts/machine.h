// SPDX-License-Identifier: MIT
/* The hardware of the training run: from the command line or the settings, never from the machine that lints. */
#ifndef FACTS_MACHINE_H
#define FACTS_MACHINE_H
#include "python/value/value.h"

struct machine {	   /* Unknown when not given */
	struct value gpus; /* per node */
	struct value nodes;
	struct value cores;   /* CPU cores per node */
	struct value gpu_mem; /* per GPU */
	const char *gpu;      /* the card's name; NULL when not given */
	const char *gpus_why; /* "--gpus", ".cfglint.yaml:3", "8xb4 in the file name"; NULL: unknown */
	const char *launch;   /* "run.sh:12", the launch line with gpus and nodes; NULL: none */
	bool gpus_given;      /* given on the command line, which has precedence over launch lines */
	/* gpus and nodes come from the file name: only their product is meaningful, known() is False */
	bool gpus_guessed;
};
void machine_init(struct machine *m, struct arena *a); /* all unknown */
const char *machine_option(const struct cause *c);     /* "--gpus": the option for the missing figure; NULL: none */
#endif
