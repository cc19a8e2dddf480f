// SPDX-License-Identifier: MIT
/* `cfglint help families`: which families of configs and trainers are known, up to which versions, and which are known
 * by name alone. All of it is read from the rules' data. */
#ifndef CLI_COMMAND_FAMILIES_H
#define CLI_COMMAND_FAMILIES_H
#include "cli/command/priv.h"

void list_families(struct session *s);
#endif
