// SPDX-License-Identifier: MIT
/* A unit is one file during loading. This header is private to the folder: the unit, and the functions that work on
 * it. */
#ifndef CONFIG_PRIV_H
#define CONFIG_PRIV_H
#include "python/state/state.h"
#include "base/vec.h"
#include "config/graph.h"
#include "config/note.h"
#include "config/subst.h"

enum {
	PYTHON_CALLS = 1000,  /* nested function calls */
	MATCH_LIMIT = 100000, /* of one match of a regular expression: PCRE2's steps */
	MATCH_KIB = 65536
};

struct unit;
struct around { /* a message that contains a name: the text before and after it */
	const char *before, *after;
};
/* A loader as data: all differences between two loaders, except how one is chosen (loader.h). To add a third, write
 * a row and a file. */
struct loader_style {
	const char *name;
	bool as_module;		     /* imports the file as a module; false: executes it in a bare dict, where names of
				      * builtins are visible */
	bool imports;		     /* also reads MMEngine's pure-Python style (imported.c) */
	bool packages;		     /* `pkg::path` bases */
	bool environment;	     /* `{{$NAME:default}}` */
	bool config_dicts;	     /* dicts are ConfigDicts while the file runs */
	bool merges_alone;	     /* also copies a config without bases, and fills in its placeholders */
	bool last_options;	     /* of several --cfg-options only the last one counts */
	const char *may_lack;	     /* an optional package: its imports may fail; NULL: none */
	const char *const *reserved; /* keys that Config reserves for itself; NULL-terminated */
	struct around missing_py;    /* message for the path of a .py base that doesn't exist */
	struct around no_dict;	     /* message for the type of a .json or .yaml file's content that is no dict */
	struct {
		const char *type, *msg;
	} relative_import;		    /* exception for a relative import */
	void (*find_bases)(struct unit *u); /* of a .py file; calls unit_set_bases */
	void (*execute)(struct unit *u);    /* called when the bases are finished; NULL: find_bases executed the file.
					     * Fills executed, inherited */
	void (*rebuild_named)(struct unit *u, struct value *v); /* how a copy treats a namedtuple; NULL: unchanged */
	void (*drop_keys)(struct unit *u);			/* removes keys of executed before the merge; NULL:
								 * none */
};
extern const struct loader_style mmcv1_style, mmengine_style;
const struct loader_style *loader_style(enum loader l); /* loader.c; not for AUTO */

struct unit {
	struct module m;		  /* the module that the rest of the program sees once it is finished */
	const struct loader_style *style; /* of m.loader */
	struct graph *g;
	struct arena *a;      /* &m.arena */
	struct budget budget; /* the budget that it is charged to */
	struct substituted sub;
	struct base_ref *ref; /* m.base */
	struct unit **base;   /* parallel to m.base; NULL where missing */
	/* Every style fills inherited, own and merged of m. Intermediate values: */
	struct value executed; /* `_base_` styles: own keys before placeholders are resolved; mmcv: after the scan */
	struct value full;     /* every name that an importing child can take: merged, and names that the file
				* imported */
	VEC(units, struct unit *) children;
	const struct module **kids; /* m.dependent */
	uint32_t waiting;	    /* number of unfinished bases */
	uint32_t depth;		    /* length of the longest chain of bases, including this file; 0: not finished */
	bool finished;
	_Atomic(const char *)
		open_to;	/* a project (m.root) whose files may read this existing file; NULL: not determined */
	bool is_candidate;	/* of graph_opts.dependents */
	bool is_reached;	/* it is a requested file or inherits from one */
	bool reserved_only;	/* refused as the top config, valid as a base */
	bool has_bases;		/* it mentions `_base_` */
	struct unit *as_import; /* the unit as an importing child reads it, if that differs by style; NULL: no
				 * difference */
	struct dict *import_names; /* imported style: names bound by imports, here and in bases; NULL: none */
};

struct graph {
	const struct vfs *fs;
	struct graph_opts opts;
	struct sources *sources;
	uint32_t option_source; /* id of the --cfg-options text, 0: none */
	struct folders *folders;
	struct loaders *loaders;
	struct pool *pool;
	struct graph_shared *shared; /* the parts that threads change: the rest of the graph is const after loading */
	struct unit **unit;	     /* all; sorted by path, then loader, after loading */
	size_t n, cap;
	uint32_t *index; /* open addressing over unit[], number + 1 */
	uint32_t nindex;
	const struct module **module;	    /* as unit[] */
	struct unit **by_file;		    /* source id -> unit */
	const struct subject **at, **owner; /* memory of set */
	uint32_t nfiles;
	struct subject_set set; /* the modules as subjects of rules */
	struct budget_run run;
	struct arena arena;
};

/* publish.c: what the rest of the program sees, after loading */
size_t graph_number(const struct graph *g, const struct module *m); /* index in unit[], which is sorted */
void graph_publish(struct graph *g);				    /* fills in children, lookup tables and subjects */
void unit_free(struct unit *u);

/* graph.c: the order of loading */
int units_by_path(const void *a, const void *b); /* by path and loader */
struct parser *graph_parser_take(struct graph *g);
void graph_parser_give(struct graph *g, struct parser *p);
/* A base that another file of this project was allowed to read; NULL: none. */
struct unit *graph_open_base(struct graph *g, const char *path, enum loader loader, const char *root);
/* The unit of a path under a loader, created and queued for scanning when new. */
struct unit *graph_unit(struct graph *g, const char *path, enum loader loader, bool requested);

/* unit.c: one file alone */
void unit_scan(struct unit *u); /* read, substitute, parse, find the bases (mmcv: execute) */
struct span unit_whole(const struct unit *u);
struct span unit_at(const struct unit *u, const struct err *e); /* the error's line and column; without one, the file */
struct note *unit_note(struct unit *u, enum config_note kind, struct span at, const char *msg);
/* Records that the loader raises; only the first reason counts. The note has the same text unless the caller rewords
 * it. */
struct note *unit_refuse(struct unit *u, enum config_note kind, struct span at, const char *error);
void unit_exception(struct unit *u, const struct exc *x);
void unit_fail(struct unit *u, enum module_state state, struct err e);
void unit_parse(struct unit *u); /* parses the text without substitution: fills m.tree */
/* bases: what `_base_` is bound to (MMEngine), set to what the file left of it; NULL: not bound. base_value: the
 * variable's value at the end. Fills u->executed. */
void unit_execute(struct unit *u, struct value *bases, struct value *base_value);

/* bases.c: the bases of a file */
bool unit_may_read(struct unit *u,
		   const char *path); /* it is in the project or in a folder that the settings allow, links resolved
				       * */
/* Sets the part of the path that is missing: the topmost missing folder, or the file itself. */
void unit_missing(struct unit *u, const char *path, struct note *n);
void unit_outside(struct unit *u, const struct base_ref *b); /* it may not be read: the module becomes
							      * MODULE_UNREADABLE */
void unit_set_bases(struct unit *u, struct value v);	     /* v: value of `_base_`: a text or a list of texts */
void unit_scan_data(struct unit *u);			     /* a .json or .yaml config */

/* effective.c: combines a file with its bases */
void unit_finish(struct unit *u);  /* called when they are finished: execute, resolve, merge, freeze */
void unit_give_up(struct unit *u); /* it exceeded its budget */
bool unit_in_circle(const struct unit *u);
void unit_cycle(struct unit *u); /* it is part of an inheritance cycle, or inherits from a file in one that was
				  * reported */
const struct unit *unit_as_base(const struct unit *u, const struct unit *base); /* base in the style in which u reads
										 * it */
/* Copies frozen containers that own values refer to, so that frozen data stays a tree; MMEngine's dicts become
 * ConfigDicts. */
void unit_detach(struct unit *u, struct value *v);
void unit_bound(struct unit *u, struct value *keys); /* must run before any walk over executed values */

/* imported.c: MMEngine's pure-Python style */
void imported_scan(struct unit *u);   /* the bases of a `with read_base():` block */
void imported_finish(struct unit *u); /* executes; fills own, inherited, full and merged, or records a refusal */

/* config_names.c: names bound before the first statement */
/* Stands for the random module name of mmcv's temporary copy of a config: unknown, but not '__main__'. */
#define UNIT_MODULE_NAME "_cfglint_module_name_"
bool unit_host_name(struct eval *ev, const struct node *n, struct value *out);
/* Binds the names that the loader's way of executing a file adds to ev's globals: after those of the bases (all
 * styles), and before them (imported style). */
void unit_bind_dunders(struct unit *u, struct eval *ev);
void unit_bind_imported(struct eval *ev);
/* options.c: --cfg-options merged over the effective config, list indices allowed. */
void options_apply(struct unit *u);
#endif
