// SPDX-License-Identifier: MIT
/* How many processes train together, of which each has one GPU. */
#ifndef LAUNCH_PROCESSES_H
#define LAUNCH_PROCESSES_H
#include "launch/words.h"
#include "python/value/value.h"

struct processes {
	int64_t each, machines; /* on each machine; 0: not known */
};
/* launch: its dict, complete (docs/writing-rules.md). A script that says by a flag who starts its processes (`by` of
 * rules/launch.yaml) and isn't told trains as one; one that has no such flag may start more by itself. */
struct processes launch_processes(const struct launch_words *w, struct value launch);
#endif
