// SPDX-License-Identifier: MIT
/* What --hook does besides linting the named files. */
#ifndef CLI_COMMAND_HOOK_H
#define CLI_COMMAND_HOOK_H
#include "base/arena.h"
#include "cli/opts.h"

/* Files that still name a base which the commit deletes, without those that were named; on the arena. */
void hook_left_behind(struct arena *a, const struct opts *o, struct strings *files);
#endif
