// SPDX-License-Identifier: MIT
/* How many processes train together, and how many samples a step takes.
 *
 * 	accelerate launch --config_file acc.yaml --num_processes 4 ...	4, which beats the file's 8
 * 	per device 2, accumulation 8, 4 processes			2 x 8 x 4 = 64 samples a step */
#ifndef ARGUMENTS_GLOBAL_BATCH_H
#define ARGUMENTS_GLOBAL_BATCH_H
#include "arguments/effective_arguments.h"

struct process_count {
	int64_t n;	/* that train together, one GPU each; 0: not known */
	struct span at; /* what says it; zero: nothing does */
	int64_t beaten; /* another number, which the first one beats; 0: none */
	struct span beaten_at;
};
/* What the launch says of processes: its launcher's options, else the launcher's file. */
struct process_count effective_processes(const struct effective_sources *s, struct value launch);

struct global_batch {
	const struct effective *each, *accumulation; /* NULL: no such argument */
	struct process_count processes;
	int64_t per_process;		   /* each x accumulation; 0: not known */
	int64_t total;			   /* x processes; 0: not known */
	const struct effective *unsettled; /* an argument by which it is another one; NULL: none */
};
struct global_batch effective_batch(const struct effective_sources *s, const struct effective_set *x);
#endif
