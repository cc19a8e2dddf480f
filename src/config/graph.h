// SPDX-License-Identifier: MIT
/* The graph of config files: each file is read once, substituted, parsed, evaluated, merged and frozen. Files are
 * loaded in parallel, without waiting for half-loaded files: each file is scanned for its bases first, then
 * evaluated in dependency order. After graph_load modules and their values are immutable and shared by threads
 * without locks. Caches that are filled on demand are separate: adopted files and facts about folders, each table
 * with its lock; the names that a module's code uses, a slot that is filled once (config/uses.h); container contents
 * (python/value/contents.h).
 *
 * If the real loader rejects a file (missing base, duplicate keys, exceptions), that is a note, and the module is
 * `refused`. */
#ifndef CONFIG_GRAPH_H
#define CONFIG_GRAPH_H
#include "base/pool.h"
#include "subject/subject.h"
#include "base/vec.h"
#include "config/loader.h"
#include "python/syntax/parse.h"
#include "python/value/keypath.h"

struct base_ref {
	const char *text;	     /* as written */
	const char *path;	     /* absolute and normalised; NULL: not resolvable here */
	const char *package;	     /* of `pkg::path` and of an absolute import in a read_base block, else NULL */
	struct span at;		     /* the string */
	const struct module *module; /* NULL: missing or not readable */
};
enum module_state { MODULE_OK, MODULE_UNREADABLE, MODULE_SYNTAX, MODULE_REFUSED };

struct uses_slot;
struct module {
	struct subject subject;	   /* the module as a subject of rules; filled last */
	const char *path;	   /* absolute, normalised */
	const char *real;	   /* the target of links on the path, or path itself */
	const char *file;	   /* the path to show to people: links inside the project are resolved, those above
				    * it are not */
	const struct module *same; /* next module of the same file, under another name or loader, a circular list
				    * that contains itself */
	const char *root;	   /* project_root */
	const char *home; /* folder of the code that trains with it: the root or a folder below it (project_home) */
	const char *const *lent;  /* packages outside home that belong to that code (project_lent) */
	const struct source *src; /* NULL when unreadable */
	enum loader loader;
	const char *loader_why; /* "setup.py of this repository needs mmcv<2", ... */
	enum loader trainer;	/* world of the training code, whose dialects apply: nearly always that of `loader` */
	bool imported; /* MMEngine's pure-Python style: its bases are imported (read_base), not named in `_base_` */
	enum module_state state;
	const struct err *err; /* UNREADABLE, SYNTAX: the error and its place; else empty */
	const char *refusal;   /* REFUSED: "KeyError: 'x'", the real loader's message; may come from a base */
	struct span refusal_at;
	struct arena arena;
	struct parsed tree; /* lo/hi are offsets of src */
	const struct base_ref *base;
	uint32_t nbases;
	bool bases_unknown;	/* `_base_` can't be evaluated, or a base can't be resolved: base and merged are open */
	bool spent;		/* it, or a base, exceeds the budget of a config: much is Unknown, and there may be
				 * further keys */
	struct value own;	/* frozen dict: this file's own keys after execution, before the merge, without `_base_`
				 * */
	struct value inherited; /* frozen dict: union of the bases as this file left it; empty without bases */
	struct value merged;	/* frozen dict: the effective config, after --cfg-options */
	struct notes notes;
	const struct module *const *dependent; /* modules of this graph that have it as a base, sorted by path */
	uint32_t ndependents;
	struct uses_slot *uses; /* of config/uses.h, filled after loading */
	bool requested;		/* named by the user or found by walking, not only loaded as a base */
	bool through;		/* requested, but only as one of the dependents of graph_opts */
};

struct graph_limits { /* limits of one file and of all files of a run; 0: the defaults of base/budget.h */
	uint32_t seconds, mib, run_mib;
};
struct graph_opts {
	struct graph_limits limits;
	enum loader loader; /* LOADER_AUTO: decided per file, by `wanted`, or else as config/loader.h says */
	/* The loader that settings give to this file, or LOADER_AUTO; called from all threads; may be NULL. */
	enum loader (*wanted)(void *ctx, const char *path);
	void *wanted_ctx;
	bool packages_none;	/* `pkg::path` bases are the loader's error rather than Unknown */
	const char *const *env; /* NAME=VALUE given by the user; NULL-terminated; may be NULL */
	const char *const
		*roots; /* folders outside the project that bases may be read from; NULL-terminated; may be NULL */
	const char *const *packages; /* NAME=FOLDER (absolute), where configs of other packages are; NULL-terminated;
					may be NULL */
	const char *const
		*cfg_options; /* key=value overrides for every requested config; NULL-terminated; may be NULL */
	/* Candidates that are requested if they inherit from one of the paths, directly or indirectly; else they are
	 * only loaded. NULL-terminated; may be NULL */
	const char *const *dependents;
	/* Launch scripts, whose lines say how configs are started; only without cfg_options. NULL-terminated; may be
	 * NULL */
	const char *const *launch_scripts;
	uint32_t cfg_options_last; /* index of the first option of the last --cfg-options: mmcv 1.x's parser ignores
				    * those before */
};
struct graph;
/* paths: absolute, normalised. Never fails as a whole: errors are in the modules. The graph owns its sources
 * registry. */
struct graph *graph_load(const struct vfs *fs, const char *const *paths, size_t n, const struct graph_opts *o,
			 struct pool *p);
void graph_free(struct graph *g);

const struct module *graph_find(const struct graph *g, const char *path);      /* NULL: not loaded */
size_t graph_modules(const struct graph *g, const struct module *const **out); /* all, sorted by path */
const struct source *graph_source(const struct graph *g, uint32_t file);
const struct subject_set *graph_subjects(const struct graph *g); /* its modules, in their order */
/* Adds the source of a file that is no config (training code), to show spans in it; returns its id. Thread-safe; the
 * same path gives the same id. */
uint32_t graph_adopt(const struct graph *g, const char *path, const char *bytes, size_t n);
const struct module *graph_owner(const struct graph *g, uint32_t file); /* module whose source has that id */
/* For a file with several names here: the one id that represents all of them. */
uint32_t graph_one_name(const struct graph *g, uint32_t file);
/* All modules that inherit from m's file by any of its names, transitively, sorted by path, without m and those
 * names; malloc'd array, caller frees. */
size_t graph_dependents(const struct graph *g, const struct module *m, const struct module ***out);
enum { ANCESTRY_MAX = 512 };
struct ancestry {
	const struct module *at[ANCESTRY_MAX];
	uint32_t n;
	bool cut; /* the list is incomplete, or some bases are missing or unknown */
};
/* m and all modules that it inherits from, each once, breadth first. */
void module_ancestry(const struct module *m, struct ancestry *out);
const struct vfs *graph_vfs(const struct graph *g);
struct folders *graph_folders(const struct graph *g); /* the project of each of its files (project/) */
#endif
