// SPDX-License-Identifier: MIT
/* One file on its way through loading: shared by graph.c (what is loaded when) and unit.c (what happens to one file).
 */
#ifndef CONFIG_UNIT_H
#define CONFIG_UNIT_H
#include "base/vec.h"
#include "config/graph.h"
#include "config/subst.h"

struct unit {
	struct module m;
	struct graph *g;
	struct arena *a; /* &m.arena */
	struct substituted sub;
	struct value executed; /* own keys before placeholders are resolved; mmcv: known after the scan */
	struct unit **base;    /* parallel to m.base; NULL where missing */
	VEC(units, struct unit *) children;
	uint32_t waiting;	      /* bases not finished */
	bool finished, reserved_only; /* reserved_only: refused as the top config, fine as a base */
	bool has_bases;		      /* names `_base_` at all */
	struct value full;	      /* lazy style: every name that a child can import; else merged */
	struct unit *lazily; /* not lazy itself, but a lazy file imports it: as the loader reads it then; NULL: nothing
				differs */
	struct dict *imported; /* lazy style: names that imports bound, here and in bases; NULL: none */
};

struct graph {
	const struct vfs *fs;
	struct graph_opts opts;
	struct sources *sources;
	uint32_t option_source; /* id of the --cfg-options text, 0: none */
	struct folders *folders;
	struct loaders *loaders;
	struct pool *pool;
	struct graph_lock *lock;
	struct unit **unit; /* all; sorted by path, then loader, after loading */
	size_t n, cap;
	uint32_t *index; /* open addressing over unit[], number + 1 */
	uint32_t nindex;
	const struct module **module; /* as unit[] */
	struct unit **by_file;	      /* source id -> unit */
	uint32_t nfiles;
	struct arena arena;
};

struct parser *graph_parser_take(struct graph *g);
void graph_parser_give(struct graph *g, struct parser *p);
/* The unit of a path under a loader, created and queued for scanning when new. */
struct unit *graph_unit(struct graph *g, const char *path, enum loader loader, bool requested);

void unit_scan(struct unit *u);	  /* read, substitute, parse, find the bases (mmcv: execute) */
void unit_finish(struct unit *u); /* bases are finished: execute, resolve, merge, freeze */
void unit_cycle(struct unit *u);  /* part of a cycle, or above one */
#endif
