// SPDX-License-Identifier: MIT
/* The rows of the list of commands, by number, bit and name. */
#include "cli/commands.h"
#include "base/near.h"
#include <string.h>

#define ROW(bit, function, task, name, words, help) { CMD_##bit, TASK_##task, name, words, help },
static const struct command_row commands[] = { COMMANDS(ROW) };
#undef ROW

/* Names that other tools have for our commands; help and completions do not list them. */
static const struct {
	const char *name;
	enum command bit;
} aliases[] = { { "check", CMD_LINT } };

const struct command_row *command_at(unsigned number)
{
	return number < COMMAND_COUNT ? &commands[number] : NULL;
}

const struct command_row *command_of(enum command bit)
{
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		if (commands[i].bit == bit)
			return &commands[i];
	BUG("no command %u", (unsigned)bit);
}

const struct command_row *command_named(const char *name)
{
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	for (size_t i = 0; i < ARRAY_SIZE(aliases); i++)
		if (strcmp(aliases[i].name, name) == 0)
			return command_of(aliases[i].bit);
	return NULL;
}

const char *command_name(enum command bit)
{
	return command_of(bit)->name;
}

const char *command_nearest(const char *word)
{
	const char *names[COMMAND_COUNT];

	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		names[i] = commands[i].name;
	return near_find(word, names, COMMAND_COUNT);
}
