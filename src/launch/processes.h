// SPDX-License-Identifier: MIT
/* The number of processes that train together, with one GPU each. */
#ifndef LAUNCH_PROCESSES_H
#define LAUNCH_PROCESSES_H
#include "launch/words.h"
#include "python/value/value.h"

struct processes {
	int64_t each, machines; /* on each machine; 0: unknown */
};
/* launch: its complete dict (docs/writing-rules.md). A script that has a flag for the launcher of its processes
 * (`by` of rules/launch.yaml) and does not get it trains as one process; a script without such a flag may start more
 * by itself. */
struct processes launch_processes(const struct launch_words *w, struct value launch);
#endif
