// SPDX-License-Identifier: MIT
#include "script/script_tree.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "script/brokentree.h"
#include "script/divisors.h"
#include "script/idle.h"
#include "script/script_arguments.h"
#include "script/looptree.h"
#include "script/values/counter.h"
#include "script/values/mention.h"
#include "script/paths/over.h"
#include "script/rewritable.h"
#include "script/task.h"
#include <string.h>

struct value script_given(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call,
			  const struct str *name)
{
	struct tree_builder w = { .a = a, .p = p, .fn = scope };

	return tree_arguments(&w, map_get(&p->know->call, name), call);
}

struct value script_shown(struct arena *a, struct script_project *p, struct fn *scope, const struct node *n)
{
	struct tree_builder w = { .a = a, .p = p, .fn = scope };

	return tree_shown(&w, script_value(p, scope, n, NULL), tree_span(&w, n));
}

struct value script_tree(struct arena *a, struct script_project *p, const struct cfile *f, const struct orders *orders,
			 const struct courses *courses)
{
	struct span at = { f->src->id, 0, 0 };
	struct value top = value_dict(a, at), calls = value_dict(a, at), settings = value_list(a, VALUE_LIST, 4, at),
		     imports = value_list(a, VALUE_LIST, 4, at), statements = value_list(a, VALUE_LIST, 4, at),
		     elements = value_list(a, VALUE_LIST, 4, at), unused = value_list(a, VALUE_LIST, 4, at),
		     remainders = value_list(a, VALUE_LIST, 1, at), parts = value_list(a, VALUE_LIST, 4, at),
		     references = value_list(a, VALUE_LIST, 1, at), snapshots = value_list(a, VALUE_LIST, 1, at),
		     loose = value_list(a, VALUE_LIST, 1, at), filled = value_list(a, VALUE_LIST, 1, at),
		     modules = value_list(a, VALUE_LIST, 2, at), overrides = value_list(a, VALUE_LIST, 1, at);
	struct tree_builder w = { .a = a,
				  .p = p,
				  .fn = f->top,
				  .calls = calls.as.dict,
				  .settings = settings.as.list,
				  .imports = imports.as.list,
				  .statements = statements.as.list,
				  .elements = elements.as.list,
				  .remainders = remainders.as.list,
				  .unused = unused.as.list,
				  .parts = parts.as.list,
				  .references = references.as.list,
				  .snapshots = snapshots.as.list,
				  .loose = loose.as.list,
				  .filled = filled.as.list,
				  .modules = modules.as.list,
				  .overrides = overrides.as.list };

	loops_note(p, courses);
	tree_build(&w, f->tree.root);
	tree_put(&w, top.as.dict, "calls", calls, at);
	tree_put(&w, top.as.dict, "settings", settings, at);
	tree_put(&w, top.as.dict, "imports", imports, at);
	tree_put(&w, top.as.dict, "statements", statements, at);
	tree_put(&w, top.as.dict, "order", broken_orders(&w, orders, f), at);
	tree_put(&w, top.as.dict, "elements", elements, at);
	tree_put(&w, top.as.dict, "remainders", remainders, at);
	script_rewritable(a, p, f, top.as.dict);
	tree_put(&w, top.as.dict, "unused", unused, at);
	tree_put(&w, top.as.dict, "parts", parts, at);
	tree_put(&w, top.as.dict, "references", references, at);
	tree_put(&w, top.as.dict, "snapshots", snapshots, at);
	tree_put(&w, top.as.dict, "loose", loose, at);
	tree_put(&w, top.as.dict, "filled", filled, at);
	tree_put(&w, top.as.dict, "modules", modules, at);
	tree_put(&w, top.as.dict, "divisions", script_divisions(a, p, f), at);
	tree_put(&w, top.as.dict, "counters", script_counters(a, f), at);
	tree_put(&w, top.as.dict, "overrides", overrides, at);
	tree_put(&w, top.as.dict, "tasks", script_tasks(&w, f), at);
	struct value loops = loops_value(a, p, courses, f);
	tree_put(&w, top.as.dict, "loops", loops, at);
	tree_put(&w, top.as.dict, "idle",
		 loops.as.list->n ? script_idle_all(a, p, f) : value_list(a, VALUE_LIST, 0, at), at);
	version_bounds_put(&(struct version_files){ &p->arena, p->fs, p->root, p->know->package, p->know->npackages,
						    &p->versions },
			   a, f->path, top.as.dict);
	tree_put(&w, top.as.dict, "arguments", script_arguments(&w, top), at);
	tree_put(&w, top.as.dict, "mentions", script_mentions(a, p, f), at);
	tree_put(&w, top.as.dict, "words", script_words(a, p, f), at);
	return top;
}

const char *script_line(struct arena *a, const struct cfile *f, const struct node *n)
{
	return arena_printf(a, "%s:%s", path_base(f->src->path), source_line(a, f->src, n->lo));
}
