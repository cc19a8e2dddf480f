// SPDX-License-Identifier: MIT
/* The rows of the list of commands, by number, bit and name. */
#include "cli/commands.h"
#include "base/near.h"
#include <string.h>

#define ROW(bit, function, name, words, help) { CMD_##bit, name, words, help },
static const struct command_row commands[] = { COMMANDS(ROW) };
#undef ROW

const struct command_row *command_at(unsigned number)
{
	return number < COMMAND_COUNT ? &commands[number] : NULL;
}

const struct command_row *command_named(const char *name)
{
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

const char *command_name(enum command bit)
{
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		if (commands[i].bit == bit)
			return commands[i].name;
	BUG("no command %u", (unsigned)bit);
}

const char *command_nearest(const char *word)
{
	const char *names[COMMAND_COUNT];

	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		names[i] = commands[i].name;
	return near_find(word, names, COMMAND_COUNT);
}
