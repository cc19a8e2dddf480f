// SPDX-License-Identifier: MIT
/* One file on its way through loading, and what the files of this folder do to it. */
#ifndef CONFIG_PRIV_H
#define CONFIG_PRIV_H
#include "python/state/state.h"
#include "base/vec.h"
#include "config/graph.h"
#include "config/note.h"
#include "config/subst.h"

enum {
	PYTHON_CALLS = 1000,  /* of functions inside one another */
	MATCH_LIMIT = 100000, /* of one match of a regular expression: PCRE2's steps */
	MATCH_KIB = 65536
};

struct unit;
struct around { /* a message is what stands around a name */
	const char *before, *after;
};
/* A loader: all that differs between two of them, but for how one is chosen (loader.h). A third is a row and a file. */
struct loader_style {
	const char *name;
	bool as_module;	   /* imports the file as a module; else it runs in a bare dict, where names of builtins show */
	bool imports;	   /* reads MMEngine's pure-Python style too (imported.c) */
	bool packages;	   /* `pkg::path` bases */
	bool environment;  /* `{{$NAME:default}}` */
	bool config_dicts; /* dicts are ConfigDicts while the file runs */
	bool merges_alone; /* copies a config without bases too, and fills in its placeholders */
	bool last_options; /* of several --cfg-options only the last one counts */
	const char *may_lack;	     /* a package that needn't be there: its imports may fail; NULL: none */
	const char *const *reserved; /* keys that Config keeps for itself; NULL-terminated */
	struct around missing_py;    /* around the path of a .py base that doesn't exist */
	struct around no_dict;	     /* around the type of what a .json or .yaml file holds instead of a dict */
	struct {
		const char *type, *msg;
	} relative_import;		    /* what one raises */
	void (*find_bases)(struct unit *u); /* of a .py file; calls unit_set_bases */
	void (*execute)(struct unit *u); /* with the bases finished; NULL: find_bases did. Fills executed, inherited */
	void (*rebuild_named)(struct unit *u, struct value *v); /* a namedtuple, when values are copied; NULL: stays */
	void (*drop_keys)(struct unit *u);			/* of executed, before the merge; NULL: none */
};
extern const struct loader_style mmcv1_style, mmengine_style;
const struct loader_style *loader_style(enum loader l); /* loader.c; not of AUTO */

struct unit {
	struct module m;		  /* what all of the program sees of it, once it is finished */
	const struct loader_style *style; /* of m.loader */
	struct graph *g;
	struct arena *a;      /* &m.arena */
	struct budget budget; /* that it is charged to */
	struct substituted sub;
	struct base_ref *ref; /* m.base */
	struct unit **base;   /* parallel to m.base; NULL where missing */
	/* Every style fills inherited, own and merged of m; beside them either has a value of its own on the way there.
	 */
	struct value executed; /* `_base_` styles: own keys before placeholders are resolved; mmcv: after the scan */
	struct value full;     /* every name that an importing child can take: merged, and what was imported itself */
	VEC(units, struct unit *) children;
	const struct module **kids; /* m.dependent */
	uint32_t waiting;	    /* bases not finished */
	uint32_t depth;		    /* files of the longest chain of bases from here, this one too; 0: not finished */
	bool finished;
	_Atomic(const char *)
		open_to;	/* a project (m.root) whose files may read it, and it is there; NULL: not asked */
	bool is_candidate;	/* of graph_opts.dependents */
	bool is_reached;	/* inherits from a requested file, or is it */
	bool reserved_only;	/* refused as the top config, fine as a base */
	bool has_bases;		/* names `_base_` at all */
	struct unit *as_import; /* of another style, but imported: as the loader reads it then; NULL: no difference */
	struct dict *import_names; /* imported style: names that imports bound, here and in bases; NULL: none */
};

struct graph {
	const struct vfs *fs;
	struct graph_opts opts;
	struct sources *sources;
	uint32_t option_source; /* id of the --cfg-options text, 0: none */
	struct folders *folders;
	struct loaders *loaders;
	struct pool *pool;
	struct graph_shared *shared; /* what threads change of it: the graph is const to all but its loading */
	struct unit **unit;	     /* all; sorted by path, then loader, after loading */
	size_t n, cap;
	uint32_t *index; /* open addressing over unit[], number + 1 */
	uint32_t nindex;
	const struct module **module;	    /* as unit[] */
	struct unit **by_file;		    /* source id -> unit */
	const struct subject **at, **owner; /* of set */
	uint32_t nfiles;
	struct subject_set set; /* the same, as rules see them */
	struct budget_run run;
	struct arena arena;
};

/* publish.c: what all of the program sees, once all is loaded */
size_t graph_number(const struct graph *g, const struct module *m); /* in unit[], which is sorted */
void graph_publish(struct graph *g); /* fills in children, the tables behind the questions, and subjects */
void unit_free(struct unit *u);

/* graph.c: what is loaded when */
int units_by_path(const void *a, const void *b); /* and loader */
struct parser *graph_parser_take(struct graph *g);
void graph_parser_give(struct graph *g, struct parser *p);
/* A base that another file of this project was allowed to read; NULL: none was. */
struct unit *graph_open_base(struct graph *g, const char *path, enum loader loader, const char *root);
/* The unit of a path under a loader, created and queued for scanning when new. */
struct unit *graph_unit(struct graph *g, const char *path, enum loader loader, bool requested);

/* unit.c: one file alone */
void unit_scan(struct unit *u); /* read, substitute, parse, find the bases (mmcv: execute) */
struct span unit_whole(const struct unit *u);
struct note *unit_note(struct unit *u, enum config_note kind, struct span at, const char *msg);
/* The loader raises; the first reason counts. The note says the same unless the caller words it for people. */
struct note *unit_refuse(struct unit *u, enum config_note kind, struct span at, const char *error);
void unit_exception(struct unit *u, const struct exc *x);
void unit_fail(struct unit *u, enum module_state state, struct err e);
void unit_parse(struct unit *u); /* the text as it stands, without substitution: fills m.tree */
/* bases: what `_base_` is bound to (MMEngine), set to what the file left of it; NULL: not bound. base_value: the
 * variable's value at the end. Fills u->executed. */
void unit_execute(struct unit *u, struct value *bases, struct value *base_value);

/* bases.c: what a file inherits from */
bool unit_may_read(struct unit *u,
		   const char *path); /* it lies in the project or where the settings allow, links followed */
/* Notes what of the path isn't there: the topmost folder, or the file itself. */
void unit_missing(struct unit *u, const char *path, struct note *n);
void unit_outside(struct unit *u, const struct base_ref *b); /* it does not: the module is MODULE_UNREADABLE */
void unit_set_bases(struct unit *u, struct value v);	     /* as `_base_` names them: a text, a list of texts */
void unit_scan_data(struct unit *u);			     /* a .json or .yaml config */

/* effective.c: with its bases */
void unit_finish(struct unit *u);  /* they are finished: execute, resolve, merge, freeze */
void unit_give_up(struct unit *u); /* it took more than it may */
bool unit_in_circle(const struct unit *u);
void unit_cycle(struct unit *u); /* part of a circle, or above one that was told to be one */
const struct unit *unit_as_base(const struct unit *u, const struct unit *base); /* base as u reads it */
/* Frozen containers that own values refer to become copies of their own, so that frozen data stays a tree; MMEngine's
 * dicts become ConfigDicts. */
void unit_detach(struct unit *u, struct value *v);
void unit_bound(struct unit *u, struct value *keys); /* before any walk over executed values */

/* imported.c: MMEngine's pure-Python style */
void imported_scan(struct unit *u);   /* the bases of a `with read_base():` block */
void imported_finish(struct unit *u); /* executes; fills own, inherited, full and merged, or refuses */

/* names.c: what is there before the first statement */
/* Stands for the name that mmcv gives the temporary copy of a config: nobody can know it, but it is not '__main__'. */
#define UNIT_MODULE_NAME "_cfglint_module_name_"
bool unit_host_name(struct eval *ev, const struct node *n, struct value *out);
/* The names that the loader's way of executing a file binds, among ev's globals: those behind the bases' (all styles),
 * and those that the imported style has before its bases'. */
void unit_bind_dunders(struct unit *u, struct eval *ev);
void unit_bind_imported(struct eval *ev);
/* options.c: --cfg-options merged over the effective config, list indices allowed. */
void options_apply(struct unit *u);
#endif
