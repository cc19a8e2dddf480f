// SPDX-License-Identifier: MIT
/* Each query walks the syntax of one method, or of all classes of a resolution order. */
#include "code/classes/bodies.h"
#include "code/classes/subclass.h"
#include "python/syntax/treewalk.h"
#include <string.h>

/* ---- attributes and parts ---- */

static bool says(const struct node *in, const struct str *name)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (node_is_name(n, name) || node_is_none(n))
			return true;
	return false;
}

/* Gives self.NAME, or the argument NAME, a value that isn't derived from the argument; or defines a property or a
 * default of that name. */
static bool makes(const struct node *in, const struct str *name)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		if ((n->kind == NODE_DEF && n->text == name) ||
		    (n->kind == NODE_PARAM && n->text == name && n->n && !says(n->kid[0], name)))
			return true;
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			if (node_is_name(n->kid[i], name) || (node_is_own(n->kid[i], name) && !says(n->kid[0], name)))
				return true;
	}
	return w.too_deep;
}

bool class_makes(const struct cls *k, const struct str *name)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (makes(k->mro[i]->node->kid[0], name))
			return true;
	return false;
}

bool class_lacks(const struct cls *k, const struct str *name)
{
	return !class_find_method(k, name) && !class_makes(k, name);
}

/* True if assigning value to `to` is the assignment that the query is about. value NULL: `to` is changed in place
 * (`to += 1`). */
typedef bool assign_fn(const struct node *to, const struct node *value, const struct str *name);

/* X['NAME'] = ... */
static bool puts_key(const struct node *to, const struct node *value, const struct str *name)
{
	(void)value;
	return to->kind == NODE_INDEX && to->kid[1]->kind == NODE_STR && to->kid[1]->text == name;
}

/* NAME[...] = ..., X['NAME'][...] = ... */
static bool fills_items(const struct node *to, const struct node *value, const struct str *name)
{
	const struct node *of = to->kind == NODE_INDEX ? to->kid[0] : to;
	return (of->kind == NODE_NAME && of->text == name && (of != to || !value)) ||
	       (of != to && puts_key(of, value, name));
}

/* NAME = x */
static bool binds_name(const struct node *to, const struct node *value, const struct str *name)
{
	return value && node_is_name(to, name);
}

/* self.NAME = x, where x isn't derived from the argument of that name */
static bool sets_own(const struct node *to, const struct node *value, const struct str *name)
{
	return value && node_is_own(to, name) && !says(value, name);
}

static bool assigns(const struct node *in, const struct str *name, assign_fn *is)
{
	struct walk w;
	bool found = false;
	walk_begin(&w, in);
	for (const struct node *n; !found && (n = walk_next(&w));) {
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			found |= is(n->kid[i], n->kid[0], name);
		if (n->kind == NODE_AUGASSIGN)
			found |= is(n->kid[0], NULL, name);
	}
	return found || w.too_deep;
}

/* Some class of the resolution order does it, or its code is nested too deeply to search. */
static bool line_assigns(const struct cls *k, const struct str *name, assign_fn *is)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (assigns(k->mro[i]->node, name, is))
			return true;
	return false;
}

bool class_puts(const struct cls *k, const struct str *key)
{
	return line_assigns(k, key, puts_key);
}

bool class_fills(const struct cls *k, const struct str *name)
{
	return line_assigns(k, name, fills_items);
}

bool class_sets(const struct cls *k, const struct str *attribute)
{
	return line_assigns(k, attribute, sets_own);
}

/* {x: i for i, x in enumerate(y)} */
static bool counts_from_zero(const struct node *n)
{
	const struct node *loop = n->kind == NODE_DICTCOMP && n->n == 2 ? n->kid[1] : NULL;
	const struct node *pair = loop && loop->kind == NODE_CFOR ? n->kid[0] : NULL;
	const struct node *target = pair ? loop->kid[0] : NULL, *of = pair ? loop->kid[1] : NULL;

	return pair && target->kind == NODE_TUPLE && target->n == 2 && target->kid[0]->kind == NODE_NAME &&
	       of->kind == NODE_CALL && of->n == 2 && of->kid[0]->kind == NODE_NAME &&
	       !strcmp(of->kid[0]->text->s, "enumerate") && pair->kid[1]->kind == NODE_NAME &&
	       pair->kid[1]->text == target->kid[0]->text;
}

static bool adds_one(const struct node *n)
{
	return (n->kind == NODE_BINARY || n->kind == NODE_AUGASSIGN) && n->op == OP_ADD &&
	       ((n->kid[1]->kind == NODE_INT && !strcmp(n->kid[1]->text->s, "1")) ||
		(n->kid[0]->kind == NODE_INT && !strcmp(n->kid[0]->text->s, "1")));
}

bool class_numbers_from_zero(const struct cls *k, const struct str *attribute)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < k->nmro; i++) {
		struct walk w;

		if (node_find(k->mro[i]->node, adds_one))
			return false;
		walk_begin(&w, k->mro[i]->node);
		for (const struct node *n; (n = walk_next(&w));) {
			if (n->kind != NODE_ASSIGN || n->n != 2 || !node_is_own(n->kid[1], attribute))
				continue;
			if (!counts_from_zero(n->kid[0]))
				return false;
			found++;
		}
	}
	return found == 1;
}

bool method_binds(const struct fn *f, const struct str *name)
{
	return assigns(f->node, name, binds_name);
}

/* ---- words ---- */

static bool mentions(const struct node *in, const struct str *name)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->text == name)
			return true;
	return w.too_deep;
}

bool class_omits(const struct cls *k, const struct str *name)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (mentions(k->mro[i]->node, name))
			return false;
	return true;
}

static bool names_attr(const struct node *in, const struct str *word)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_ATTR && n->text == word)
			return true;
	return false;
}

bool method_names(const struct fn *f, const struct str *const *word, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!names_attr(f->node->kid[1], word[i]))
			return false;
	return true;
}

bool method_asks(const struct fn *f, const struct str *name)
{
	struct walk w;
	walk_begin(&w, f->node);
	for (const struct node *n; (n = walk_next(&w));)
		if ((n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_ATTR && n->kid[0]->text == name) ||
		    (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR && n->kid[1]->text == name))
			return true;
	return false;
}

/* ---- what a method lacks ---- */

static bool is_docstring(const struct node *n)
{
	return n->kind == NODE_EXPR && n->kid[0]->kind == NODE_STR;
}

bool method_trusts(const struct fn *f)
{
	struct walk w;
	walk_begin(&w, f->node);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_RAISE || n->kind == NODE_ASSERT)
			return false;
	return !w.too_deep;
}

bool method_raises(const struct fn *f)
{
	const struct node *body = f->node->kid[1];
	return body->n && body->kid[body->n - 1]->kind == NODE_RAISE &&
	       (body->n == 1 || (body->n == 2 && is_docstring(body->kid[0])));
}

/* NAME is None, NAME is not None */
static bool tests_none(const struct node *in, const struct str *name)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_COMPARE && node_is_name(n->kid[0], name) && node_is_none(n->kid[1]->kid[0]))
			return true;
	return false;
}

bool method_spares(const struct fn *f, const struct str *name)
{
	const struct node *params = f->node->kid[0];
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->text == name && params->kid[i]->n && node_is_none(params->kid[i]->kid[0]))
			return tests_none(f->node->kid[1], name);
	return false;
}

/* A name after stars takes any argument; stars alone only mark keyword-only arguments. */
bool method_bars(const struct fn *f, const struct str *name)
{
	const struct node *params = f->node->kid[0];
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->text && (params->kid[i]->op || params->kid[i]->text == name))
			return false;
	return true;
}

/* Whether the function has the parameter, and no code in it can see what it gets. */
bool method_ignores(const struct fn *f, const struct str *name)
{
	static const char *const all[] = { "locals", "vars", "eval", "exec", "getargvalues" };
	const struct node *params = f->node->kid[0];
	bool takes = false;
	struct walk w;

	for (uint32_t i = 0; i < params->n; i++)
		takes |= params->kid[i]->text == name && !params->kid[i]->op;
	walk_begin(&w, f->node->kid[1]);
	for (const struct node *n; takes && (n = walk_next(&w));)
		for (uint32_t i = 0; n->kind == NODE_NAME && i < ARRAY_SIZE(all) && takes; i++)
			takes = n->text != name && strcmp(n->text->s, all[i]) != 0;
	return takes && !w.too_deep;
}
