// SPDX-License-Identifier: MIT
/* The command line of a launch as Hydra reads it, if it starts a Hydra program. */
#ifndef LAUNCH_HYDRA_LAUNCH_H
#define LAUNCH_HYDRA_LAUNCH_H
#include "hydra/launch_facts.h"
#include "launch/priv.h"

/* Puts it into the dict d as `hydra`; nothing where the script at path (may be NULL) is no Hydra program. src: the
 * launch script. Composing is charged to no budget: it has limits of its own. */
void launch_hydra_put(struct hydra_files *files, const struct source *src, const struct launch *l, const char *path,
		      struct value d);
#endif
