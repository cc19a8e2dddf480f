// SPDX-License-Identifier: MIT
#include "script/tree.h"
#include "code/limits.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "script/arguments.h"
#include "script/batch.h"
#include "script/looptree.h"
#include "script/mention.h"
#include "script/origin.h"
#include "script/rewritable.h"
#include "script/version.h"
#include <string.h>

enum {
	CALLS_MAX = 20000,
	TESTS_MAX = 32 /* of `if` around something */,
	TEST_LENGTH_MAX = 200,
	INSIDE_MAX = 3,
	WALKS_MAX = 500 /* through functions, for what happens to a variable */
};

struct planting {
	struct arena *a;
	struct script_project *p;
	struct fn *fn;
	struct dict *calls;
	struct list *settings, *imports, *statements, *elements;
	uint32_t ncalls, nwalks;
	uint32_t ntests, tries, loops; /* around */
	struct {
		const struct node *node;
		bool otherwise;
	} test[TESTS_MAX];
	const struct node *block;	      /* the suite */
	const struct node *assigned, *target; /* the value that a statement gives a name */
	unsigned depth, inside;		      /* of a dict that is shown */
};

static struct span span_of(const struct planting *w, const struct node *n)
{
	return (struct span){ w->fn->file->src->id, n->lo, n->hi };
}

static void put(const struct planting *w, struct dict *d, const char *key, struct value v, struct span use)
{
	dict_put(w->a, d, value_text(key, use), v, use);
}

static struct value text_value(const struct planting *w, const struct node *n)
{
	const char *text = w->fn->file->src->bytes + n->lo;

	return value_str(str_of(text, n->hi - n->lo < TEST_LENGTH_MAX ? n->hi - n->lo : TEST_LENGTH_MAX),
			 span_of(w, n));
}

/* Under what it stands. */
static void put_place(const struct planting *w, struct dict *d, struct span at)
{
	struct value tests = value_list(w->a, VALUE_LIST, w->ntests, at), one;

	for (uint32_t i = 0; i < w->ntests && i < TESTS_MAX; i++) {
		one = text_value(w, w->test[i].node);
		if (w->test[i].otherwise)
			one.as.s = str_lit(arena_printf(w->a, "not (%s)", one.as.s->s));
		list_push(w->a, tests.as.list, one, at);
	}
	put(w, d, "tests", tests, at);
	put(w, d, "tried", value_bool(w->tries > 0, at), at);
	put(w, d, "looped", value_bool(w->loops > 0, at), at);
	put(w, d, "function", w->fn->name ? value_str(w->fn->name, at) : value_none(at), at);
	put(w, d, "block", value_int(w->block ? w->block->lo : 0, at), at);
}

static struct value bases(const struct planting *w, struct cls *k, struct span at)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, at);

	class_bases(w->p->index, k);
	for (uint32_t i = 0; i < k->nabroad; i++)
		list_push(w->a, all.as.list, value_str(script_known_name(w->p, k->abroad[i]), at), at);
	all.as.list->open = k->open_bases;
	return all;
}

static struct value shown(struct planting *w, struct value v, struct span at);

static struct value shown_inside(struct planting *w, struct value v)
{
	struct value d = value_dict(w->a, v.at);
	struct dict_iter it;

	d.as.dict->open = v.as.dict->open;
	w->inside++;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		dict_put(w->a, d.as.dict, e->key,
			 e->flags & EF_MAYBE ? (struct value){ .at = e->val.at } : shown(w, e->val, e->use), e->use);
	w->inside--;
	return d;
}

/* What a rule may see: objects by their names, of the rest what is known whole. */
static struct value shown(struct planting *w, struct value v, struct span at)
{
	const struct script_object *o = script_object_of(w->p, v);
	struct value d;

	if (arguments_is(w->p, v)) {
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_text("argparse.Namespace", at), at);
		return d;
	}
	if (o) {
		d = value_dict(w->a, at);
		put(w, d.as.dict, "name", value_str(o->name, at), at);
		if (o->cls)
			put(w, d.as.dict, "bases", bases(w, o->cls, at), at);
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

struct arguments {
	struct value given, flags; /* by name; where it is the default of a command line argument: that */
	struct value origins;	   /* by name, of those that `trace` lists: what it is made of */
	struct value texts;	   /* of those that `text` lists, as they are written */
	bool open;
};

static void give(struct planting *w, struct arguments *x, const struct script_call *known, const struct str *name,
		 const struct node *n)
{
	const struct str *flag = NULL;
	struct span at = span_of(w, n);
	struct value v = shown(w, script_value(w->p, w->fn, n, &flag), at);

	dict_put(w->a, x->given.as.dict, value_str(name, at), v, at);
	if (flag)
		dict_put(w->a, x->flags.as.dict, value_str(name, at), value_str(flag, at), at);
	if (str_among(name, known->trace, known->ntrace))
		dict_put(w->a, x->origins.as.dict, value_str(name, at), script_origins(w->a, w->p, w->fn, n), at);
	if (str_among(name, known->text, known->ntext))
		dict_put(w->a, x->texts.as.dict, value_str(name, at), text_value(w, n), at);
}

/* Which values in `dict(a=args.a)` are defaults of command line arguments. */
static void give_flags(const struct planting *w, struct arguments *x, struct fn *scope, const struct node *n)
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

/* `**kwargs`: its keys where they are known. */
static void give_all(struct planting *w, struct arguments *x, const struct node *n)
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
	if (of && of->nbindings == 1 && of->binding->how == BIND_VALUE)
		give_flags(w, x, of->binding->in, of->binding->value);
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE))
			dict_put(w->a, x->given.as.dict, e->key, shown(w, e->val, e->use), span_of(w, n));
		else
			x->open = true;
}

static struct arguments arguments_in(struct planting *w, const struct script_call *known, const struct node *call)
{
	struct span at = span_of(w, call);
	struct arguments x = { value_dict(w->a, at), value_dict(w->a, at), value_dict(w->a, at), value_dict(w->a, at),
			       false };
	uint32_t position = 0;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *n = call->kid[i];

		if (n->kind == NODE_STAR) {
			x.open = true;
			position = known->nparams;
		} else if (n->kind == NODE_DSTAR) {
			give_all(w, &x, n->kid[0]);
		} else if (n->kind == NODE_KW) {
			give(w, &x, known, n->text, n->kid[0]);
		} else if (position < known->nparams) {
			give(w, &x, known, known->param[position++], n);
		}
	}
	x.given.as.dict->open = x.open;
	return x;
}

/* How many copies to a device are made of a loader's batches. */
static struct value copied(const struct planting *w, const struct node *call)
{
	const struct batch_copies *all = script_copies(w->p);
	uint32_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->at[i].loader->site.node == call && all->at[i].device == DEVICE_NAMED;
	return value_int(n, span_of(w, call));
}

static void plant_call(struct planting *w, const struct node *n)
{
	const struct str *name = script_called(w->p, w->fn, n);
	const struct script_call *known = name ? map_get(&w->p->know->call, name) : NULL;
	struct value one, list;
	struct arguments x;
	struct span at = span_of(w, n);
	const struct entry *e;

	if (!known || w->ncalls++ >= CALLS_MAX)
		return;
	e = dict_find_str(w->calls, name);
	list = e ? e->val : value_list(w->a, VALUE_LIST, 4, at);
	if (!e)
		dict_put(w->a, w->calls, value_str(name, at), list, at);
	x = arguments_in(w, known, n);
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", value_str(name, at), span_of(w, n->kid[0]));
	put(w, one.as.dict, "args", x.given, at);
	put(w, one.as.dict, "flags", x.flags, at);
	put(w, one.as.dict, "origins", x.origins, at);
	put(w, one.as.dict, "texts", x.texts, at);
	if (n->kid[0]->kind == NODE_ATTR)
		put(w, one.as.dict, "receiver", text_value(w, n->kid[0]->kid[0]), at);
	put(w, one.as.dict, "target", n == w->assigned ? text_value(w, w->target) : value_none(at), at);
	if (known->keys && n == w->assigned && w->target->kind == NODE_NAME && w->nwalks++ < WALKS_MAX)
		put(w, one.as.dict, "keys", script_keys(w->a, w->fn, w->target->text, n), at);
	if (str_among(name, w->p->know->loader, w->p->know->nloaders))
		put(w, one.as.dict, "copied", copied(w, n), at);
	put_place(w, one.as.dict, at);
	list_push(w->a, list.as.list, one, at);
}

/* ---- the rest */

/* `a.b = value`, `a.b['key'] = value` */
static void plant_setting(struct planting *w, const struct node *target, const struct node *value)
{
	const struct node *attr =
		target->kind == NODE_INDEX && target->kid[1]->kind == NODE_STR ? target->kid[0] : target;
	const struct str *name = attr->kind == NODE_ATTR ? script_attribute_name(w->p, w->fn, attr) : NULL;
	struct value one;
	struct span at = span_of(w, target), whole = span_of(w, attr);

	if (attr->kind != NODE_ATTR || (!name && !map_get(&w->p->know->attribute, attr->text)))
		return;
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", name ? value_str(name, at) : (struct value){ .at = at }, at);
	put(w, one.as.dict, "of",
	    name ? value_str(str_of(name->s, name->len - attr->text->len - 1), at) : (struct value){ .at = at }, at);
	put(w, one.as.dict, "attribute", value_str(attr->text, at),
	    (struct span){ at.file, whole.hi - attr->text->len, whole.hi });
	put(w, one.as.dict, "text", text_value(w, target), at);
	if (attr != target)
		put(w, one.as.dict, "key", value_str(target->kid[1]->text, at), span_of(w, target->kid[1]));
	put(w, one.as.dict, "value", shown(w, script_value(w->p, w->fn, value, NULL), at), span_of(w, value));
	put_place(w, one.as.dict, at);
	list_push(w->a, w->settings, one, at);
}

static void plant_import(struct planting *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		struct span at = span_of(w, n);
		struct value one = value_dict(w->a, at);
		const struct node *alias = n->kid[i];

		put(w, one.as.dict, "module", value_str(n->kind == NODE_FROM ? n->text : alias->text, at), at);
		put(w, one.as.dict, "name", n->kind == NODE_FROM ? value_str(alias->text, at) : value_none(at),
		    n->kind == NODE_FROM ? span_of(w, alias) : at);
		put(w, one.as.dict, "guarded", value_bool(w->ntests || w->tries, at), at);
		list_push(w->a, w->imports, one, at);
	}
}

/* A statement that does nothing: `a == b`, `x.step`. */
static void plant_statement(struct planting *w, const struct node *n)
{
	const struct node *x = n->kid[0], *of = x->kind == NODE_COMPARE ? x->kid[0] : x;
	const struct str *name = of->kind == NODE_ATTR ? script_attribute_name(w->p, w->fn, of) : NULL;
	struct span at = span_of(w, x);
	struct value one;

	if (of->kind != NODE_ATTR || (x->kind == NODE_COMPARE && (x->n != 2 || x->kid[1]->op != OP_EQ)))
		return;
	if (!name && (x->kind == NODE_COMPARE || !map_get(&w->p->know->method, of->text)))
		return;
	one = value_dict(w->a, at);
	put(w, one.as.dict, "name", name ? value_str(name, at) : (struct value){ .at = at }, at);
	put(w, one.as.dict, "attribute", value_str(of->text, at), at);
	put(w, one.as.dict, "text", text_value(w, x), at);
	put(w, one.as.dict, "compared", value_bool(x->kind == NODE_COMPARE, at), at);
	put_place(w, one.as.dict, at);
	list_push(w->a, w->statements, one, at);
}

/* `x.data[0]` */
static void plant_element(struct planting *w, const struct node *n)
{
	const struct node *attr = n->kid[0], *of = attr->kind == NODE_ATTR ? attr->kid[0] : NULL;
	struct span at = span_of(w, n);
	struct value one;

	if (!of || of->kind != NODE_NAME || n->kid[1]->kind != NODE_INT || !map_get(&w->p->know->indexed, attr->text) ||
	    w->nwalks++ >= WALKS_MAX)
		return;
	one = value_dict(w->a, at);
	put(w, one.as.dict, "of", value_str(of->text, at), at);
	put(w, one.as.dict, "attribute", value_str(attr->text, at), at);
	put(w, one.as.dict, "text", text_value(w, n), at);
	put(w, one.as.dict, "methods", script_methods(w->a, w->fn, of->text), at);
	put_place(w, one.as.dict, at);
	list_push(w->a, w->elements, one, at);
}

static void plant(struct planting *w, const struct node *n);

static void plant_kids(struct planting *w, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			plant(w, n->kid[i]);
}

/* One kid, which stands under that test. */
static void plant_under(struct planting *w, const struct node *n, const struct node *test, bool otherwise)
{
	if (!n)
		return;
	if (w->ntests < TESTS_MAX) {
		w->test[w->ntests].node = test;
		w->test[w->ntests].otherwise = otherwise;
	}
	w->ntests++;
	plant(w, n);
	w->ntests--;
}

/* What decides whether, and how often, its parts run. */
static void plant_parts(struct planting *w, const struct node *n)
{
	const struct node *const *kid = n->kid;

	switch (n->kind) {
	case NODE_IF:
		plant(w, kid[0]);
		plant_under(w, kid[1], kid[0], false);
		plant_under(w, kid[2], kid[0], true);
		break;
	case NODE_COND:
		plant(w, kid[1]);
		plant_under(w, kid[0], kid[1], false);
		plant_under(w, kid[2], kid[1], true);
		break;
	case NODE_TRY:
		w->tries++;
		plant_kids(w, n);
		w->tries--;
		break;
	case NODE_FOR:
	case NODE_WHILE:
		w->loops++;
		plant_kids(w, n);
		w->loops--;
		break;
	default:
		plant_kids(w, n);
	}
}

static void plant_leaf(struct planting *w, const struct node *n)
{
	if (n->kind == NODE_CALL) {
		plant_call(w, n);
	} else if (n->kind == NODE_INDEX) {
		plant_element(w, n);
	} else if (n->kind == NODE_ASSIGN) {
		w->assigned = n->kid[0];
		w->target = n->kid[1];
		for (uint32_t i = 1; i < n->n; i++)
			plant_setting(w, n->kid[i], n->kid[0]);
	} else if (n->kind == NODE_IMPORT || n->kind == NODE_FROM) {
		plant_import(w, n);
	} else if (n->kind == NODE_EXPR && (n->kid[0]->kind == NODE_COMPARE || n->kid[0]->kind == NODE_ATTR)) {
		plant_statement(w, n);
	}
}

static void plant(struct planting *w, const struct node *n)
{
	struct fn *outer = w->fn,
		  *inner = n->kind == NODE_DEF || n->kind == NODE_LAMBDA ? map_get(&w->fn->inner, n) : NULL;
	const struct node *block = w->block;
	uint32_t loops = w->loops;

	if (w->depth++ < NEST_MAX) {
		plant_leaf(w, n);
		w->block = n->kind == NODE_BLOCK ? n : block;
		w->fn = inner ? inner : outer;
		w->loops = inner ? 0 : loops; /* a body runs when it is called */
		plant_parts(w, n);
		w->loops = loops;
		w->fn = outer;
		w->block = block;
	}
	w->depth--;
}

/* ---- orders */

static const char *source_text(const struct planting *w, const struct node *n)
{
	return arena_strndup(w->a, w->fn->file->src->bytes + n->lo, n->hi - n->lo);
}

/* Names of the events in it, each once. */
static void list_events(struct planting *w, const struct op *op, struct list *out)
{
	struct span nowhere = { 0 };

	for (; op; op = op->next) {
		bool is = op->event && !op->event->nregions;

		for (uint32_t i = 0; i < out->n && is; i++)
			is = out->at[i].val.as.s != op->event->name;
		if (is)
			list_push(w->a, out, value_str(op->event->name, nowhere), nowhere);
		list_events(w, op->kid, out);
		list_events(w, op->other, out);
	}
}

static struct value breach_value(struct planting *w, const struct broken *rule, const struct breach *b)
{
	const struct node *call = b->op->node;
	struct span at = span_of(w, call);
	const struct str *name = script_called(w->p, w->fn, call);
	const struct script_call *known = name ? map_get(&w->p->know->call, name) : NULL;
	struct value d = value_dict(w->a, at), beside = value_list(w->a, VALUE_LIST, 8, at),
		     all = value_list(w->a, VALUE_LIST, 8, at);

	if (b->loop)
		list_events(w, b->loop->kid, beside.as.list);
	put(w, d.as.dict, "loop", beside, at);
	list_events(w, b->first, all.as.list);
	put(w, d.as.dict, "all", all, at);
	put(w, d.as.dict, "name", value_str(b->op->event->name, at), at);
	put(w, d.as.dict, "text", value_text(source_text(w, call->kid[0]), at), at);
	put(w, d.as.dict, "when", value_text(b->when, at), at);
	put(w, d.as.dict, "waits", value_bool(b->waits, at), at);
	put(w, d.as.dict, "assumes", value_bool(b->assumes, at), at);
	put(w, d.as.dict, "given", value_int(call->n - 1, at), at);
	if (known)
		put(w, d.as.dict, "args", arguments_in(w, known, call).given, at);
	for (uint32_t i = 0; i < rule->order.ntracks; i++)
		put(w, d.as.dict, rule->order.track[i]->s, value_str(b->track[i]->name, at), at);
	return d;
}

/* Where events of the file are followed by no path to their end: not known, and why. */
static struct value unseen_value(struct planting *w, const struct broken *rule, const struct cfile *f,
				 struct value none)
{
	for (size_t i = 0; i < rule->unseen.n; i++) {
		const struct op *op = rule->unseen.at[i].op, *lost = rule->unseen.at[i].lost;

		if (op->in->file != f)
			continue;
		w->fn = lost ? lost->in : op->in;
		const struct node *n = lost ? lost->node : op->node;
		const struct node *who = lost && n->kind == NODE_CALL ? n->kid[0] : n;
		return value_unknown(w->a, lost ? WHY_CALL : WHY_BRANCH, span_of(w, n), text_value(w, who).as.s->s);
	}
	return none;
}

static struct value plant_orders(struct planting *w, const struct orders *all, const struct cfile *f)
{
	struct span at = { f->src->id, 0, 0 };
	struct value top = value_dict(w->a, at);

	for (uint32_t i = 0; i < all->n; i++) {
		const struct broken *rule = &all->rule[i];
		struct value list = value_list(w->a, VALUE_LIST, (uint32_t)rule->at.n, at);

		for (size_t k = 0; k < rule->at.n; k++)
			if (rule->at.at[k].op->in->file == f) {
				w->fn = rule->at.at[k].op->in;
				list_push(w->a, list.as.list, breach_value(w, rule, &rule->at.at[k]),
					  span_of(w, rule->at.at[k].op->node));
			}
		put(w, top.as.dict, rule->id, list.as.list->n ? list : unseen_value(w, rule, f, list), at);
	}
	return top;
}

/* ---- for who tells of loops */

struct value script_given(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call,
			  const struct str *name)
{
	struct planting w = { .a = a, .p = p, .fn = scope };

	return arguments_in(&w, map_get(&p->know->call, name), call).given;
}

struct value script_shown(struct arena *a, struct script_project *p, struct fn *scope, const struct node *n)
{
	struct planting w = { .a = a, .p = p, .fn = scope };

	return shown(&w, script_value(p, scope, n, NULL), span_of(&w, n));
}

struct value script_tree(struct arena *a, struct script_project *p, const struct cfile *f, const struct orders *orders,
			 const struct courses *courses)
{
	struct span at = { f->src->id, 0, 0 };
	struct value top = value_dict(a, at), calls = value_dict(a, at), settings = value_list(a, VALUE_LIST, 4, at),
		     imports = value_list(a, VALUE_LIST, 4, at), statements = value_list(a, VALUE_LIST, 4, at),
		     elements = value_list(a, VALUE_LIST, 4, at);
	struct planting w = { .a = a,
			      .p = p,
			      .fn = f->top,
			      .calls = calls.as.dict,
			      .settings = settings.as.list,
			      .imports = imports.as.list,
			      .statements = statements.as.list,
			      .elements = elements.as.list };

	plant(&w, f->tree.root);
	put(&w, top.as.dict, "calls", calls, at);
	put(&w, top.as.dict, "settings", settings, at);
	put(&w, top.as.dict, "imports", imports, at);
	put(&w, top.as.dict, "statements", statements, at);
	put(&w, top.as.dict, "order", plant_orders(&w, orders, f), at);
	put(&w, top.as.dict, "elements", elements, at);
	script_rewritable(a, p, f, top.as.dict);
	put(&w, top.as.dict, "loops", loops_value(a, p, courses, f), at);
	script_versions(a, p, f, top.as.dict);
	put(&w, top.as.dict, "mentions", script_mentions(a, p), at);
	return top;
}
