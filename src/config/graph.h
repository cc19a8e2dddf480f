// SPDX-License-Identifier: MIT
/* Every config file once: read, substituted, parsed, evaluated, merged, frozen. Files are loaded in parallel and
 * nothing waits for a half-loaded file: each file is scanned for its bases first, then evaluated in dependency order.
 * After graph_load modules and their values are immutable and shared by threads without locks. What is found out when
 * somebody asks first stands beside them: files that were adopted and what folders say, each table with its lock; the
 * names that a module's code uses, a slot that is filled once (config/uses.h); which contents a container has
 * (python/value/contents.h).
 *
 * What the real loader refuses (missing base, duplicate keys, exceptions) is a note and makes the module `refused`. */
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
	struct subject subject;	   /* as rules see it; filled after the rest */
	const char *path;	   /* absolute, normalised */
	const char *real;	   /* the file that links on the path lead to, or path itself */
	const char *file;	   /* the same for people: links above the project are as the path has them */
	const struct module *same; /* the next module of that file, by another name or loader, in a circle; itself */
	const char *root;	   /* project_root */
	const char *home; /* the root or a folder below it: where the code that trains with it lies (project_home) */
	const char *const *lent;  /* packages outside home that belong to that code (project_lent) */
	const struct source *src; /* NULL when unreadable */
	enum loader loader;
	const char *loader_why; /* "setup.py of this repository needs mmcv<2", ... */
	enum loader trainer;	/* whose dialects are meant: nearly always the same world */
	bool imported; /* MMEngine's pure-Python style: its bases are imported (read_base), not named in `_base_` */
	enum module_state state;
	const struct err *err; /* UNREADABLE, SYNTAX: what and where; else an empty one */
	const char *refusal;   /* REFUSED: "KeyError: 'x'" as the real loader says it; may come from a base */
	struct span refusal_at;
	struct arena arena;
	struct parsed tree; /* lo/hi are offsets of src */
	const struct base_ref *base;
	uint32_t nbases;
	bool bases_unknown; /* `_base_` can't be evaluated, or a base is not resolvable: base and merged are open */
	bool spent;	    /* it, or a base, takes more than a config may: much is Unknown, anything may be there */
	struct value own;   /* frozen dict: this file's own keys as executed, before the merge, without `_base_` */
	struct value inherited; /* frozen dict: union of the bases as this file left it; empty without bases */
	struct value merged;	/* frozen dict: the effective config, after --cfg-options */
	struct notes notes;
	const struct module *const *dependent; /* modules of this graph that name it as a base, sorted by path */
	uint32_t ndependents;
	struct uses_slot *uses; /* of config/uses.h, filled after the rest */
	bool requested;		/* named by the user or found by walking, not only loaded as a base */
	bool through;		/* requested, but only as one of the dependents of graph_opts */
};

struct graph_limits { /* of what a file and all files of a run may take; 0: as base/budget.h says */
	uint32_t seconds, mib, run_mib;
};
struct graph_opts {
	struct graph_limits limits;
	enum loader loader; /* LOADER_AUTO: decided per file, by `wanted` or else as config/loader.h says */
	/* What is said of this file elsewhere, or LOADER_AUTO; called from all threads; may be NULL. */
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
	/* Files that are requested where they inherit from one of the paths, near or far; else they are only loaded.
	 * NULL-terminated; may be NULL */
	const char *const *dependents;
	/* Launch scripts whose lines say how configs are started; without cfg_options only. NULL-terminated; may be
	 * NULL */
	const char *const *launch_scripts;
	uint32_t cfg_options_last; /* number of the first one of the last --cfg-options: mmcv 1.x's parser forgets those
				      before */
};
struct graph;
/* paths: absolute, normalised. Never fails as a whole: troubles are in the modules. The graph keeps its own sources
 * registry. */
struct graph *graph_load(const struct vfs *fs, const char *const *paths, size_t n, const struct graph_opts *o,
			 struct pool *p);
void graph_free(struct graph *g);

const struct module *graph_find(const struct graph *g, const char *path);      /* NULL: not loaded */
size_t graph_modules(const struct graph *g, const struct module *const **out); /* all, sorted by path */
const struct source *graph_source(const struct graph *g, uint32_t file);
const struct subject_set *graph_subjects(const struct graph *g); /* its modules, in their order */
/* A file that is no config (training code), so that spans into it can be shown: its id. Thread-safe; the same path, the
 * same id. */
uint32_t graph_adopt(const struct graph *g, const char *path, const char *bytes, size_t n);
const struct module *graph_owner(const struct graph *g, uint32_t file); /* module whose source has that id */
/* Of the ids of one file that has several names here the one that stands for all. */
uint32_t graph_one_name(const struct graph *g, uint32_t file);
/* All modules that inherit from m's file by any of its names, transitively, sorted by path, without m and those
 * names; malloc'd array, caller frees. */
size_t graph_dependents(const struct graph *g, const struct module *m, const struct module ***out);
enum { ANCESTRY_MAX = 512 };
struct ancestry {
	const struct module *at[ANCESTRY_MAX];
	uint32_t n;
	bool cut; /* there are more, or some that are not there or not known */
};
/* m and all that it inherits from, each once, the nearest first. */
void module_ancestry(const struct module *m, struct ancestry *out);
const struct vfs *graph_vfs(const struct graph *g);
struct folders *graph_folders(const struct graph *g); /* whose project each of its files is (project/) */
#endif
