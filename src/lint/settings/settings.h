// SPDX-License-Identifier: MIT
/* What holds for a linted file, lowest first: the user's own settings, what the nearest .cfglint.yaml upwards extends,
 * that file, and the command line. In each file its `overrides:` for the path come after its other keys. Unknown keys
 * are errors. */
#ifndef LINT_SETTINGS_SETTINGS_H
#define LINT_SETTINGS_SETTINGS_H
#include "config/graph.h"
#include "facts/machine.h"
#include "lint/rules/rule.h"
#include "base/vec.h"
#include "text/glob.h"
#include "lint/rules/ruleset.h"

struct selection {						   /* which rules run */
	const char *const *select, *const *extend, *const *ignore; /* ids, names, category prefixes, level words;
								      NULL-terminated or NULL */
	const char *only; /* of these the rule with that id and no other; NULL: all */
	bool slow;	  /* those that cost time, of any level, and no others */
	bool pedantic;	  /* info on */
	bool any_home;	  /* rules of a project run under other settings too: rule tests */
};
struct pattern { /* as in .gitignore */
	struct glob *glob;
	const char *dir; /* that it is relative to */
};
struct patterns {
	struct pattern *at;
	uint32_t n;
};
struct settings_map { /* one file's `rules:` or `profiles:` */
	const struct ynode *map;
	const struct source *src;
	const struct settings_map *below; /* of the next lower file, or NULL */
};
struct settings {
	const char *path; /* of the nearest file; NULL: none */
	struct machine machine;
	const char *dialect; /* NULL: detect */
	enum loader loader;
	struct selection sel;
	const char *baseline; /* baseline file, absolute; NULL: not set */
	struct graph_limits limits;
	struct patterns exclude;
	const char *const *roots;	     /* absolute, NULL-terminated, or NULL */
	const char *const *packages;	     /* NAME=FOLDER (absolute), NULL-terminated, or NULL */
	const char *const *env;		     /* NAME=VALUE, NULL-terminated, or NULL */
	struct value lr_base, lr_base_batch; /* lr: {base_lr, base_batch}; Unknown(ABSENT) when not set */
	const struct settings_map *rules;    /* rules: {WORD: {severity:, options...}}, the nearest file's first */
	const char *const *rule_folders;     /* rules: [FOLDER], absolute, NULL-terminated, or NULL */
	const struct settings_map *profiles; /* profiles: {NAME: {...}}, read when they are applied */
	bool fail_on_set, fail_never;
	bool no_dependents;	   /* dependents: no - what inherits from a named file isn't linted with it */
	bool code_off;		   /* code: off - findings don't look at training code */
	const char *const *code;   /* code: further folders of training code, absolute, NULL-terminated, or NULL */
	const struct evidence_of { /* evidence: RUNS, or evidence: {CONFIG: RUN}; absolute, the nearest first */
		const char *config, *run; /* config NULL: run is a folder that holds NAME of a config NAME.py */
	} * evidence;
	uint32_t nevidence;
	enum severity fail_on;
	/* rules with fixes that are offered at all, and with fixes that count as safe or unsafe regardless of the rule
	 */
	struct fix_lists {
		const char *const *fixable, *const *unfixable, *const *safe, *const *unsafe;
		const char *const *users_safe; /* `safe` of the user's own settings only */
	} fixing;
	/* Messages, NULL-terminated, or NULL: settings of a project's file that only the user may set, which are
	 * ignored; and settings of the user, by name, that it turns off or lowers, which are applied. */
	const char *const *warnings;
};
/* Settings of the command line; fields that are zero are not set. */
struct overrides {
	const char *gpus, *nodes, *cores, *gpu_mem; /* decimal text, NULL when not given */
	const char *dialect;
	enum loader loader;
	struct selection sel;
	bool isolated;	      /* read no settings file */
	const char *settings; /* --config FILE */
	const char *const
		*allow;	  /* folders outside the project that the user allows, absolute, NULL-terminated, or NULL */
	const char *user; /* the user's own settings, which need not exist; NULL: none */
	struct patterns exclude; /* beside those of the settings */
};
struct settings_cache; /* one lookup a folder; thread-safe */
struct settings_cache *settings_cache_new(const struct ruleset *rs, const struct vfs *fs, const struct overrides *o);
/* Settings for a file (absolute path). NULL: the settings file is broken, e (may be NULL) has the place. Live as long
 * as the cache. */
const struct settings *settings_for(struct settings_cache *c, const char *path, struct err *e);
bool settings_excludes(const struct settings *s, const char *path, bool is_dir);
/* The topmost folder of a file's project (project/root.h); *marked (may be NULL): whether it has a mark. */
const char *settings_project(struct settings_cache *c, const char *path, bool *marked);
/* A folder of rules that settings name by `rules: [FOLDER]`; said: "FILE:LINE" where. */
struct rule_folder {
	const char *dir, *said;
	const char *top; /* in which all that is read of it must lie; NULL: it lies outside of all that is allowed */
	bool users;	 /* the user's own settings name it, or a file that the user named */
};
/* Those of the settings for files of `dir`. 0 without settings, or if they can't be read (settings_for reports that).
 * Reads nothing else of them, so it may be called before there is a ruleset. */
size_t settings_rule_folders(struct arena *a, const struct vfs *fs, const struct overrides *o, const char *dir,
			     struct rule_folder **out);
/* The folders that the user's own settings, and those of --config, name as `roots:`, absolute, NULL-terminated.
 * Mistakes in them are reported by settings_for. */
const char *const *settings_own_roots(struct arena *a, const struct vfs *fs, const struct overrides *o);
struct listed_setting {	   /* the value of one key in one settings file */
	const char *key;   /* dotted: "machine.gpus"; folders of rules: "rules" */
	const char *value; /* on one line, as YAML */
	const char *file;
	uint32_t line;
	const char *of; /* the patterns of the override that it stands in; NULL: it holds for all files */
	bool adds;	/* to the key's value in lower ones; else it replaces that */
	bool users;	/* the file is the user's own */
	bool trusted;	/* the same, or the user named it */
	bool refused;	/* only the user may set that; it has no effect */
	bool holds;	/* in effect for the requested file: nothing later replaces it */
};
VEC(listed_settings, struct listed_setting);
/* All values in the settings files of a file, lowest first, without overrides that don't match it; on the cache's
 * arena. false: e has the error of one. */
bool settings_list(struct settings_cache *c, const char *path, struct listed_settings *out, struct err *e);
struct settings_key {
	const char *name; /* NULL: behind the last */
	bool in_override; /* it may stand in an entry of `overrides:` */
	bool lists_rules;
};
struct settings_key settings_key(size_t i);
const char *const *settings_key_parts(const char *key); /* keys of its map, NULL-terminated; NULL: any, or no map */
void settings_cache_free(struct settings_cache *c);
#endif
