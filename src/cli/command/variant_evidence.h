// SPDX-License-Identifier: MIT
/* Options of profiles that a run of the config determines: how many samples fit on its GPUs, how many workers are fast
 * enough for the model. They are options of the profiles (rules/profiles/_training.yaml) like any other. */
#ifndef CLI_COMMAND_VARIANT_EVIDENCE_H
#define CLI_COMMAND_VARIANT_EVIDENCE_H
#include "cli/targets.h"

/* The words of --set for this config, and those that its run adds (reported); NULL-terminated, or NULL. only: no other
 * config is named. */
const char *const *variant_options(struct session *s, const struct subject *config, bool only);
#endif
