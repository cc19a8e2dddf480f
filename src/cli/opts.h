// SPDX-License-Identifier: MIT
/* Command line: one table of options gives parsing, `--no-X`, messages and --help. Options may stand before, between or
 * after paths, until `--`. A word that is no option stays in `words`. What is wrong is told on stderr; the caller exits
 * with 2. */
#ifndef CLI_OPTS_H
#define CLI_OPTS_H
#include "base/vec.h"
#include <stdio.h>

enum command {
	CMD_LINT = 1,
	CMD_SHOW = 2,
	CMD_EXPLAIN = 4,
	CMD_RULES = 8,
	CMD_VARIANT = 16,
	CMD_TEST_RULES = 32,
	CMD_WHERE = 64,
	CMD_DIFF = 128,
	CMD_DEPS = 256,
	CMD_NEW_RULE = 512,
	CMD_TRACE = 1024,
	CMD_UNREAD = 2048,
};

/* Texts of argv or copies; strings_list gives the array with a NULL behind the last, or NULL when there are none. */
VEC(strings, const char *);
const char *const *strings_list(struct strings *s);

struct opts {
	enum command command;
	struct strings words; /* paths, rule ids ...; the command's own name is not among them */
	bool help, version, quiet, verbose;
	/* lint */
	const char *fix; /* NULL, "" or "ask" */
	bool fix_only, unsafe_fixes, edit_bases, diff, show_fixes, parse_only, no_ignore_files, force_exclude, pedantic,
		isolated, no_cache, explain_silence;
	const char *output_format, *fail_on, *gpus, *nodes, *cores, *gpu_mem, *dialect, *loader, *config, *rules,
		*color, *jobs, *packages, *stdin_filename;
	struct strings select, extend_select, ignore, env, cfg_options;
	uint32_t cfg_options_last; /* number of the first one that the last --cfg-options gives */
	/* show */
	const char *format, *files_from;
	bool provenance, unknown, facts;
	/* deps */
	bool reverse;
	/* variant */
	bool to_stdout, explain, force;
	const char *output_dir;
	struct strings set;
	struct strings owned; /* copies made while parsing */
};

/* false: told on stderr. */
bool opts_parse(struct opts *o, int argc, char **argv);
void opts_release(struct opts *o);
void opts_help(FILE *to, enum command c); /* --help of a command; CMD_LINT: of the program */
void opts_usage(FILE *to);		  /* a few lines, for a call without arguments */
const char *command_name(enum command c); /* "test-rules" */
/* Command whose name is near to the word; NULL: none. For messages about paths that don't exist. */
const char *command_nearest(const char *word);
#endif
