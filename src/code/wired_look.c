// SPDX-License-Identifier: MIT
/* Whatever may change a name that isn't followed counts as a change: who asks gets no answer then. */
#include "code/wired_look.h"
#include "code/heir.h"
#include "code/priv.h"
#include <string.h>

bool wired_is_name(const struct node *n, const struct str *name)
{
	return n && n->kind == NODE_NAME && n->text == name;
}

bool wired_is_own(const struct node *n, const struct str *name)
{
	return n->kind == NODE_ATTR && n->text == name && n->kid[0]->kind == NODE_NAME &&
	       !strcmp(n->kid[0]->text->s, "self");
}

bool wired_has_param(const struct fn *f, const struct str *name)
{
	const struct node *params = f->node->kid[0];
	for (uint32_t i = 1; i < params->n; i++)
		if (params->kid[i]->text == name && !params->kid[i]->op)
			return true;
	return false;
}

/* The name itself, or as asked `_pair(NAME)`. */
static bool is_plain(const struct wired_assigning *x, const struct node *value)
{
	bool call = x->paired && value->kind == NODE_CALL && value->n == 2 && value->kid[0]->kind == NODE_NAME;
	return wired_is_name(call ? value->kid[1] : value, x->name);
}

void wired_count_assigned(struct wired_assigning *x, const struct node *n, uint32_t depth)
{
	bool assigns = n->kind == NODE_ASSIGN, changes = n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN;
	if (depth > NEST_MAX) {
		x->n = 2;
		return;
	}
	for (uint32_t i = assigns ? 1 : 0; i < (assigns ? n->n : changes ? 1 : 0); i++) {
		bool hit = x->is(n->kid[i], x->name, x->of);
		x->n += hit;
		x->at = hit ? n : x->at;
		x->changed |= hit && changes;
		x->plain |= hit && assigns && is_plain(x, n->kid[0]);
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			wired_count_assigned(x, n->kid[i], depth + 1);
}

bool wired_own_target(const struct node *t, const struct str *name, const struct str *of)
{
	(void)of;
	return wired_is_own(t, name);
}

bool wired_bare_target(const struct node *t, const struct str *name, const struct str *of)
{
	(void)of;
	return wired_is_name(t, name);
}

bool wired_reaches(struct index *c, struct arena *a, struct cls *k, uint32_t i, const struct str *name)
{
	const struct cls *to = k->mro[i];
	const char *all = heir_changes(c, a, k, arena_printf(a, "%s.%s", to->file->dotted->s, to->name->s), "");
	return all && !strstr(all, "'*'") && !strstr(all, "'__init__'") &&
	       !strstr(all, arena_printf(a, "'~%s'", name->s));
}

bool wired_calls_own(const struct node *n, const struct str *name)
{
	return n->kind == NODE_CALL && wired_is_own(n->kid[0], name);
}

const struct node *wired_root(const struct node *n)
{
	while (n->kind == NODE_INDEX || n->kind == NODE_ATTR)
		n = n->kid[0];
	return n;
}

static void find_target(struct wired_last *x, const struct node *t, const struct node *value)
{
	if (wired_is_name(t, x->name)) {
		x->value = value;
		x->touched = !value;
	} else if (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR)
		for (uint32_t i = 0; i < t->n; i++)
			find_target(x, t->kid[i], NULL);
	else if (wired_is_name(wired_root(t), x->name))
		x->touched = true;
}

void wired_find_last(struct wired_last *x, const struct node *n, uint32_t depth)
{
	if (n->lo >= x->before)
		return;
	if (depth > NEST_MAX) {
		x->touched = true;
		return;
	}
	if (n->kind == NODE_ASSIGN && x->past && wired_calls_own(n->kid[0], x->past))
		return; /* never runs */
	if (n->kind == NODE_ASSIGN && n->hi <= x->before)
		for (uint32_t i = 1; i < n->n; i++)
			find_target(x, n->kid[i], n->kid[0]);
	else if (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR || n->kind == NODE_DEL)
		find_target(x, n->kid[0], NULL);
	else if (n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL && n->kid[0]->kid[0]->kind == NODE_ATTR &&
		 wired_is_name(wired_root(n->kid[0]->kid[0]), x->name))
		x->touched = true; /* x.append(...) */
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			wired_find_last(x, n->kid[i], depth + 1);
}

struct fn *wired_method(const struct cls *k, const struct str *name)
{
	struct fn *f = NULL;
	for (uint32_t i = 0; i < k->nmro && !f; i++)
		f = map_get(&k->mro[i]->method, name);
	return f;
}

struct fn *wired_method_of(const struct cls *k, uint32_t i, const struct str *name)
{
	for (uint32_t j = 0; j < i; j++)
		if (map_get(&k->mro[j]->method, name))
			return NULL;
	return map_get(&k->mro[i]->method, name);
}

bool wired_says(const struct node *n, const struct str *name, uint32_t depth)
{
	bool found = wired_is_name(n, name) || (n->kind == NODE_CONST && n->op == CONST_NONE);
	for (uint32_t i = 0; i < n->n && !found && depth <= NEST_MAX; i++)
		found = n->kid[i] && wired_says(n->kid[i], name, depth + 1);
	return found;
}
