// SPDX-License-Identifier: MIT
/* From targets to a loaded graph, and what there is to tell about that. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H
#include "cli/targets.h"

/* Loads them under their settings, which make linter.graph. Who loads them again calls linter_load. */
struct graph *session_load(struct session *s, const struct targets *t);
/* What could not be read or parsed, with status 2. */
void session_tell_unreadable(struct session *s, const struct graph *g, const struct targets *t);
/* Loader and dialect of each target, on stderr (-v). */
void session_tell_assumptions(struct session *s, const struct graph *g, const struct targets *t);
#endif
