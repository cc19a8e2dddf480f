// SPDX-License-Identifier: MIT
/* `cfglint variant --explain`: what a profile changes, why, and by which formula, as a table or as a line of JSON; of a
 * script its steps, those that are left out too. */
#ifndef CLI_COMMAND_VARIANT_TABLE_H
#define CLI_COMMAND_VARIANT_TABLE_H
#include "cli/targets.h"
#include "fix/variant/variant_load.h"
#include "fix/variant/profile.h"

void variant_table(struct session *s, const struct target *t, const struct profile *p, const struct variant *v);
#endif
