// SPDX-License-Identifier: MIT
/* The tree of one script for rules: one walk over its syntax, which tracks what encloses a node (function, tests,
 * loops, suite) and adds each known call, with its arguments as values, under the call's name.
 *
 * Invariant: what the walk tracks is restored after each node. An argument with an unknown value is Unknown. With a
 * frame the walk enters the project's own functions, up to a depth of FRAMES_MAX.
 *
 * 	if args.cuda:				calls["torch.utils.data.DataLoader"]: [{args: {batch_size: 4, ...},
 * 		DataLoader(data, batch_size=4)	  tests: ["args.cuda"], ...}] */
#include "script/treeclass.h"
#include "script/treeparts.h"
#include "python/syntax/treewalk.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include "script/values/arguments.h"
#include "script/values/class_arguments.h"
#include "script/values/batch.h"
#include "script/around.h"
#include "script/values/changing.h"
#include "script/filled.h"
#include "script/forms.h"
#include "script/loose_modules.h"
#include "script/overrides.h"
#include "script/idle.h"
#include "script/values/origin.h"
#include "script/paths/over.h"
#include "script/script_tree.h"
#include "script/snapshot.h"
#include <string.h>

enum {
	CALLS_MAX = 20000,
	TEST_LENGTH_MAX = 200,
	INSIDE_MAX = 3,
	OBJECTS_MAX = 3,
	FRAMES_MAX = 5 /* nested calls that are walked into */
};

struct span tree_span(const struct tree_builder *w, const struct node *n)
{
	return (struct span){ w->fn->file->src->id, n->lo, n->hi };
}

void tree_put(const struct tree_builder *w, struct dict *d, const char *key, struct value v, struct span use)
{
	dict_put(w->a, d, value_text(key, use), v, use);
}

static struct span span_of(const struct tree_builder *w, const struct node *n)
{
	return tree_span(w, n);
}

static void put(const struct tree_builder *w, struct dict *d, const char *key, struct value v, struct span use)
{
	tree_put(w, d, key, v, use);
}

struct value tree_text(const struct tree_builder *w, const struct node *n)
{
	const char *text = w->fn->file->src->bytes + n->lo;

	return value_str(str_of(text, n->hi - n->lo < TEST_LENGTH_MAX ? n->hi - n->lo : TEST_LENGTH_MAX),
			 span_of(w, n));
}

/* An enclosing test certainly has the other outcome, also by the defaults of command line arguments. */
static bool is_off(const struct tree_builder *w)
{
	for (uint32_t i = 0; i < w->ntests && i < TESTS_MAX; i++) {
		struct value v = script_value(w->p, w->test[i].in, w->test[i].node, NULL);
		enum truth is = v.kind == VALUE_DICT ? UNKNOWN3 : value_truth(v);

		if (is == (w->test[i].otherwise ? TRUE3 : FALSE3))
			return true;
	}
	return false;
}

/* Adds what encloses it. */
void tree_place(const struct tree_builder *w, struct dict *d, struct span at)
{
	struct value tests = value_list(w->a, VALUE_LIST, w->ntests, at), one;

	for (uint32_t i = 0; i < w->ntests && i < TESTS_MAX; i++) {
		one = tree_text(w, w->test[i].node);
		if (w->test[i].otherwise)
			one.as.s = str_lit(arena_printf(w->a, "not (%s)", one.as.s->s));
		list_push(w->a, tests.as.list, one, at);
	}
	put(w, d, "tests", tests, at);
	put(w, d, "off", value_bool(is_off(w), at), at);
	put(w, d, "tried", value_bool(w->tries > 0, at), at);
	put(w, d, "looped", value_bool(w->loops > 0, at), at);
	put(w, d, "function", w->fn->name ? value_str(w->fn->name, at) : value_none(at), at);
	put(w, d, "block", value_int(w->block ? w->block->lo : 0, at), at);
	put(w, d, "offset", value_int(at.lo, at), at);
}

struct arguments {
	struct value given, flags; /* by name; for defaults of command line arguments: the flag */
	struct value taken;	   /* by name, of what is such an argument as it is: the flag */
	struct value origins;	   /* by name, of those that `trace` lists: their origins */
	struct value texts;	   /* of those that `text` lists, as written */
	struct value forms;	   /* of those that `forms` lists: all expressions that they may be */
	struct value signatures;   /* of those that `takes` lists: what the functions take (script/overrides.h) */
	struct value returned;	   /* of those that `returns` lists: the keys of the dicts that the function returns */
	bool open;
};

static struct arguments arguments_in(struct tree_builder *w, const struct script_call *known, const struct node *call);

/* The arguments of the calls that create objects with `runs`, such as loaders. */
static void put_arguments(struct tree_builder *w, const struct script_object *o, struct dict *d, struct span at)
{
	const struct script_call *known = map_get(&w->p->know->call, o->name);
	struct tree_builder in = { .a = w->a, .p = w->p, .fn = o->site.in, .inside = 1, .objects = w->objects + 1 };

	if (known && ((known->ntasks && !w->objects) || known->arguments))
		put(w, d, "args", arguments_in(&in, known, o->site.node).given, at);
}

static struct value shown_inside(struct tree_builder *w, struct value v)
{
	struct value d = value_dict(w->a, v.at);
	struct dict_iter it;

	d.as.dict->open = v.as.dict->open;
	w->inside++;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		dict_put(w->a, d.as.dict, e->key,
			 e->flags & EF_MAYBE ? (struct value){ .at = e->val.at } : tree_shown(w, e->val, e->use),
			 e->use);
	w->inside--;
	return d;
}

/* The form that a rule may see: objects as their names, other values if they are completely known. */
struct value tree_shown(struct tree_builder *w, struct value v, struct span at)
{
	const struct script_object *o = script_object_of(w->p, v);
	const struct script_call *known = o && !o->cls && !o->several ? map_get(&w->p->know->call, o->name) : NULL;
	const struct node *shown = known && known->shows ? script_argument(known, o->site.node, known->shows) : NULL;
	struct value d;

	if (shown)
		v = script_value(w->p, o->site.in, shown, NULL);
	if (shown)
		return script_object_of(w->p, v) ? (struct value){ .at = v.at } : tree_shown(w, v, at);
	if (class_arguments_is(w->p, v)) /* other attributes may be there, too */
		return (struct value){ .at = at };
	if (arguments_is(w->p, v)) {
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_text("argparse.Namespace", at), at);
		return d;
	}
	if (o) {
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_str(o->name, at), at);
		if (o->cls)
			tree_put_class(w, o->cls, d.as.dict, at);
		if (!o->cls && !o->several && (!w->inside || (w->objects && w->objects < OBJECTS_MAX)))
			put_arguments(w, o, d.as.dict, at);
		return d;
	}
	if (script_is_vague(w->p, v)) {
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", dict_find_lit(v.as.dict, "name")->val, at);
		return d;
	}
	if (v.kind == VALUE_OBJECT && v.as.obj->name) { /* `bool` */
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_str(v.as.obj->name, at), at);
		return d;
	}
	if (v.kind == VALUE_DICT && w->inside < INSIDE_MAX)
		return shown_inside(w, v);
	return v.kind == VALUE_FUNC || v.kind == VALUE_METHOD || v.kind == VALUE_ITER ? (struct value){ .at = at }
										      : value_copy(w->a, v);
}

/* ---- calls */

/* The flag of `args.x`, also through a variable; NULL: n is something else, or computed from it. */
static const struct str *flag_taken(const struct tree_builder *w, struct fn *scope, const struct node *n, unsigned hops)
{
	const struct str *flag = NULL;
	struct value of = n->kind == NODE_ATTR ? script_value(w->p, scope, n->kid[0], NULL) : (struct value){ 0 };
	struct found x = n->kind == NODE_NAME ? names_find(scope, n->text) : (struct found){ .kind = F_NONE };
	const struct variable *v = x.kind == F_VAR ? script_variable(x.fn, x.name) : NULL;

	if (arguments_is(w->p, of))
		arguments_get(w->p, of, n->text, &flag);
	if (v && hops < OBJECTS_MAX && v->nbindings == 1 && v->binding->how == BIND_VALUE)
		flag = flag_taken(w, v->binding->in, v->binding->value, hops + 1);
	return flag;
}

/* keyword: `name=` as it is written; NULL: n stands at the parameter's position */
static void give(struct tree_builder *w, struct arguments *x, const struct script_call *known, const struct str *name,
		 const struct node *n, const struct node *keyword)
{
	const struct str *flag = NULL, *taken = known->arguments ? flag_taken(w, w->fn, n, 0) : NULL;
	struct span at = span_of(w, n);
	struct value v = tree_shown(w, script_value(w->p, w->fn, n, &flag), at);

	struct span key = at;

	if (keyword && known->arguments)
		key = (struct span){ at.file, keyword->lo, keyword->lo + name->len };
	dict_put(w->a, x->given.as.dict, value_str(name, key), v, at);
	if (flag)
		dict_put(w->a, x->flags.as.dict, value_str(name, at), value_str(flag, at), at);
	if (taken)
		dict_put(w->a, x->taken.as.dict, value_str(name, at), value_str(taken, at), at);
	if (str_among(name, known->trace, known->ntrace))
		dict_put(w->a, x->origins.as.dict, value_str(name, at), script_origins(w->a, w->p, w->frame, w->fn, n),
			 at);
	if (str_among(name, known->text, known->ntext))
		dict_put(w->a, x->texts.as.dict, value_str(name, at), tree_text(w, n), at);
	if (str_among(name, known->returns, known->nreturns))
		dict_put(w->a, x->returned.as.dict, value_str(name, at), tree_returned(w, n), at);
	if (str_among(name, known->takes, known->ntakes))
		dict_put(w->a, x->signatures.as.dict, value_str(name, at), tree_signatures(w, name, n), at);
	if (str_among(name, known->forms, known->nforms))
		dict_put(w->a, x->forms.as.dict, value_str(name, at), tree_forms(w, n), at);
}

/* Which values in `dict(a=args.a)` are defaults of command line arguments. */
static void give_flags(const struct tree_builder *w, struct arguments *x, struct fn *scope, const struct node *n)
{
	const struct str *flag;

	for (uint32_t i = n->kind == NODE_CALL; i < n->n; i++) {
		const struct node *one = n->kid[i];
		const struct str *name = one->kind == NODE_KW					   ? one->text
					 : one->kind == NODE_PAIR && one->kid[0]->kind == NODE_STR ? one->kid[0]->text
												   : NULL;

		flag = NULL;
		if (name)
			script_value(w->p, scope, one->kid[one->n - 1], &flag);
		if (flag)
			dict_put(w->a, x->flags.as.dict, value_str(name, span_of(w, n)), value_str(flag, span_of(w, n)),
				 span_of(w, n));
	}
}

/* The value of a key in `dict(a=x)` or `{'a': x}`. */
static const struct node *item_in(const struct node *n, const struct str *key)
{
	for (uint32_t i = n->kind == NODE_CALL; i < n->n; i++) {
		const struct node *one = n->kid[i];

		if ((one->kind == NODE_KW && one->text == key) ||
		    (one->kind == NODE_PAIR && one->kid[0]->kind == NODE_STR && one->kid[0]->text == key))
			return one->kid[one->n - 1];
	}
	return NULL;
}

/* `**kwargs`: its keys, if they are known. */
static void give_all(struct tree_builder *w, struct arguments *x, const struct node *n)
{
	struct value v = script_value(w->p, w->fn, n, NULL);
	const struct variable *of;
	struct dict_iter it;
	struct found f;

	if (v.kind != VALUE_DICT || v.as.dict->open || script_object_of(w->p, v) || arguments_is(w->p, v)) {
		x->open = true;
		return;
	}
	f = n->kind == NODE_NAME ? names_find(w->fn, n->text) : (struct found){ .kind = F_NONE };
	of = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	of = of && of->nbindings == 1 && of->binding->how == BIND_VALUE ? of : NULL;
	if (of)
		give_flags(w, x, of->binding->in, of->binding->value);
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE)) {
			const struct node *item = of && !script_changes(w->p, of) && !value_is_known(e->val)
							  ? item_in(of->binding->value, e->key.as.s)
							  : NULL;
			struct value one = item ? script_value(w->p, of->binding->in, item, NULL) : e->val;

			dict_put(w->a, x->given.as.dict, e->key, tree_shown(w, one, e->use), span_of(w, n));
		} else {
			x->open = true;
		}
}

static struct arguments arguments_in(struct tree_builder *w, const struct script_call *known, const struct node *call)
{
	struct span at = span_of(w, call);
	struct arguments x = { .given = value_dict(w->a, at),
			       .flags = value_dict(w->a, at),
			       .taken = value_dict(w->a, at),
			       .origins = value_dict(w->a, at),
			       .texts = value_dict(w->a, at),
			       .forms = value_dict(w->a, at),
			       .returned = value_dict(w->a, at),
			       .signatures = value_dict(w->a, at) };
	uint32_t position = 0;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];

		if (n->kind == NODE_STAR) {
			x.open = true;
			position = known->nparams;
		} else if (n->kind == NODE_DSTAR) {
			give_all(w, &x, n->kid[0]);
		} else if (n->kind == NODE_KW) {
			give(w, &x, known, n->text, n->kid[0], n);
		} else if (position < known->nparams) {
			give(w, &x, known, known->param[position++], n, NULL);
		}
	}
	x.given.as.dict->open = x.open;
	return x;
}

/* Walks the project's function that is called, if calls are walked into. */
static void build_called(struct tree_builder *w, const struct node *call)
{
	struct fn *to = script_runs(w->p, w->frame, call), *outer = w->fn;
	struct call_frame in = { .fn = to, .up = w->frame, .call = call, .depth = w->frame->depth + 1 };

	if (!to || to->node->kind != NODE_DEF || in.depth > FRAMES_MAX || w->nwalks++ >= WALKS_MAX)
		return;
	w->fn = to;
	w->frame = &in;
	tree_build(w, to->node->kid[1]);
	w->frame = in.up;
	w->fn = outer;
}

/* A call of a builtin, of an object (`criterion(x)`) or, if calls are walked into, of a method of any object
 * (`.cuda`). */
static const struct str *other_name(struct tree_builder *w, const struct node *callee)
{
	bool name = callee->kind == NODE_NAME, attr = callee->kind == NODE_ATTR;
	const struct script_call *bare = name || attr ? map_get(&w->p->know->bare, callee->text) : NULL;
	const struct script_object *o;

	if (name && names_find(w->fn, callee->text).kind == F_NONE)
		return bare ? names_joined(str_lit("builtins"), callee->text) : NULL;
	o = name || attr ? script_object_of(w->p, script_value(w->p, w->fn, callee, NULL)) : NULL;
	if (o && !o->cls)
		return names_joined(o->name, str_lit("__call__"));
	return attr && bare && (w->frame || (bare->anywhere && !o)) ? names_joined(str_lit(""), callee->text) : NULL;
}

/* The number of copies to a device of a loader's batches. */
static struct value copied(const struct tree_builder *w, const struct node *call)
{
	const struct batch_copies *all = script_copies(w->p);
	uint32_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->at[i].loader->site.node == call && all->at[i].device == DEVICE_NAMED;
	return value_int(n, span_of(w, call));
}

/* Where the loader's data set is changed while in use: "train.py:12". */
static void put_changing(const struct tree_builder *w, const struct script_call *known, const struct node *call,
			 struct dict *one)
{
	const struct node *dataset = script_argument(known, call, known->nparams ? known->param[0] : NULL);
	const struct data_change *c = script_changing(w->p, w->fn, call, dataset);
	struct span at = span_of(w, call);

	if (c)
		put(w, one, "changed", value_text(script_line(w->a, c->in->file, c->statement), at), at);
}

static void build_loader(const struct tree_builder *w, const struct script_call *known, const struct node *n,
			 struct dict *one)
{
	put(w, one, "copied", copied(w, n), span_of(w, n));
	put(w, one, "copied_once", value_bool(script_copied_once(w->p, n), span_of(w, n)), span_of(w, n));
	put_changing(w, known, n, one);
}

/* The methods that no code calls on what the call creates. */
static void put_idle(const struct tree_builder *w, const struct script_call *known, struct dict *one, struct span at)
{
	const struct script_kind_of *kind = script_kind_made(w->p, known->name);

	if (kind)
		put(w, one, "idle", script_idle(w->a, w->p, w->fn->file, kind, at), at);
}

/* The arguments of the call that makes the object whose method this is. */
static void put_maker(struct tree_builder *w, const struct script_call *known, const struct node *call,
		      struct dict *one)
{
	const struct node *f = call->kid[0];
	const struct script_object *o = known->maker && f->kind == NODE_ATTR
						? script_object_of(w->p, script_value(w->p, w->fn, f->kid[0], NULL))
						: NULL;
	const struct script_call *made = o && !o->several ? map_get(&w->p->know->call, o->name) : NULL;
	struct tree_builder in = { .a = w->a, .p = w->p, .inside = 1 };

	if (!made)
		return;
	in.fn = o->site.in;
	put(w, one, "maker", arguments_in(&in, made, o->site.node).given, span_of(w, call));
}

static void build_call(struct tree_builder *w, const struct node *n)
{
	const struct str *name = script_called(w->p, w->fn, n),
			 *other = name && map_get(&w->p->know->call, name) ? NULL : other_name(w, n->kid[0]);
	const struct script_call *known =
		map_get(&w->p->know->call, other && map_get(&w->p->know->call, other) ? other : name);
	struct value one, list;
	struct arguments x;
	struct span at = span_of(w, n);
	const struct entry *e;

	if (!known && w->frame && w->fn == w->frame->fn)
		build_called(w, n);
	if (!known || w->ncalls++ >= CALLS_MAX)
		return;
	name = known->name;
	e = dict_find_str(w->calls, name);
	list = e ? e->val : value_list(w->a, VALUE_LIST, 4, at);
	if (!e)
		dict_put(w->a, w->calls, value_str(name, at), list, at);
	x = arguments_in(w, known, n);
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", value_str(name, at), span_of(w, n->kid[0]));
	put(w, one.as.dict, "args", x.given, at);
	if (known->arguments) {
		put(w, one.as.dict, "callee", tree_text(w, n->kid[0]), at);
		put(w, one.as.dict, "own", tree_own_fields(w, n, at), at);
		put(w, one.as.dict, "defaults", tree_own_defaults(w, n, at), at);
		put(w, one.as.dict, "taken", x.taken, at);
	}
	put(w, one.as.dict, "flags", x.flags, at);
	put(w, one.as.dict, "origins", x.origins, at);
	put(w, one.as.dict, "texts", x.texts, at);
	put(w, one.as.dict, "forms", x.forms, at);
	put(w, one.as.dict, "returned", x.returned, at);
	put(w, one.as.dict, "signatures", x.signatures, at);
	put_maker(w, known, n, one.as.dict);
	if (known->builds)
		put(w, one.as.dict, "builds", tree_built(w, n, at), at);
	if (n->kid[0]->kind == NODE_ATTR)
		put(w, one.as.dict, "receiver", tree_text(w, n->kid[0]->kid[0]), at);
	put(w, one.as.dict, "dropped", value_bool(n == w->dropped, at), at);
	put(w, one.as.dict, "target", n == w->assigned ? tree_text(w, w->target) : value_none(at), at);
	if (known->keys && n == w->assigned && w->target->kind == NODE_NAME && w->nwalks++ < WALKS_MAX)
		put(w, one.as.dict, "keys", script_keys(w->a, w->fn, w->target->text, n), at);
	if (known->uses && n == w->assigned && w->target->kind == NODE_NAME && w->nwalks++ < WALKS_MAX)
		put(w, one.as.dict, "uses", script_uses(w->a, w->fn, w->target->text, n), at);
	if (str_among(name, w->p->know->loader, w->p->know->nloaders))
		build_loader(w, known, n, one.as.dict);
	if (known->loops)
		put(w, one.as.dict, "loops", loops_over(w->a, w->p, w->fn, n), at);
	if (known->around)
		put(w, one.as.dict, "around", script_around(w, n), at);
	if (known->idle) {
		put_idle(w, known, one.as.dict, at);
		put(w, one.as.dict, "repeated", value_bool(script_repeated(w->p, w->fn, n), at), at);
	}
	put(w, one.as.dict, "trains", value_bool(w->loop && map_get(&w->p->training, w->loop), at), at);
	put(w, one.as.dict, "within", w->argument_of ? tree_text(w, w->argument_of->kid[0]) : value_none(at), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, list.as.list, one, at);
}

/* ---- the walk */

static void build_kids(struct tree_builder *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			tree_build(w, n->kid[i]);
}

/* One child, which is under that test. */
static void build_under(struct tree_builder *w, const struct node *n, const struct node *test, bool otherwise)
{
	if (!n)
		return;
	if (w->ntests < TESTS_MAX) {
		w->test[w->ntests].node = test;
		w->test[w->ntests].otherwise = otherwise;
		w->test[w->ntests].in = w->fn;
	}
	w->ntests++;
	tree_build(w, n);
	w->ntests--;
}

/* What decides whether and how often its parts run. */
static void build_parts(struct tree_builder *w, const struct node *n)
{
	const struct node *const *kid = n->kid;

	switch (n->kind) {
	case NODE_IF:
		tree_build(w, kid[0]);
		build_under(w, kid[1], kid[0], false);
		build_under(w, kid[2], kid[0], true);
		break;
	case NODE_COND:
		tree_build(w, kid[1]);
		build_under(w, kid[0], kid[1], false);
		build_under(w, kid[2], kid[1], true);
		break;
	case NODE_TRY:
		w->tries++;
		build_kids(w, n);
		w->tries--;
		break;
	case NODE_FOR:
	case NODE_WHILE:
		w->loops++;
		build_kids(w, n);
		w->loops--;
		break;
	default:
		build_kids(w, n);
	}
}

static void build_leaf(struct tree_builder *w, const struct node *n)
{
	if (n->kind == NODE_CALL) {
		build_call(w, n);
	} else if (n->kind == NODE_INDEX) {
		tree_add_element(w, n);
	} else if (n->kind == NODE_COMPARE) {
		tree_add_remainder(w, n);
	} else if (n->kind == NODE_ATTR) {
		tree_add_reference(w, n);
	} else if (n->kind == NODE_ASSIGN) {
		w->assigned = n->kid[0];
		w->target = n->kid[1];
		for (uint32_t i = 1; i < n->n; i++)
			tree_add_setting(w, n->kid[i], n->kid[0]);
		if (!w->frame && n->n == 2) {
			tree_add_unused(w, n->kid[1], n->kid[0]);
			tree_add_part(w, n->kid[1], n->kid[0]);
			tree_add_snapshot(w, n->kid[1], n->kid[0]);
			tree_add_filled(w, n->kid[1], n->kid[0]);
			tree_add_module(w, n->kid[1], n->kid[0]);
		}
	} else if (n->kind == NODE_CLASS && !w->frame) {
		tree_add_loose_modules(w, n);
		tree_add_overrides(w, n);
	} else if (n->kind == NODE_IMPORT || n->kind == NODE_FROM) {
		tree_add_import(w, n);
	} else if (n->kind == NODE_EXPR) {
		w->dropped = n->kid[0];
		if (n->kid[0]->kind == NODE_COMPARE || n->kid[0]->kind == NODE_ATTR || n->kid[0]->kind == NODE_CALL)
			tree_add_statement(w, n);
	}
}

void tree_build(struct tree_builder *w, const struct node *n)
{
	struct fn *outer = w->fn,
		  *inner = n->kind == NODE_DEF || n->kind == NODE_LAMBDA ? map_get(&w->fn->inner, n) : NULL;
	const struct node *block = w->block, *argument_of = w->argument_of, *loop = w->loop;
	uint32_t loops = w->loops;

	if (w->depth++ < NEST_MAX) {
		build_leaf(w, n);
		w->block = n->kind == NODE_BLOCK ? n : block;
		w->fn = inner ? inner : outer;
		w->loops = inner ? 0 : loops; /* a body runs when it is called */
		w->argument_of = n->kind == NODE_CALL ? n : NULL;
		w->loop = inner ? NULL : node_is_loop(n) ? n : loop;
		build_parts(w, n);
		w->loops = loops;
		w->argument_of = argument_of;
		w->loop = loop;
		w->fn = outer;
		w->block = block;
	}
	w->depth--;
}

struct value tree_arguments(struct tree_builder *w, const struct script_call *known, const struct node *call)
{
	return arguments_in(w, known, call).given;
}
