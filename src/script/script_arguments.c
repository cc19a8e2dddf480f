// SPDX-License-Identifier: MIT
/* The sets of arguments of the calls in a script. Where the project's launch scripts have exactly one launch of the
 * script, it settles what the script takes from its command line, and says how many processes train:
 *
 *	train.py	p.add_argument('--lr', default=5e-5); TrainingArguments('out', learning_rate=args.lr)
 *	run.sh		deepspeed --num_gpus 8 train.py --lr 1e-4
 *			learning_rate is 1e-4, and 8 processes train
 *
 * Invariant: of several launches of a script that may train none counts, for each is another run. */
#include "script/script_arguments.h"
#include "arguments/effective_arguments.h"
#include "arguments/element.h"
#include "arguments/named_file.h"
#include "base/path.h"
#include "launch/launch_arguments.h"
#include "launch/launch_source.h"
#include "launch/starts.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

/* ---- the launch of a script ---- */

/* `place`, "run.sh:3", and `sbatch`, what the launch script's headers say. */
static void put_origin(struct script_project *p, struct value launch, const struct source *src, struct value tree)
{
	const char *place = arena_printf(&p->arena, "%s:%u", path_relative(&p->arena, p->root, src->path),
					 source_point(src, launch.at.lo).line + 1);
	dict_put(&p->arena, launch.as.dict, value_text("place", launch.at), value_text(place, launch.at), launch.at);
	dict_put(&p->arena, launch.as.dict, value_text("sbatch", launch.at), dict_get(tree, "sbatch"), launch.at);
}

static struct value launch_at(struct script_project *p, const struct script_start *x)
{
	struct launched l = { 0 };
	struct err e;
	const struct source *src = launch_source(p->fs, p->model.sources, x->in, &e);
	struct value all;

	if (!src)
		return (struct value){ 0 };
	launches_of(&p->arena, p->fs, p->model.sources, src, p->root, &l);
	launch_arguments(&p->arena, p->fs, p->model.sources, x->in, p->root, l.tree);
	all = dict_get(l.tree, "launches");
	if (x->number >= all.as.list->n) /* it was written anew meanwhile */
		return (struct value){ 0 };
	put_origin(p, all.as.list->at[x->number].val, src, l.tree);
	return value_freeze(&p->arena, all.as.list->at[x->number].val);
}

static struct value only_launch(struct script_project *p, const struct cfile *f)
{
	struct script_starts all = { 0 };
	struct value one = { 0 };
	const struct script_start *x = NULL;
	uint32_t n = 0;

	for (const char *const *s = p->root ? p->launch_scripts : NULL; s && *s; s++)
		if (path_inside(p->root, *s))
			script_starts_add(p->fs, *s, p->root, f->path, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!all.at[i].config && !n++)
			x = &all.at[i];
	if (n == 1)
		one = launch_at(p, x);
	vec_release(&all);
	return one;
}

/* ---- what it settles ---- */

/* The launch says something that the parser takes for the flag: `--learn` for --learning_rate. */
static bool is_abbreviated(struct value given, const char *flag)
{
	struct dict_iter it;
	const struct entry *e;
	bool any = false;
	for (dict_begin(&it, given.as.dict); !any && (e = dict_next(&it));)
		any = e->key.kind == VALUE_STR && strncmp(e->key.as.s->s, "--", 2) == 0 && e->key.as.s->len > 2 &&
		      strncmp(e->key.as.s->s, flag, e->key.as.s->len) == 0;
	return any;
}

static struct value started_args(struct arena *a, struct value args, struct value taken, struct value launch)
{
	struct value given = dict_get(launch, "flag"), out = value_copy(a, args);
	bool open = !dict_find_lit(launch.as.dict, "open") || dict_get_true(launch, "open");
	struct dict_iter it;
	if (args.kind != VALUE_DICT || taken.kind != VALUE_DICT || given.kind != VALUE_DICT)
		return args;
	dict_begin(&it, taken.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct entry *flag = dict_find(given.as.dict, e->val), *old = dict_find(args.as.dict, e->key);
		struct value v =
			flag ? argument_of_flag(launch, e->val.as.s->s, flag->val) : (struct value){ .at = e->val.at };
		if (old && (flag || open || is_abbreviated(given, e->val.as.s->s)))
			dict_put(a, out.as.dict, old->key, v, flag ? flag->use : old->use);
	}
	return out;
}

/* ---- the sets ---- */

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
		      struct value versions, struct value launch, struct list *to)
{
	const char *dot = strrchr(class->name->s, '.');
	for (uint32_t i = 0; i < calls.as.list->n; i++) {
		struct value call = calls.as.list->at[i].val;
		const struct entry *args = dict_find_lit(call.as.dict, "args"),
				   *own = dict_find_lit(call.as.dict, "own"),
				   *defaults = dict_find_lit(call.as.dict, "defaults");
		struct arguments_element e = {
			.class = class, .form = "call", .number = i, .versions = versions, .at = call.at
		};
		e.name = dot ? dot + 1 : class->name->s;
		e.launch = launch;
		e.args = args ? args->val : (struct value){ .at = call.at };
		if (launch.kind == VALUE_DICT)
			e.args = started_args(w->a, e.args, dict_get(call, "taken"), launch);
		e.own = own ? own->val : value_none(call.at);
		e.defaults = defaults ? defaults->val : (struct value){ 0 };
		e.copies = arguments_copies(w->a, w->p->fs, w->fn->file->path, w->p->root, schemas_of(w->p->fs), class,
					    call.at);
		if (e.copies.as.list->n || is_rewritten(w, class->package))
			e.own = arguments_any(w->a, call.at);
		const struct named_files files = { schemas_of(w->p->fs), w->p->fs, w->p->model.sources,
						   w->fn->file->path, w->p->root };
		e.files = launch.kind == VALUE_DICT && e.args.kind == VALUE_DICT
				  ? launch_files(w->a, &files, class, launch, e.args)
				  : arguments_files(w->a, &files, class, e.args);
		list_push(w->a, to, arguments_element(w->a, &e), call.at);
	}
}

static bool calls_a_package_with_table(const struct dict *calls)
{
	struct dict_iter it;
	const struct entry *e;
	bool any = false;
	for (dict_begin(&it, calls); !any && (e = dict_next(&it));)
		any = schema_has_package(e->key.as.s->s);
	return any;
}

struct value script_arguments(struct tree_builder *w, struct value top)
{
	struct value all = value_list(w->a, VALUE_LIST, 0, top.at);
	if (!calls_a_package_with_table(dict_find_lit(top.as.dict, "calls")->val.as.dict))
		return all;
	const struct schemas *s = schemas_of(w->p->fs);
	struct value versions = arguments_versions(w->a, s, top), launch = { 0 };
	if (w->fn->file->src)
		arguments_versions_in(w->a, s, w->fn->file->src, versions);
	const struct entry *calls = dict_find_lit(top.as.dict, "calls"), *e;
	struct dict_iter it;
	for (dict_begin(&it, calls->val.as.dict); (e = dict_next(&it));) {
		const struct schema_class *class = schema_class(s, e->key.as.s);
		if (class && !all.as.list->n)
			launch = only_launch(w->p, w->fn->file);
		if (class)
			add_calls(w, class, e->val, versions, launch, all.as.list);
	}
	return all;
}
