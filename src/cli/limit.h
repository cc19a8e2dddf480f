// SPDX-License-Identifier: MIT
/* --limit: limits of loading, which override the settings. */
#ifndef CLI_LIMIT_H
#define CLI_LIMIT_H
#include "cli/session.h"

bool limits_are_good(struct session *s);			/* false: reported */
void limits_put(const struct opts *o, struct graph_limits *to); /* those that were given, which are good */
#endif
