// SPDX-License-Identifier: MIT
/* The commands, one line each. A new one is a line here, a page in cli/pages.c and cmd_WORD in cli/command/: its bit
 * for the table of options, its declaration and its call follow. Tests name what else lacks it (completions, manual).
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

/* clang-format off */
/* X(bit, function, task, name, arguments, help) */
#define COMMANDS(X) \
	X(LINT, lint, FIND, "lint", "[PATH...]", "find mistakes, and fix them with --fix; the default command") \
	X(SLOW, slow, FIND, "slow", "PATH...", \
	  "list what slows a run down, the worst first, with the diff that fixes it") \
	X(PLAN, plan, RUN, "plan", "FILE...", \
	  "count what a run will do: steps, samples, learning rate, checkpoints, time") \
	X(SHOW, show, LOOK, "show", "PATH...", "print the effective config, as the training code gets it") \
	X(WHERE, where, LOOK, "where", "KEY PATH...", "print which files set a key, and what they replaced") \
	X(TRACE, trace, LOOK, "trace", "KEY [FILE...]", \
	  "print where a key is set and which training code reads or sets it") \
	X(UNREAD, unread, LOOK, "unread", "FILE...", "list the keys that no training code reads") \
	X(DIFF, diff, LOOK, "diff", "FILE FILE", "compare two effective configs, key by key") \
	X(IMPACT, impact, RUN, "impact", "[REV] [PATH...]", \
	  "print which keys of which configs changed since a git revision") \
	X(DEPS, deps, LOOK, "deps", "PATH...", "print the tree of what inherits from what") \
	X(LAUNCHES, launches, LOOK, "launches", "PATH...", \
	  "list what launch scripts start: script, config, processes") \
	X(LOG, log, RUN, "log", "PATH...", \
	  "summarise a training run from its log: speed, stops, memory, problems") \
	X(COMPARE, compare, RUN, "compare", "RUN RUN...", \
	  "print whether runs train faster than the first, by their logs") \
	X(EXPLAIN, explain, FIND, "explain", "RULE [FILE...]", \
	  "document a rule; with FILE: print why it has no finding there") \
	X(RULES, rules, FIND, "rules", "", "list all rules") \
	X(VARIANT, variant, RUN, "variant", "PROFILE,... FILE...", \
	  "write a child config that applies a profile (speed, high-memory, smoke ...)") \
	X(SERVER, server, SET_UP, "server", "", "language server for editors, on standard input and output") \
	X(TEST_RULES, test_rules, SET_UP, "test-rules", "[RULE...]", "run the tests in rule files") \
	X(NEW_RULE, new_rule, SET_UP, "new-rule", "[CATEGORY/]NAME", "write a commented rule file to fill in") \
	X(INIT, init, SET_UP, "init", "[FOLDER]", "write a settings file for what is detected") \
	X(CONFIG, config, SET_UP, "config", "[PATH | KEY]...", \
	  "print which settings and rules apply to a file, and where they come from") \
	X(HELP, help, SET_UP, "help", "[COMMAND | TOPIC]", \
	  "print the help of a command; topics: dialects, families, profiles") \
	X(VERSION, version, SET_UP, "version", "", "print the version")
/* clang-format on */

#define NUMBER(bit, ...) COMMAND_##bit,
enum command_number { COMMANDS(NUMBER) COMMAND_COUNT };
#undef NUMBER
#define BIT(bit, ...) CMD_##bit = 1u << COMMAND_##bit,
/* As bits, so that an option can belong to several. */
enum command { COMMANDS(BIT) CMD_ALL = (1u << COMMAND_COUNT) - 1 };
#undef BIT

enum task { TASK_FIND, TASK_LOOK, TASK_RUN, TASK_SET_UP, TASK_COUNT };
struct command_row {
	enum command bit;
	enum task task;	   /* the task by which the overview groups commands */
	const char *name;  /* "test-rules" */
	const char *words; /* what follows the name */
	const char *help;  /* one line of the overview */
};
struct command_page {	      /* what its own help prints besides the options */
	const char *about;    /* a sentence or two */
	const char *examples; /* lines: "command\ta word about it" */
	const char *zero;     /* when the exit status is 0 */
	const char *one;      /* when it is 1; NULL: never */
};
extern const struct command_page command_pages[COMMAND_COUNT]; /* as in COMMANDS (cli/pages.c) */
const struct command_row *command_at(unsigned number);	       /* as in COMMANDS; NULL behind the last */
const struct command_row *command_named(const char *name);     /* or by what other tools call it; NULL: none */
const struct command_row *command_of(enum command bit);
const char *command_name(enum command bit);
/* Command whose name is similar to the word; NULL: none. For messages about paths that don't exist. */
const char *command_nearest(const char *word);
#endif
