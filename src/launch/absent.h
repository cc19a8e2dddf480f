// SPDX-License-Identifier: MIT
/* Configs that launches name and that are not there. */
#ifndef LAUNCH_ABSENT_H
#define LAUNCH_ABSENT_H
#include "launch/target.h"

/* The config of a launch that target_path doesn't find, where no folder that the script may be called from has it,
 * neither its own nor one around it up to the project's: a dict as docs/writing-rules.md tells (l.config_absent).
 * Unknown where it may be there after all: its text isn't known, it lies outside of the project, in a container, or in
 * a submodule; git ignores it; a part of a path or a folder of the project that isn't known leads to it; the script
 * brought files before, or sends text into one that may be it. All of it lives in t->a; its name is added to t->absent.
 */
struct value config_absent(struct launch_targets *t, const struct launch *l, struct value config);
#endif
