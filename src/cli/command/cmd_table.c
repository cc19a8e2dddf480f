// SPDX-License-Identifier: MIT
/* The calls, in the order of the list of commands. */
#include "cli/command/cmd_table.h"
#include "cli/command/priv.h"

#define RUN(bit, function, ...) cmd_##function,
static int (*const run[])(struct session *s) = { COMMANDS(RUN) };
#undef RUN

int command_run(struct session *s)
{
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		if (command_at(i)->bit == s->o->command)
			return run[i](s);
	BUG("no command");
}
