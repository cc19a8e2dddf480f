// SPDX-License-Identifier: MIT
/* What is known of the object that a method or a call in a loop belongs to: its class, and whether that class knows a
 * difference between training and evaluation. The object is followed through parameters and names.
 *
 * Invariant: a variable that gets itself again, moved or wrapped, stays the object that it was first; one that gets
 * anything else is not known.
 *
 *	net = Net()
 *	net = net.to(device)
 *	evaluate(net)			def evaluate(m): m(x)		m is an object of Net */
#include "script/receiver.h"
#include "python/value/dict.h"
#include "script/values/object.h"
#include <string.h>

static struct span span_of(const struct op *op)
{
	return (struct span){ op->in->file->src->id, op->node->lo, op->node->hi };
}

static void put(struct arena *a, struct dict *d, const char *key, struct value v)
{
	dict_put(a, d, value_text(key, v.at), v, v.at);
}

static const struct script_object *object_behind(struct script_project *p, struct placed x)
{
	struct placed is = derive_resolved(p, x);

	return script_object_of(p, script_value(p, is.frame->fn, is.node, NULL));
}

/* `net = net.to(device)`, `net = DataParallel(net)` */
static bool is_same_again(struct script_project *p, const struct binding *b, const struct str *name)
{
	const struct node *n = b->value, *callee = n && n->kind == NODE_CALL ? n->kid[0] : NULL;
	const struct str *called;

	if (!callee)
		return false;
	if (callee->kind == NODE_ATTR && callee->kid[0]->kind == NODE_NAME && callee->kid[0]->text == name)
		return true;
	called =
		n->n > 1 && n->kid[1]->kind == NODE_NAME && n->kid[1]->text == name ? script_called(p, b->in, n) : NULL;
	return called && script_kind_made(p, called);
}

/* `net = Net()` once more: the same class of the project. */
static bool is_another(const struct binding *a, const struct binding *b)
{
	const struct node *x = a->value, *y = b->value;
	struct found f;

	if (a->how != BIND_VALUE || b->how != BIND_VALUE || x->kind != NODE_CALL || y->kind != NODE_CALL)
		return false;
	f = script_callee(a->in, x->kid[0]);
	return f.kind == F_CLASS && f.cls == script_callee(b->in, y->kid[0]).cls;
}

/* What a variable was first, if all that it gets later is itself again, or another object of its class; else
 * x. */
static struct placed made_first(struct script_project *p, struct placed x)
{
	struct variable *v = x.node->kind == NODE_NAME ? script_cell(p, x.frame, x.node) : NULL;
	const struct binding *first = NULL;
	struct call_frame *in;

	for (const struct binding *b = v && v->nbindings > 1 ? v->binding : NULL; b; b = b->next) {
		if (is_same_again(p, b, v->name) || (first && is_another(first, b)))
			continue;
		if (first || b->how != BIND_VALUE)
			return x;
		first = b;
	}
	if (!first)
		return x;
	in = arena_new(&p->arena, struct call_frame);
	*in = first->in == x.frame->fn ? *x.frame : (struct call_frame){ .fn = first->in };
	return (struct placed){ in, first->value };
}

/* The project's class of which x is an object; NULL: not known. */
static struct cls *class_behind(struct script_project *p, struct placed x)
{
	const struct script_object *o = object_behind(p, x);
	struct cls *k = script_class_of(p, x.frame, x.node);
	struct placed first = made_first(p, derive_resolved(p, x));

	if (k || (o && o->cls))
		return k ? k : o->cls;
	o = object_behind(p, first);
	return o ? o->cls : NULL;
}

static void put_class(struct arena *a, struct dict *d, const char *key, const struct cls *k, struct span at)
{
	if (k)
		put(a, d, key, value_str(str_lit(arena_printf(a, "%s#%u", k->name->s, k->node->lo)), at));
}

void receiver_put_classes(struct arena *a, struct script_project *p, const struct op *op, struct dict *d)
{
	const struct node *callee = op->node->kid[0], *of = callee->kid[0];
	struct cls *k = class_behind(p, (struct placed){ op->frame, of });
	struct span at = span_of(op);

	put_class(a, d, "instance", k, at);
	put(a, d, "own", value_bool(k && class_method(&p->model, k, callee->text, NULL), at));
	if (of->kind == NODE_ATTR)
		put_class(a, d, "holder", class_behind(p, (struct placed){ op->frame, of->kid[0] }), at);
}

/* `Normalize` of images, where a layer's name has `Norm` */
static bool is_modeless(const struct script_know *k, const char *hit)
{
	for (uint32_t i = 0; i < k->nmodeless; i++)
		if (!strncmp(hit, k->modeless[i]->s, k->modeless[i]->len))
			return true;
	return false;
}

static bool has_modes(const struct script_project *p, const char *text)
{
	for (uint32_t i = 0; i < p->know->nmodal; i++)
		for (const char *hit = text; (hit = strstr(hit, p->know->modal[i]->s)); hit++)
			if (!is_modeless(p->know, hit))
				return true;
	return false;
}

void receiver_put_called(struct arena *a, struct script_project *p, const struct op *op, struct dict *d)
{
	const struct script_object *o = object_behind(p, (struct placed){ op->frame, op->node->kid[0] });

	const struct cls *k = class_behind(p, (struct placed){ op->frame, op->node->kid[0] });

	if (o)
		put(a, d, "instance", value_str(o->name, span_of(op)));
	if (k && !has_modes(p, k->file->src->bytes))
		put(a, d, "modal", value_bool(false, span_of(op)));
}
