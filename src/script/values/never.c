// SPDX-License-Identifier: MIT
#include "script/values/never.h"
#include "python/syntax/treewalk.h"
#include <string.h>

/* --no-x and no_x are the same name. */
static bool spells(const char *text, const struct str *name)
{
	size_t i = 0;

	for (text += strspn(text, "-"); text[i] && i < name->len; i++)
		if (text[i] != name->s[i] && !(text[i] == '-' && name->s[i] == '_'))
			return false;
	return !text[i] && i == name->len;
}

static bool is_named(const struct node *n, const struct str *name)
{
	return (n->kind == NODE_NAME || n->kind == NODE_ATTR) && n->text == name;
}

/* False, None, 0, or the attribute itself. */
static bool is_false(const struct node *value, const struct str *name)
{
	return (value->kind == NODE_CONST && (value->op == CONST_FALSE || value->op == CONST_NONE)) ||
	       (value->kind == NODE_INT && !strcmp(value->text->s, "0")) || is_named(value, name);
}

static bool has(const struct node *in, const struct str *name)
{
	struct walk w;

	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (is_named(n, name))
			return true;
	return w.too_deep;
}

/* x = value, args.x = value; (a, args.x) = values is some other value. */
static bool assigns(const struct node *n, const struct str *name)
{
	for (uint32_t i = 1; i < n->n; i++)
		if (is_named(n->kid[i], name) ? !is_false(n->kid[0], name)
					      : n->kid[i]->kind != NODE_ATTR && has(n->kid[i], name))
			return true;
	return false;
}

/* It may assign a value that isn't false. */
static bool gives_one(const struct node *n, const struct str *name)
{
	bool found = false;

	if (n->kind == NODE_STR)
		found |= spells(n->text->s, name);
	else if (n->kind == NODE_KW)
		found |= n->text == name && !is_false(n->kid[0], name);
	else if (n->kind == NODE_ASSIGN)
		found |= assigns(n, name);
	else if (n->kind == NODE_ANNASSIGN)
		found |= is_named(n->kid[0], name) && !(n->kid[2] && is_false(n->kid[2], name));
	else if (n->kind == NODE_AUGASSIGN || n->kind == NODE_FOR || n->kind == NODE_DEL || n->kind == NODE_WALRUS)
		found |= has(n->kid[0], name);
	else if (n->kind == NODE_WITHITEM)
		found |= n->kid[1] && has(n->kid[1], name);
	return found;
}

static bool gives(const struct node *in, const struct str *name)
{
	struct walk w;

	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (gives_one(n, name))
			return true;
	return w.too_deep;
}

static bool is_never_true(struct script_project *p, const struct str *name)
{
	const bool *known = map_get(&p->never_true, name);
	size_t n;
	struct cfile *const *file = pymodel_files(&p->model, &n);
	bool never = true, *answer;

	if (known)
		return *known;
	for (size_t i = 0; i < n && never; i++)
		never = !file[i]->broken && file[i]->tree.root && !gives(file[i]->tree.root, name);
	answer = arena_new(&p->arena, bool);
	*answer = never;
	map_put(&p->arena, &p->never_true, name, answer);
	return never;
}

static bool is_off(struct script_project *p, const struct node *test)
{
	return test->kind == NODE_ATTR && map_get(&p->set_elsewhere, test->text) && is_never_true(p, test->text);
}

bool script_never_runs(struct script_project *p, const struct fn *in, const struct node *call)
{
	const struct node *n = in->node;

	for (unsigned depth = 0; n && n != call && depth < NEST_MAX; depth++) {
		const struct node *next = NULL;

		for (uint32_t i = 0; i < n->n && !next; i++)
			if (node_holds(n->kid[i], call))
				next = n->kid[i];
		if (n->kind == NODE_IF && next == n->kid[1] && is_off(p, n->kid[0]))
			return true;
		n = next;
	}
	return false;
}
