// SPDX-License-Identifier: MIT
/* .cfglint.yaml, nearest upwards of each linted file; command-line options come on top. Unknown keys are errors. */
#ifndef LINT_SETTINGS_SETTINGS_H
#define LINT_SETTINGS_SETTINGS_H
#include "facts/machine.h"
#include "lint/rules/rule.h"
#include "text/glob.h"
#include "lint/rules/ruleset.h"

struct selection {						   /* which rules run */
	const char *const *select, *const *extend, *const *ignore; /* ids, names, category prefixes, level words;
								      NULL-terminated or NULL */
	bool slow;     /* those that cost time, of any level, and no others */
	bool pedantic; /* info on */
	bool any_home; /* rules of a project run under other settings too: rule tests */
};
struct settings {
	const char *path; /* of the file, or NULL: defaults */
	const char *dir;
	struct machine machine;
	const char *dialect; /* NULL: detect */
	enum loader loader;
	struct selection sel;
	struct glob **exclude;
	uint32_t nexcludes;
	const char *const *roots;	     /* absolute, NULL-terminated, or NULL */
	const char *const *packages;	     /* NAME=FOLDER (absolute), NULL-terminated, or NULL */
	const char *const *env;		     /* NAME=VALUE, NULL-terminated, or NULL */
	struct value lr_base, lr_base_batch; /* lr: {base_lr, base_batch}; Unknown(ABSENT) when not set */
	const struct source *src;	     /* of the file, or NULL */
	const struct ynode *rules;	     /* rules: {ID: {severity:, options...}} */
	const struct ynode *profiles;	     /* profiles: {NAME: {...}}, read by who applies them; or NULL */
	bool fail_on_set, fail_never;
	bool no_dependents;	 /* dependents: no - what inherits from a named file isn't linted with it */
	bool code_off;		 /* code: off - findings don't look at training code */
	const char *const *code; /* code: further folders of training code, absolute, NULL-terminated, or NULL */
	enum severity fail_on;
	/* rules whose fixes are offered at all, and whose fixes count as safe or unsafe whatever the rule says */
	struct fixing {
		const char *const *fixable, *const *unfixable, *const *safe, *const *unsafe;
	} fixing;
};
/* Settings as the command line gives them; fields left zero say nothing. */
struct overrides {
	const char *gpus, *nodes, *cores, *gpu_mem; /* decimal text, NULL when not given */
	const char *dialect;
	enum loader loader;
	struct selection sel;
	bool isolated;	      /* read no settings file */
	const char *settings; /* --config FILE */
};
struct settings_cache; /* one lookup a folder; thread-safe */
struct settings_cache *settings_cache_new(const struct ruleset *rs, const struct vfs *fs, const struct overrides *o);
/* Settings for a file (absolute path). NULL: the settings file is broken, e (may be NULL) says where. Live as long as
 * the cache. */
const struct settings *settings_for(struct settings_cache *c, const char *path, struct err *e);
bool settings_excludes(const struct settings *s, const char *path, bool is_dir);
/* The folders of rules that the settings for files of `dir` name by `rules: [FOLDER]`, absolute, in their order; *home
 * is the settings file. 0 without settings, and where they can't be read (settings_for tells that). Reads nothing else
 * of them, so that it may be asked before there is a ruleset. */
size_t settings_rule_folders(struct arena *a, const struct vfs *fs, const struct overrides *o, const char *dir,
			     const char ***dirs, const char **home);
void settings_cache_free(struct settings_cache *c);
#endif
