// SPDX-License-Identifier: MIT
/* What a run of a config says to the profiles: how many samples its GPUs hold, how many workers keep up with the model.
 * They are options of the profiles (rules/profiles/_training.yaml) like any other. */
#ifndef CLI_COMMAND_VARIANT_EVIDENCE_H
#define CLI_COMMAND_VARIANT_EVIDENCE_H
#include "cli/targets.h"

/* The words of --set for this config, and what its run adds to them (told); NULL-terminated, or NULL. only: no other
 * config is named. */
const char *const *variant_options(struct session *s, const struct subject *config, bool only);
#endif
