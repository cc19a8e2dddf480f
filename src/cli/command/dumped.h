// SPDX-License-Identifier: MIT
/* The config that a run was started with, as its log or its folder has it: loaded like any other, as a text that lies
 * beside the log, so that rules' concepts can be asked of it. */
#ifndef CLI_COMMAND_DUMPED_H
#define CLI_COMMAND_DUMPED_H
#include "cli/session.h"
#include "facts/facts.h"
#include "run/run.h"

struct dumped {
	struct graph *g;
	const struct module *m;
	const struct dialect *dialect;
	struct facts *facts; /* the session's */
};
/* false: the run has none, or it can't be loaded; nothing is told. Else dumped_release it. */
bool dumped_load(struct session *s, const struct run *r, struct dumped *out);
void dumped_release(struct dumped *d);
/* A concept that is a whole number and not negative; false: not known. */
bool dumped_count(const struct dumped *d, const char *concept, uint32_t *out);
/* The number of the run's last iteration, as its log or else its config says; 0: not known. d may be of a config that
 * isn't there. */
uint32_t dumped_iterations(const struct dumped *d, const struct run *r);
#endif
