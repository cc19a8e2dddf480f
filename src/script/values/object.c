// SPDX-License-Identifier: MIT
/* Objects as values. The value of an object is a dict with its `name`; p->object maps that dict to other facts, so
 * two values are the same object if they have the same dict.
 *
 * Invariant: a call creates the same object whenever it is evaluated. Of two possible values only what both have is
 * known: two objects of one name become one that is `several`.
 *
 * 	a = nn.Linear(3, 4)				{name: "torch.nn.Linear"}
 * 	b = nn.Linear(3, 4) if big else nn.Linear(1, 2)	one object of that name, several */
#include "script/values/object.h"
#include "script/values/script_value.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/arguments.h"
#include "script/values/class_arguments.h"
#include <ctype.h>
#include <string.h>

enum { MADE_MAX = 8 /* objects that are made of others */ };

struct value script_name_value(struct script_project *p, const struct str *name, struct fn *scope, const struct node *n)
{
	struct span at = { scope->file->src->id, n->lo, n->hi };
	struct value d = value_dict(&p->arena, at);

	dict_put(&p->arena, d.as.dict, value_text("name", at), value_str(name, at), at);
	d.as.dict->open = true; /* its length and other keys are unknown */
	map_put(&p->arena, &p->named, d.as.dict, p);
	return d;
}

bool script_is_vague(const struct script_project *p, struct value v)
{
	const struct script_object *o = script_object_of(p, v);
	const char *dot = o ? strrchr(o->name->s, '.') : NULL;

	if (!o)
		return v.kind == VALUE_DICT && map_get(&p->named, v.as.dict);
	return !o->cls && islower((unsigned char)(dot ? dot[1] : o->name->s[0]));
}

const struct script_object *script_object_of(const struct script_project *p, struct value v)
{
	return v.kind == VALUE_DICT ? map_get(&p->object, v.as.dict) : NULL;
}

static struct value object_again(const struct script_object *o)
{
	struct value v = { .kind = VALUE_DICT,
			   .at = { o->site.in->file->src->id, o->site.node->lo, o->site.node->hi } };

	v.as.dict = o->dict;
	return v;
}

static struct value object_new(struct script_project *p, struct script_object like)
{
	struct script_object *o = arena_new(&p->arena, struct script_object);

	*o = like;
	o->dict = script_name_value(p, like.name, like.site.in, like.site.node).as.dict;
	map_put(&p->arena, &p->object, o->dict, o);
	return object_again(o);
}

struct fn *script_forward(struct script_project *p, struct value v)
{
	const struct script_object *o = script_object_of(p, v);
	struct fn *own = o && o->cls ? class_method(&p->model, o->cls, str_lit("__call__"), NULL) : NULL;

	return o && o->cls && !own ? class_method(&p->model, o->cls, str_lit("forward"), NULL) : NULL;
}

/* The name of the class outside the project that a project class counts as; NULL: none. own: also if the class has a
 * constructor of its own. */
static const struct str *counts_as(struct script_project *p, struct cls *k, bool own)
{
	const struct script_call *c;

	class_bases(&p->model, k);
	if (k->open_bases || k->nabroad != 1 || (!own && class_method(&p->model, k, str_lit("__init__"), NULL)))
		return NULL;
	c = map_get(&p->know->call, script_known_name(p, k->abroad[0]));
	return c && c->subclasses ? c->name : NULL;
}

const struct str *script_subclass_called(struct script_project *p, struct fn *scope, const struct node *callee,
					 struct found is)
{
	const struct node *of = callee->kind == NODE_ATTR ? callee->kid[0] : NULL;

	if (is.kind == F_CLASS)
		return counts_as(p, is.cls, false);
	return of && scope->cls && of->kind == NODE_CALL && node_is_name(of->kid[0], str_lit("super")) &&
			       !strcmp(callee->text->s, "__init__") &&
			       !class_method(&p->model, scope->cls, str_lit("__init__"), scope->cls)
		       ? counts_as(p, scope->cls, true)
		       : NULL;
}

const struct str *script_object_called(struct script_project *p, struct value object)
{
	const struct script_object *o = script_object_of(p, object);

	for (unsigned depth = 0; o && !o->cls && depth < MADE_MAX; depth++) {
		const struct node *made = o->site.node;
		const struct str *name = names_joined(script_known_name(p, o->name), str_lit("__call__"));
		const struct script_call *known = map_get(&p->know->call, name);
		const struct node *last =
			made && made->kind == NODE_CALL && made->n > 1 ? made->kid[made->n - 1] : NULL;

		if (!known || o->several || !known->last)
			return known && known->gives && !o->several ? known->name : NULL;
		if (!last || last->kind == NODE_STAR || last->kind == NODE_DSTAR || last->kind == NODE_KW)
			return NULL;
		o = script_object_of(p, script_value(p, o->site.in, last, NULL));
	}
	return NULL;
}

struct value script_object_made(struct script_project *p, const struct str *name, struct cls *cls, struct fn *scope,
				const struct node *call)
{
	struct script_object *o = map_get(&p->object, call);
	struct value v;

	if (o)
		return object_again(o);
	if (cls && counts_as(p, cls, true))
		name = counts_as(p, cls, true);
	v = object_new(p, (struct script_object){ .name = name, .cls = cls, .site = { scope, call } });
	map_put(&p->arena, &p->object, call, map_get(&p->object, v.as.dict));
	return v;
}

static const struct script_object *parser_of(const struct script_project *p, struct value parsed)
{
	return map_get(&p->parsed, parsed.as.dict);
}

struct value script_joined(struct script_project *p, struct value a, struct value b)
{
	const struct script_object *x = script_object_of(p, a), *y = script_object_of(p, b);

	if (!value_is_known(a) || !value_is_known(b))
		return (struct value){ .at = a.at };
	if (a.kind == VALUE_DICT && b.kind == VALUE_DICT && a.as.dict == b.as.dict)
		return a;
	if (x && y && x->name == y->name && x->cls == y->cls)
		return object_new(p, (struct script_object){
					     .name = x->name, .cls = x->cls, .site = x->site, .several = true });
	if (class_arguments_is(p, a) || class_arguments_is(p, b))
		return (struct value){ .at = a.at };
	if (arguments_is(p, a) && arguments_is(p, b)) /* of two parsers */
		return object_new(p, (struct script_object){ .name = str_lit("argparse.Namespace"),
							     .site = parser_of(p, a)->site });
	if (x || y || arguments_is(p, a) || arguments_is(p, b))
		return (struct value){ .at = a.at };
	return value_same(a, b) ? a : (struct value){ .at = a.at };
}

const struct str *script_known_name(const struct script_project *p, const struct str *name)
{
	const struct script_call *c = name ? map_get(&p->know->call, name) : NULL;

	return c ? c->name : name;
}

/* ---- containers */

/* The expression of that item: of a tuple, or of the one that a function of the project returns. in: its scope. */
static const struct node *item_node(const struct binding *b, struct fn **in)
{
	struct found f =
		b->value->kind == NODE_CALL ? script_callee(b->in, b->value->kid[0]) : (struct found){ .kind = F_NONE };
	bool returns = f.kind == F_FUNC && f.fn->node->kind == NODE_DEF && f.fn->node->n == 2;
	unsigned count = 1;
	const struct node *all = returns ? script_returned(f.fn->node->kid[1], &count) : b->value;

	if (!all || count != 1 || all->kind != NODE_TUPLE || b->item >= all->n)
		return NULL;
	for (uint32_t i = 0; i <= b->item; i++)
		if (all->kid[i]->kind == NODE_STAR)
			return NULL;
	*in = returns ? f.fn : b->in;
	return all->kid[b->item];
}

struct value script_item(struct script_project *p, struct value all, const struct binding *b)
{
	bool list = (all.kind == VALUE_LIST || all.kind == VALUE_TUPLE) && !all.as.list->open &&
		    b->item < all.as.list->n && !(all.as.list->at[b->item].flags & EF_MAYBE);
	struct value v = list ? all.as.list->at[b->item].val : (struct value){ 0 };
	struct fn *in = NULL;
	const struct node *n = value_is_known(v) ? NULL : item_node(b, &in);

	if (!n || !budget_down(&p->budget))
		return v;
	v = script_value(p, in, n, NULL);
	budget_up(&p->budget);
	return v;
}

static struct value same_entries(struct script_project *p, struct value dict)
{
	struct value out = value_dict(&p->arena, dict.at);
	struct dict_iter it;

	out.as.dict->open = dict.as.dict->open;
	dict_begin(&it, dict.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		dict_put(&p->arena, out.as.dict, e->key, e->flags & EF_MAYBE ? (struct value){ 0 } : e->val, e->use);
	return out;
}

struct value script_unchanged(struct script_project *p, const struct variable *v, struct value val)
{
	bool dict = val.kind == VALUE_DICT && !script_object_of(p, val) && !arguments_is(p, val);
	const struct key_change *all =
		dict || val.kind == VALUE_LIST || val.kind == VALUE_SET ? script_changes(p, v) : NULL;

	if (!all)
		return val;
	if (dict)
		val = same_entries(p, val);
	for (const struct key_change *c = all; c; c = c->next) {
		if (!dict || !c->key)
			return (struct value){ .at = val.at };
		val.as.dict->open = true;
		dict_put(&p->arena, val.as.dict, value_str(c->key, val.at), (struct value){ .at = val.at }, val.at);
	}
	return val;
}

const struct node *script_returned(const struct node *body, unsigned *count)
{
	const struct node *found = NULL;
	struct walk w;

	*count = 0;
	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		bool scope = node_is_scope(n), unknown = n->kind == NODE_OPAQUE || w.depth > RETURNS_MAX;

		if (scope || unknown || n->kind == NODE_RETURN)
			walk_skip(&w);
		if (!scope && unknown)
			*count += 2;
		else if (n->kind == NODE_RETURN) {
			++*count;
			found = n->n && n->kid[0] ? n->kid[0] : found;
		}
	}
	return found;
}
