// SPDX-License-Identifier: MIT
/* --limit: what loading may take, over what the settings say. */
#ifndef CLI_LIMIT_H
#define CLI_LIMIT_H
#include "cli/session.h"

bool limits_are_good(struct session *s);			/* false: told */
void limits_put(const struct opts *o, struct graph_limits *to); /* those that were given, which are good */
#endif
