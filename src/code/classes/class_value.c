// SPDX-License-Identifier: MIT
/* Evaluates expressions of class bodies and signatures like those of configs. A name is looked up as Python does: in
 * the body of the class, then in its module, then in the module from which that imports it; an attribute of a class in
 * the order of its bases.
 *
 * Invariant: what is assigned twice, under a condition, by a method, or changed in place is unknown, with the reason.
 *
 *	class Coco: METAINFO = dict(classes=NAMES)	METAINFO.classes is ('cat', 'dog')
 *	NAMES = ('cat', 'dog')
 *	class Net: def __init__(self, depth=50)		the default of depth is 50 */
#include "code/classes/class_value.h"
#include "code/classes/class_attribute.h"
#include "code/classes/subclass.h"
#include "code/priv.h"
#include "code/registry.h"
#include "code/registry_scope.h"
#include "python/eval/eval.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { LOOKUPS_MAX = 12 /* names that stand for names, attributes of classes that name others' */ };
static const struct span nowhere;

/* ---- expressions ---- */

static bool look_up(struct value_lookup *l, const struct str *name, struct value *out);
static bool attribute_of(struct value_lookup *l, struct cls *k, const struct str *name, struct value *out);

static struct value unseen(const struct value_lookup *l, const char *what)
{
	return value_unknown(l->a, WHY_PART, nowhere, what);
}

static bool on_name(struct eval *ev, const struct node *n, struct value *out)
{
	struct value_lookup *l = ev->host->ctx;
	return look_up(l, n->text, out);
}

/* `CocoDataset.METAINFO`, `categories.NAMES` */
static bool on_attr(struct eval *ev, const struct node *n, struct value *out)
{
	struct value_lookup *l = ev->host->ctx, in = *l;
	struct found f = names_of(l->file->top, n->kid[0]);
	if (f.kind == F_CLASS)
		return attribute_of(&in, f.cls, n->text, out);
	in.file = f.file;
	in.cls = NULL;
	return f.kind == F_MODULE && look_up(&in, n->text, out);
}

static struct value evaluate(struct value_lookup *l, const struct node *n)
{
	if (node_has_ellipsis(n)) /* items that the code does not write */
		return unseen(l, "it has a ... in it");
	struct eval_host host = { .ctx = l, .name = on_name, .attr = on_attr };
	struct value_lookup in = *l;
	struct eval ev;
	in.depth++;
	host.ctx = &in;
	if (l->depth > LOOKUPS_MAX)
		return unseen(l, "the chain of names is too long");
	eval_init(&ev, l->a, 0);
	ev.host = &host;
	struct value v = eval_expr(&ev, n);
	if (ev.exc)
		v = unseen(l, "it raises");
	eval_release(&ev);
	return v;
}

/* ---- assignments of a block ---- */

struct assigned {
	const struct str *name;
	const struct node *value; /* of the only assignment */
	bool often;		  /* twice, under a condition, in a loop, in parts */
};

static bool names_it(const struct node *target, const struct str *name)
{
	return target->kind == NODE_NAME && target->text == name;
}

static void see_target(struct assigned *s, const struct node *target, const struct node *value, bool surely)
{
	bool parts = target->kind == NODE_TUPLE || target->kind == NODE_LIST;
	for (uint32_t i = 0; parts && i < target->n; i++)
		see_target(s, target->kid[i], NULL, surely);
	if (target->kind == NODE_INDEX || target->kind == NODE_ATTR) { /* NAME[k] = v changes it */
		while (target->kind == NODE_INDEX || target->kind == NODE_ATTR)
			target = target->kid[0];
		s->often |= names_it(target, s->name);
		return;
	}
	if (!names_it(target, s->name))
		return;
	s->often |= s->value || !value || !surely;
	s->value = value;
}

static void see_block(struct assigned *s, const struct node *block, bool surely, uint32_t depth);

/* `NAME.update(...)` and the like, as a statement */
static void see_call(struct assigned *s, const struct node *call)
{
	const struct node *callee = call->kind == NODE_CALL ? call->kid[0] : NULL;
	if (callee && callee->kind == NODE_ATTR && names_it(callee->kid[0], s->name))
		s->often = true;
}

static void see_statement(struct assigned *s, const struct node *n, bool surely, uint32_t depth)
{
	if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
		s->often |= n->text == s->name && s->value;
	else if (n->kind == NODE_ASSIGN)
		for (uint32_t i = 1; i < n->n; i++)
			see_target(s, n->kid[i], n->kid[0], surely);
	else if (n->kind == NODE_ANNASSIGN && n->kid[2])
		see_target(s, n->kid[0], n->kid[2], surely);
	else if (n->kind == NODE_AUGASSIGN || n->kind == NODE_FOR)
		see_target(s, n->kid[0], NULL, false);
	else if (n->kind == NODE_DEL)
		for (uint32_t i = 0; i < n->n; i++)
			see_target(s, n->kid[i], NULL, false);
	else if (n->kind == NODE_EXPR)
		see_call(s, n->kid[0]);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && (n->kid[i]->kind == NODE_BLOCK || n->kid[i]->kind == NODE_EXCEPT) &&
		    n->kind != NODE_DEF && n->kind != NODE_CLASS)
			see_block(s, n->kid[i], false, depth + 1);
}

static void see_block(struct assigned *s, const struct node *block, bool surely, uint32_t depth)
{
	if (depth > NEST_MAX) {
		s->often = true;
		return;
	}
	for (uint32_t i = 0; i < block->n; i++)
		if (block->kid[i])
			see_statement(s, block->kid[i], surely, depth);
}

static struct assigned assigned_in(const struct node *block, const struct str *name)
{
	struct assigned s = { .name = name };
	see_block(&s, block, true, 0);
	return s;
}

/* ---- names ---- */

static bool take(struct value_lookup *l, const struct assigned *s, struct value *out)
{
	*out = s->often ? unseen(l, "it is assigned more than once, or under a condition") : evaluate(l, s->value);
	return true;
}

static bool global_of(struct value_lookup *l, const struct str *name, struct value *out, uint32_t hops);

static bool imported(struct value_lookup *l, const struct str *module, const struct str *name, struct value *out,
		     uint32_t hops)
{
	struct value_lookup in = *l;
	in.file = names_module(&l->c->m, module, l->file).file;
	return in.file && in.file != l->file && global_of(&in, name, out, hops + 1);
}

/* Whether the file itself binds the name, or may bind it; *known: its value is known too. */
static bool bound_in(struct value_lookup *l, const struct str *name, struct value *out, uint32_t hops, bool *known)
{
	struct cfile *f = l->file;
	*known = false;
	if (f->broken || !f->tree.root)
		return true;
	l->cls = NULL;
	struct assigned s = assigned_in(f->tree.root, name);
	const struct name_sym *sym = f->top ? map_get(&f->top->inner, name) : NULL;
	if (s.value || s.often)
		*known = sym ? (*out = unseen(l, "it is imported and assigned"), true) : take(l, &s, out);
	else if (sym)
		*known = sym->kind == SYM_FROM && !sym->also && imported(l, sym->module, sym->name, out, hops);
	return s.value || s.often || sym;
}

static bool global_of(struct value_lookup *l, const struct str *name, struct value *out, uint32_t hops)
{
	struct cfile *f = l->file;
	bool known = false;
	bool found = hops > HOPS_MAX || bound_in(l, name, out, hops, &known);
	for (uint32_t i = 0; i < f->nthrough && !found; i++) {
		struct value_lookup in = *l;
		in.file = f->through[i];
		found = bound_in(&in, name, out, hops + 1, &known);
	}
	return known;
}

static bool look_up(struct value_lookup *l, const struct str *name, struct value *out)
{
	struct value_lookup in = *l;
	if (l->cls) {
		struct assigned s = assigned_in(l->cls->node->kid[0], name);
		if (s.value || s.often)
			return take(l, &s, out);
	}
	return global_of(&in, name, out, 0);
}

/* ---- attributes of classes ---- */

/* Searches the bases; false: no class of the project has it. */
static bool attribute_of(struct value_lookup *l, struct cls *k, const struct str *name, struct value *out)
{
	class_bases(&l->c->m, k);
	for (uint32_t i = 0; i < k->nmro; i++) {
		struct value_lookup in = *l;
		in.file = k->mro[i]->file;
		in.cls = k->mro[i];
		struct assigned s = assigned_in(in.cls->node->kid[0], name);
		if (!(l->trusted && registry_lies_in(in.cls, l->trusted)) && attribute_assigned(in.cls, name) &&
		    !attribute_argument(l->c, l->a, k, name)) {
			*out = unseen(l, "a method sets it");
			return true;
		}
		if (s.value || s.often)
			return take(&in, &s, out);
	}
	if (k->open_bases)
		*out = unseen(l, k->open_why);
	return k->open_bases;
}

/* v['k'] for each part after the first; unknown if it is no dict with known keys. */
static struct value below(struct value_lookup *l, struct value v, const char *path)
{
	for (const char *dot = strchr(path, '.'); dot; dot = strchr(dot + 1, '.')) {
		const struct str *key = str_of(dot + 1, strcspn(dot + 1, "."));
		const struct entry *e = v.kind == VALUE_DICT && !v.as.dict->open
						? dict_find(v.as.dict, (struct value){ .kind = VALUE_STR, .as.s = key })
						: NULL;
		if (!e || e->flags & EF_MAYBE)
			return unseen(l, "it has no such key");
		v = e->val;
	}
	return v;
}

bool class_attribute_value(struct value_lookup *l, struct cls *k, const char *path, struct value *out)
{
	l->file = k->file;
	bool has = attribute_of(l, k, str_of(path, strcspn(path, ".")), out);
	if (has)
		*out = below(l, *out, path);
	return has;
}

/* ---- the default of a parameter ---- */

/* *at: the number of parameters before it, after self. */
static const struct node *parameter_of(const struct fn *f, const struct str *name, bool *rest, uint32_t *at)
{
	const struct node *params = f->node->kid[0];
	*rest = false;
	for (uint32_t i = 1; i < params->n; i++) {
		*at = i - 1;
		*rest |= params->kid[i]->op == '2';
		if (params->kid[i]->text == name && !params->kid[i]->op)
			return params->kid[i];
	}
	return NULL;
}

/* The default in the first constructor that names it; those before pass it on. false: none names it. */
static bool default_of(struct value_lookup *l, struct cls *k, const struct str *name, struct value *out)
{
	static const char another[] = "a constructor passes another value to its base";
	bool rest = true;
	uint32_t at, filled = 0;
	for (uint32_t i = 0; rest && i < k->nmro; i++) {
		struct fn *f = map_get(&k->mro[i]->method, str_lit("__init__"));
		const struct node *p = f ? parameter_of(f, name, &rest, &at) : NULL;
		if (p) {
			l->file = f->file;
			*out = at < filled ? unseen(l, another)
			       : p->kid[0] ? evaluate(l, p->kid[0])
					   : unseen(l, "it is required");
			return true;
		}
		const struct node *given;
		uint32_t positions = 0;
		if (f && constructor_gives(f, name, &given, &positions)) {
			l->file = f->file;
			*out = given ? evaluate(l, given) : unseen(l, another);
			return true;
		}
		filled = positions > filled ? positions : filled;
	}
	if (k->open_bases)
		*out = unseen(l, k->open_why);
	return k->open_bases;
}

bool class_default_value(struct value_lookup *l, struct cls *k, const char *name, struct value *out)
{
	return default_of(l, k, str_lit(name), out);
}
