// SPDX-License-Identifier: MIT
#include "script/script_tree.h"
#include "arguments/element.h"
#include "arguments/named_file.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "script/brokentree.h"
#include "script/idle.h"
#include "script/looptree.h"
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

/* Another package that the file imports changes what classes of this one take. */
static bool is_rewritten(const struct tree_builder *w, const struct str *package)
{
	const struct cfile *f = w->fn->file;

	for (uint32_t i = 0; i < f->nimports; i++) {
		const char *module = f->import[i].module->s;
		const struct script_rewritten *r =
			map_get(&w->p->know->rewritten, str_of(module, strcspn(module, ".")));

		for (uint32_t k = 0; r && k < r->n; k++)
			if (r->package[k] == package)
				return true;
	}
	return false;
}

static void add_calls(struct tree_builder *w, const struct schema_class *class, struct value calls,
		      struct value versions, struct list *to)
{
	const char *dot = strrchr(class->name->s, '.');
	for (uint32_t i = 0; i < calls.as.list->n; i++) {
		struct value call = calls.as.list->at[i].val;
		const struct entry *args = dict_find_lit(call.as.dict, "args"),
				   *own = dict_find_lit(call.as.dict, "own");
		struct arguments_element e = {
			.class = class, .form = "call", .number = i, .versions = versions, .at = call.at
		};
		e.name = dot ? dot + 1 : class->name->s;
		e.args = args ? args->val : (struct value){ .at = call.at };
		e.own = own ? own->val : value_none(call.at);
		if (arguments_are_own(w->a, w->p->fs, w->p->root, schemas_of(w->p->fs), class) ||
		    is_rewritten(w, class->package))
			e.own = arguments_any(w->a, call.at);
		e.files = arguments_files(w->a,
					  &(struct named_files){ schemas_of(w->p->fs), w->p->fs, w->p->model.sources,
								 w->fn->file->path, w->p->root },
					  class, e.args);
		list_push(w->a, to, arguments_element(w->a, &e), call.at);
	}
}

/* Elements (arguments/element.h) of the calls in `top`, the file's tree, whose class has a table. */
static struct value arguments_in(struct tree_builder *w, struct value top)
{
	const struct schemas *s = schemas_of(w->p->fs);
	struct value all = value_list(w->a, VALUE_LIST, 0, top.at), versions = arguments_versions(w->a, s, top);
	if (w->fn->file->src)
		arguments_versions_in(w->a, s, w->fn->file->src->bytes, versions);
	const struct entry *calls = dict_find_lit(top.as.dict, "calls"), *e;
	struct dict_iter it;
	for (dict_begin(&it, calls->val.as.dict); (e = dict_next(&it));) {
		const struct schema_class *class = schema_class(s, e->key.as.s);
		if (class)
			add_calls(w, class, e->val, versions, all.as.list);
	}
	return all;
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
		     modules = value_list(a, VALUE_LIST, 2, at);
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
				  .modules = modules.as.list };

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
	tree_put(&w, top.as.dict, "idle", script_idle_all(a, p, f), at);
	tree_put(&w, top.as.dict, "snapshots", snapshots, at);
	tree_put(&w, top.as.dict, "loose", loose, at);
	tree_put(&w, top.as.dict, "filled", filled, at);
	tree_put(&w, top.as.dict, "modules", modules, at);
	tree_put(&w, top.as.dict, "tasks", script_tasks(&w, f), at);
	tree_put(&w, top.as.dict, "loops", loops_value(a, p, courses, f), at);
	version_bounds_put(&(struct version_files){ &p->arena, p->fs, p->root, p->know->package, p->know->npackages,
						    &p->versions },
			   a, f->path, top.as.dict);
	tree_put(&w, top.as.dict, "arguments", arguments_in(&w, top), at);
	tree_put(&w, top.as.dict, "mentions", script_mentions(a, p, f), at);
	return top;
}

const char *script_line(struct arena *a, const struct cfile *f, const struct node *n)
{
	return arena_printf(a, "%s:%s", path_base(f->src->path), source_line(a, f->src, n->lo));
}
