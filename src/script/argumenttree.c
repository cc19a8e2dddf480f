// SPDX-License-Identifier: MIT
#include "script/argumenttree.h"
#include "arguments/element.h"
#include "arguments/named_file.h"
#include "pymodel/fields.h"
#include "python/value/dict.h"
#include <string.h>

struct value script_own_fields(struct tree_builder *w, const struct node *call, struct span at)
{
	struct found x = script_callee(w->fn, call->kid[0]);
	if (x.kind != F_CLASS)
		return value_none(at);
	struct value all = value_list(w->a, VALUE_LIST, 4, at);
	struct class_fields f = class_fields(&w->p->model, x.cls, &w->p->know->fields);
	all.as.list->open = f.are == FIELDS_NONE;
	for (uint32_t i = 0; i < f.n; i++)
		list_push(w->a, all.as.list, value_str(f.at[i].name, at), at);
	return all;
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
		e.files = arguments_files(w->a,
					  &(struct named_files){ schemas_of(w->p->fs), w->p->fs, w->p->model.sources,
								 w->fn->file->path, w->p->root },
					  class, e.args);
		list_push(w->a, to, arguments_element(w->a, &e), call.at);
	}
}

struct value script_arguments(struct tree_builder *w, struct value top)
{
	const struct schemas *s = schemas_of(w->p->fs);
	struct value all = value_list(w->a, VALUE_LIST, 0, top.at), versions = arguments_versions(w->a, s, top);
	const struct entry *calls = dict_find_lit(top.as.dict, "calls"), *e;
	struct dict_iter it;
	for (dict_begin(&it, calls->val.as.dict); (e = dict_next(&it));) {
		const struct schema_class *class = schema_class(s, e->key.as.s);
		if (class)
			add_calls(w, class, e->val, versions, all.as.list);
	}
	return all;
}
