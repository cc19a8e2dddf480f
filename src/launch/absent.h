// SPDX-License-Identifier: MIT
/* Configs that launches name and that do not exist. */
#ifndef LAUNCH_ABSENT_H
#define LAUNCH_ABSENT_H
#include "launch/target.h"

/* The config of a launch that target_path doesn't find, and that no folder has from which the script may be called
 * (its own, and those above it up to the project's): a dict, documented in docs/writing-rules.md (l.config_absent).
 * Unknown if it may exist after all: its text is unknown; it lies outside of the project, in a container or in a
 * submodule; git ignores it; an unknown part of a path or an unreadable folder leads to it; the script fetched files
 * before, or redirects output to a file that may be it. All memory is t->a's; its name is added to t->absent. */
struct value config_absent(struct launch_targets *t, const struct launch *l, struct value config);
#endif
