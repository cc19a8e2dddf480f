// SPDX-License-Identifier: MIT
/* The commands that start trainings, and the meaning of their options: from rules/launch.yaml, which documents each
 * field. */
#ifndef LAUNCH_WORDS_H
#define LAUNCH_WORDS_H
#include "base/result_cache.h"

struct word_list { /* also NULL-terminated */
	const char **at;
	uint32_t n;
};
enum launch_then { THEN_NOTHING, THEN_SCRIPT, THEN_COMMAND, THEN_SHELL, THEN_ARGUMENTS };
struct launch_option {
	const char *field;
	struct word_list word;
	bool flag; /* the option has no value */
};
struct launch_row {
	struct word_list name, as_module, valued, two, module, text, env;
	struct launch_option *option;
	uint32_t noptions, skip, port;
	const char *into, *launcher, *profiler;
	const char *arguments;		/* the table of rules/schemas/ that says what stands behind it; NULL: none */
	struct word_list classes;	/* or the classes whose arguments these are; --config names a file */
	struct word_list beside, takes; /* classes whose arguments it hands on, names that it takes besides */
	enum launch_then then;
	struct word_list training; /* it trains where one of its words is one of these; empty: always */
	bool total, omp, elsewhere, copies, assigns, uses;
	bool pairs; /* its arguments are words NAME=VALUE */
};
struct launch_words {
	struct launch_row *row;
	uint32_t nrows;
	struct word_list train_name, train_not, train_text, not_training, config_flag, config_end, work_dir;
	struct word_list by, by_none, gpus; /* numbers of processes */
	struct word_list override, unclear;
	struct word_list known_script, known_table;  /* a script's name, and the table of its arguments */
	struct word_list known_import, import_table; /* an import of a script, and the table of its arguments */
	struct word_list dataclass_parser;	     /* classes whose parsers get their flags from dataclasses */
	struct word_list lenient;	 /* keywords by which these give back the flags that they do not know */
	struct word_list file_parser;	 /* those of them that read a file, too */
	struct word_list file_call;	 /* calls by which a script reads a file with such a parser */
	struct word_list passes_over;	 /* words by which it drops the keys that no class has */
	struct word_list file_overrides; /* tables whose lines may set keys of the file that they name */
	struct word_list model_loader;	 /* methods that load a model by its name */
	struct word_list says, brings;
	struct word_list set, set_to; /* a flag, and the key=value that it sets */
	struct word_list header;      /* prefix of comments that contain options of the command header_of */
	struct word_list header_of;
	struct word_list header_sets, header_set; /* an option's name, and the variable that has its value in the job */
};
const struct launch_words *launch_words_load(struct arena *a);
const struct launch_words *launch_words_get(struct result_cache *m); /* the same, loaded once in a run */
bool words_have(const struct word_list *all, const char *word);
bool words_match(const struct word_list *all, const char *word); /* * matches any letters */
#endif
