// SPDX-License-Identifier: MIT
/* Command line: one table of options gives parsing, `--no-X`, messages and --help. Options may stand before, between or
 * after paths, until `--`. A word that is no option stays in `words`. Errors are reported on stderr; the caller exits
 * with 2. Options that opts_parse accepts are valid as far as the table knows: an option of another command, an empty
 * value, a word that is none of the choices or a figure out of range is refused; whether names of rules, dialects,
 * files are valid is checked by the code that uses them. A text that was not given is NULL, also after `--no-X`. */
#ifndef CLI_OPTS_H
#define CLI_OPTS_H
#include "base/vec.h"
#include "cli/commands.h"

/* Texts of argv or copies; strings_list gives the array with a NULL behind the last, or NULL if there are none. */
VEC(strings, const char *);
const char *const *strings_list(struct strings *s);

struct opts {
	enum command command;
	bool command_given;   /* its name was typed; else it is CMD_LINT */
	struct strings words; /* paths, rule ids ...; the command's own name is not among them */
	VEC(, char *) owned;  /* copies made while parsing */

	/* all commands */
	bool help, version;
	bool quiet;	   /* findings only, no summary */
	bool verbose;	   /* print what was assumed, and why */
	const char *rules; /* folder to take rules from; NULL: the built-in ones */
	const char *color; /* "auto", "always", "never" */
	const char *jobs;  /* threads */

	/* what reads configs */
	bool isolated;		    /* no settings file */
	bool no_cache;		    /* disable the cache */
	bool verify_cache;	    /* lint although an earlier report holds, and compare */
	const char *loader;	    /* "auto", "mmcv1", "mmengine" */
	const char *packages;	    /* "auto", "none" */
	const char *config;	    /* settings file to use instead of the nearest */
	struct strings env;	    /* NAME=VALUE */
	struct strings allow;	    /* folders */
	struct strings limit;	    /* NAME=FIGURE, read by cli/limit.h */
	struct strings cfg_options; /* KEY=VALUE */
	uint32_t cfg_options_last;  /* number of the first one that the last --cfg-options gives */

	/* commands that lint: lint, slow, explain, variant; rules takes select, show --facts the machine and the
	 * dialect */
	bool pedantic; /* findings of level info too */
	struct strings select, extend_select, ignore;
	const char *gpus, *nodes, *cores, *gpu_mem; /* the training machine */
	const char *dialect;

	/* lint; slow takes unsafe_fixes, edit_bases, carried, no_ignore_files, force_exclude and output_format, rules
	 * and explain that last one */
	const char *fix;      /* NULL: no; "": all; "ask": prompt for each, on a terminal */
	bool fix_only;	      /* report nothing, even if findings are left; fix is set then */
	bool exit_on_fix;     /* exit 1 if anything was fixed */
	bool unsafe_fixes;    /* apply, or count, those that change what training does */
	bool edit_bases;      /* fixes may change inherited files */
	bool edit_code;	      /* unsafe fixes may teach the project's training code to read a key */
	bool show_fixes;      /* list every fix that was applied */
	bool diff;	      /* variant too: print the changes, write nothing */
	bool explain_silence; /* print for each rule without a finding why it has none */
	bool carried;	      /* list what configs have that are carried along (lint/carried.h) */
	bool no_ignore_files; /* walk without regard to .gitignore and .ignore */
	const char
		*dependents; /* "yes", "no": lint configs that inherit from named files; NULL: as set in the settings */
	bool stdio;	     /* what editors pass to a server; it changes nothing */
	const char *client_id;	   /* likewise */
	const char *only;	   /* id of the one rule that may run; no option: --hook's second run has it */
	bool hook;		   /* of named files, take those that a walk of the project would */
	bool force_exclude;	   /* `exclude:` of the settings counts for named files too */
	bool parse_only;	   /* read and parse, run no rules */
	bool statistics;	   /* count findings by rule instead of printing them */
	bool exit_zero;		   /* findings don't raise the exit status */
	bool show_files;	   /* list what would be linted */
	bool show_settings;	   /* as `cfglint config` of the paths */
	struct strings exclude;	   /* patterns, beside those of the settings */
	const char *output_format; /* one of the command's; NULL: its first */
	struct strings add_ignore; /* rules and levels whose findings get comments */
	const char *reason;	   /* of these comments */
	const char *baseline;	   /* baseline file; NULL: as set in the settings */
	const char *diff_base;	   /* revision whose findings are not reported */
	bool no_baseline, add_baseline, prune_baseline;
	struct strings reports; /* FORMAT:FILE */
	const char *fail_on;	/* lowest level that makes the exit status 1, or "never" */
	const char *stdin_filename;

	const char *evidence; /* slow, variant too: a run of the configs, or a folder of runs */

	/* show */
	const char *files_from;
	bool provenance; /* file and line behind each value */
	bool unknown;	 /* what can't be known, and why */
	bool facts;	 /* the facts that rules use */
	bool keys;	 /* the key paths alone */
	bool model;	 /* what it builds, part by part */

	/* deps */
	bool reverse; /* what inherits from the files */

	/* explain */
	bool all; /* every rule */

	/* variant */
	bool to_stdout; /* print the new config */
	bool explain;	/* print the table of changes */
	bool force;	/* replace a file that exists */
	const char *output_dir;
	const char *output_file;
	struct strings set; /* OPTION=EXPR; plan: KEY=VALUE */

	/* compare */
	const char *tolerance; /* per cent */
	bool strict;

	/* plan */
	const char *samples, *params; /* of the training set; of the model, millions */
	const char *its, *step_ms;    /* speed: iterations a second, or how long one takes */
	const char *sample_mib;	      /* size of a sample as the loader gives it */
	const char *was_gpus;
	struct strings at; /* iterations */
};

/* false: reported on stderr. */
bool opts_parse(struct opts *o, int argc, char **argv);
void opts_release(struct opts *o);
/* The option, or command, that writes configs, scripts or the baseline; NULL: none does. */
const char *opts_writes(const struct opts *o);
#endif
