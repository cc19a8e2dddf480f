// SPDX-License-Identifier: MIT
/* The commands, one line each. A new one is a line here and cmd_WORD in cli/command/: its bit for the table of options,
 * its --help, its declaration and its call follow. Tests name what else lacks it (completions, manual). */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

/* clang-format off */
/* X(bit, function, name, what follows the name, help) */
#define COMMANDS(X) \
	X(LINT, lint, "lint", "PATH...", "find mistakes; the default when no command is given") \
	X(SLOW, slow, "slow", "PATH...", "list what costs a run time, the worst first, with the diff that mends it") \
	X(PLAN, plan, "plan", "FILE...", "count what a run will do: steps, samples, learning rate, checkpoints, time") \
	X(SHOW, show, "show", "FILE...", "print the effective config: what the training code gets") \
	X(WHERE, where, "where", "KEY FILE...", "tell who set a key of the effective config, and what that replaced") \
	X(TRACE, trace, "trace", "KEY [FILE...]", "tell where a key is set and which training code reads or sets it") \
	X(UNREAD, unread, "unread", "FILE...", "list the keys of an effective config that no training code reads") \
	X(DIFF, diff, "diff", "FILE FILE", "compare two effective configs, key by key") \
	X(IMPACT, impact, "impact", "[REV] [PATH...]", "tell which keys of configs changed since REV") \
	X(DEPS, deps, "deps", "FILE...", "print the tree of what inherits from what") \
	X(LAUNCHES, launches, "launches", "PATH...", "list what launch scripts start: script, config, processes") \
	X(LOG, log, "log", "PATH...", "tell what the log of a training run holds") \
	X(COMPARE, compare, "compare", "RUN RUN...", "tell whether runs train faster than the first, by their logs") \
	X(EXPLAIN, explain, "explain", "RULE [FILE...]", "document a rule; with FILE: tell why it is silent there") \
	X(RULES, rules, "rules", "", "list all rules") \
	X(VARIANT, variant, "variant", "PROFILE,... FILE...", "write a child config that applies a profile") \
	X(SERVER, server, "server", "", "speak with an editor: a language server on standard input and output") \
	X(TEST_RULES, test_rules, "test-rules", "[RULE...]", "run the tests that rule files carry") \
	X(NEW_RULE, new_rule, "new-rule", "[CATEGORY/]NAME", "write a commented rule file to fill in") \
	X(INIT, init, "init", "[FOLDER]", "write a settings file with what is detected") \
	X(CONFIG, config, "config", "[FILE | KEY]...", "tell which settings hold for a file, and who says so") \
	X(HELP, help, "help", "[COMMAND | TOPIC]", "tell what a command takes, or list dialects or profiles") \
	X(VERSION, version, "version", "", "print the version")
/* clang-format on */

#define NUMBER(bit, ...) COMMAND_##bit,
enum command_number { COMMANDS(NUMBER) COMMAND_COUNT };
#undef NUMBER
#define BIT(bit, ...) CMD_##bit = 1u << COMMAND_##bit,
/* As bits, so that an option can belong to several. */
enum command { COMMANDS(BIT) CMD_ALL = (1u << COMMAND_COUNT) - 1 };
#undef BIT

struct command_row {
	enum command bit;
	const char *name;  /* "test-rules" */
	const char *words; /* what follows the name */
	const char *help;
};
const struct command_row *command_at(unsigned number);	   /* as in COMMANDS; NULL behind the last */
const struct command_row *command_named(const char *name); /* NULL: none */
const char *command_name(enum command bit);
/* Command whose name is near to the word; NULL: none. For messages about paths that don't exist. */
const char *command_nearest(const char *word);
#endif
