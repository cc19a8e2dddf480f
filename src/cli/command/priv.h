// SPDX-License-Identifier: MIT
/* The commands: `int cmd_WORD(struct session *s)` each, which returns the exit status. */
#ifndef CLI_COMMAND_PRIV_H
#define CLI_COMMAND_PRIV_H
#include "cli/load.h"
#include "cli/tell.h"

#define DECLARE(bit, function, ...) int cmd_##function(struct session *s);
COMMANDS(DECLARE)
#undef DECLARE

/* Prints for each selected rule that finds nothing in the file why. x NULL: nothing. */
void explain_silence(struct session *s, const struct subject *x, const struct target *t);
#endif
