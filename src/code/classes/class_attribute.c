// SPDX-License-Identifier: MIT
/* Searches the methods of a resolution order for assignments to an attribute, by syntax alone. A pattern must match
 * exactly; anything else makes the answer NULL.
 *   def __init__(self, classes=None): self.CLASSES = self.get_classes(classes)
 *   def get_classes(cls, classes=None): if classes is None: return cls.CLASSES; ...; return classes
 *   attribute_argument(CLASSES) is "classes": the argument replaces the attribute */
#include "code/classes/class_attribute.h"
#include "code/classes/subclass.h"
#include "code/priv.h"
#include "python/syntax/treewalk.h"
#include <string.h>

static bool is_name(const struct node *n, const struct str *name)
{
	return n && n->kind == NODE_NAME && n->text == name;
}

/* OF.NAME */
static bool is_attr(const struct node *n, const struct str *of, const struct str *name)
{
	return n->kind == NODE_ATTR && n->text == name && is_name(n->kid[0], of);
}

static const struct node *first_of(const struct node *n)
{
	return n && n->kind == NODE_TUPLE && n->n ? n->kid[0] : n;
}

/* ---- assignments ---- */

static bool sets(const struct node *to, const struct str *name)
{
	while (to->kind == NODE_INDEX || to->kind == NODE_STAR)
		to = to->kid[0];
	bool found = to->kind == NODE_ATTR && to->text == name;
	for (uint32_t i = 0; (to->kind == NODE_TUPLE || to->kind == NODE_LIST) && i < to->n; i++)
		found |= sets(to->kid[i], name);
	return found;
}

/* Counts the statements that set the attribute; code nested too deeply counts as more than one. *last: the last of
 * them. */
static uint32_t count_sets(const struct node *in, const struct str *name, const struct node **last)
{
	struct walk w;
	uint32_t found = 0;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		bool assigns = n->kind == NODE_ASSIGN, other = n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN;
		uint32_t before = found;
		for (uint32_t i = assigns; i < (assigns ? n->n : other); i++)
			found += sets(n->kid[i], name);
		*last = found > before ? n : *last;
	}
	return w.too_deep ? found + 2 : found;
}

static uint32_t class_sets(const struct cls *k, const struct str *name, const struct node **last)
{
	const struct node *body = k->node->kid[0];
	uint32_t found = 0;
	for (uint32_t i = 0; i < body->n; i++)
		if (body->kid[i]->kind == NODE_DEF)
			found += count_sets(body->kid[i]->kid[1], name, last);
	return found;
}

bool attribute_assigned(const struct cls *k, const struct str *name)
{
	const struct node *last = NULL;
	return class_sets(k, name, &last);
}

/* ---- the choosing method ---- */

/* if isinstance(GIVEN, str): */
static bool is_of_texts(const struct node *n, const struct str *given)
{
	const struct node *t = n->kind == NODE_IF ? n->kid[0] : NULL;
	return t && t->kind == NODE_CALL && t->n == 3 && is_name(t->kid[0], str_lit("isinstance")) &&
	       is_name(t->kid[1], given) && is_name(t->kid[2], str_lit("str"));
}

static bool roots_in(const struct node *n, const struct str *name)
{
	while (n->kind == NODE_INDEX || n->kind == NODE_ATTR || n->kind == NODE_STAR)
		n = n->kid[0];
	bool found = is_name(n, name);
	for (uint32_t i = 0; (n->kind == NODE_TUPLE || n->kind == NODE_LIST) && i < n->n; i++)
		found |= roots_in(n->kid[i], name);
	return found;
}

/* The statement may give the name another value than that of GIVEN, or change it in place. */
static bool alters(const struct node *n, const struct str *name, const struct str *given)
{
	bool found = false;
	if (n->kind == NODE_ASSIGN)
		for (uint32_t i = 1; i < n->n; i++)
			found |= roots_in(n->kid[i], name) && !(is_name(n->kid[i], name) && is_name(n->kid[0], given));
	if (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR || n->kind == NODE_DEL ||
	    n->kind == NODE_WALRUS || (n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL))
		found |= roots_in(n->kind == NODE_EXPR ? n->kid[0]->kid[0] : n->kid[0], name);
	return found || (n->kind == NODE_WITHITEM && n->kid[1] && roots_in(n->kid[1], name));
}

static bool altered(const struct node *in, const struct str *name, const struct str *given)
{
	struct walk w;
	uint32_t kid = 0;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *up = walk_parent(&w, &kid);
		if (up && kid == 1 && is_of_texts(up, given))
			walk_skip(&w);
		else if (alters(n, name, given))
			return true;
	}
	return w.too_deep;
}

/* Everything that n returns, except in the block `past`, is its argument. */
static bool returns_given(const struct node *body, const struct node *past, const struct str *given)
{
	struct walk w;
	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *v = n->kind == NODE_RETURN ? first_of(n->kid[0]) : NULL;
		if (n == past)
			walk_skip(&w);
		else if (n->kind == NODE_RETURN && (!v || v->kind != NODE_NAME || altered(body, v->text, given)))
			return false;
	}
	return !w.too_deep;
}

/* def get(cls, given=None): if given is None: return cls.NAME; finally returns its argument */
static bool chooses(const struct fn *f, const struct str *name)
{
	const struct node *params = f->node->kid[0], *body = f->node->kid[1];
	uint32_t i = body->n && body->kid[0]->kind == NODE_EXPR && body->kid[0]->kid[0]->kind == NODE_STR;
	if (params->n < 2 || params->kid[1]->op || i >= body->n || body->kid[i]->kind != NODE_IF)
		return false;
	const struct str *given = params->kid[1]->text;
	const struct node *test = body->kid[i]->kid[0], *none = body->kid[i]->kid[1], *last = none->kid[none->n - 1];
	const struct node *v = last->kind == NODE_RETURN ? first_of(last->kid[0]) : NULL;
	return test->kind == NODE_COMPARE && test->n == 2 && is_name(test->kid[0], given) &&
	       test->kid[1]->op == OP_IS && test->kid[1]->kid[0]->kind == NODE_CONST &&
	       test->kid[1]->kid[0]->op == CONST_NONE && v && is_attr(v, params->kid[0]->text, name) &&
	       returns_given(body, none, given);
}

const struct str *attribute_argument(struct index *c, struct arena *a, struct cls *k, const struct str *name)
{
	const struct node *at = NULL;
	uint32_t n = 0, owner = 0;
	for (uint32_t i = 0; i < k->nmro; i++) {
		uint32_t more = class_sets(k->mro[i], name, &at);
		owner = more ? i : owner;
		n += more;
	}
	if (n != 1 || !owner || k->open_bases || class_find_method(k, name) || at->kind != NODE_ASSIGN || at->n != 2)
		return NULL;
	const struct fn *f = map_get(&k->mro[owner]->method, str_lit("__init__"));
	const struct node *call = at->kid[0], *body = f ? f->node->kid[1] : NULL;
	const struct str *self = f && f->node->kid[0]->n ? f->node->kid[0]->kid[0]->text : NULL;
	bool top = false;
	for (uint32_t i = 0; f && i < body->n; i++)
		top |= body->kid[i] == at;
	if (!top || !is_attr(first_of(at->kid[1]), self, name) || call->kind != NODE_CALL || call->n < 2 ||
	    !is_attr(call->kid[0], self, call->kid[0]->text) || call->kid[1]->kind != NODE_NAME)
		return NULL;
	const struct str *given = call->kid[1]->text;
	const struct fn *get = class_find_method(k, call->kid[0]->text);
	bool as_given = node_param(f->node->kid[0], 1, given) && !altered(body, given, given);
	return as_given && get && chooses(get, name) && subclass_passes_on(c, a, k, owner, given) ? given : NULL;
}
