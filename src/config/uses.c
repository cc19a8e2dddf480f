// SPDX-License-Identifier: MIT
/* Uses of a name in the syntax trees of a file and its relatives. */
#include "config/uses.h"
#include "base/vec.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { RELATIVES_MAX = 512 };
VEC(nodes, const struct node *);

static void push(struct nodes *todo, const struct node *n)
{
	if (n)
		vec_push(todo, n);
}

/* What a statement only binds is no use; a target such as x['k'] reads x. */
static void push_target(struct nodes *todo, const struct node *n)
{
	if (n && n->kind != NODE_NAME)
		vec_push(todo, n);
}

static void push_kids(struct nodes *todo, const struct node *n)
{
	uint32_t targets = 0; /* bits of the first kids that are only bound */
	switch (n->kind) {
	case NODE_ASSIGN:
		push(todo, n->kid[0]);
		for (uint32_t i = 1; i < n->n; i++)
			push_target(todo, n->kid[i]);
		return;
	case NODE_ANNASSIGN:
	case NODE_AUGASSIGN:
	case NODE_FOR:
	case NODE_CFOR:
		targets = 1;
		break;
	case NODE_DEL:
		return;
	default:
		break;
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (i < targets)
			push_target(todo, n->kid[i]);
		else
			push(todo, n->kid[i]);
}

static bool blinds(const struct str *name)
{
	static const char *const names[] = { "globals", "locals", "vars", "eval", "exec" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name->s, names[i]))
			return true;
	return false;
}

static bool uses_node(const struct node *n, const struct str *name)
{
	if (n->kind == NODE_NAME)
		return n->text == name || blinds(n->text);
	return n->kind == NODE_ALIAS && n->text == name;
}

bool module_asks_base(const struct module *m, const struct str *name)
{
	static const char before[] = "_base_.";
	if (!m->src)
		return false;
	const char *p = m->src->bytes, *end = p + m->src->len;
	while ((p = memmem(p, (size_t)(end - p), before, sizeof before - 1))) {
		p += sizeof before - 1;
		if ((size_t)(end - p) < name->len || memcmp(p, name->s, name->len))
			continue;
		unsigned char next = p + name->len < end ? (unsigned char)p[name->len] : ' ';
		if (!isalnum(next) && next != '_')
			return true;
	}
	return false;
}

bool module_loads(const struct module *m, const struct str *name)
{
	struct nodes todo = { 0 };
	bool found = module_asks_base(m, name);
	push(&todo, m->tree.root);
	while (todo.n && !found) {
		const struct node *n = todo.at[--todo.n];
		found = uses_node(n, name);
		push_kids(&todo, n);
	}
	vec_release(&todo);
	return found;
}

static bool bases_use(const struct module *m, const struct str *name)
{
	const struct module *list[RELATIVES_MAX];
	uint32_t n = 0;
	list[n++] = m;
	for (uint32_t i = 0; i < n; i++) {
		if (module_loads(list[i], name))
			return true;
		for (uint32_t b = 0; b < list[i]->nbases && n < RELATIVES_MAX; b++) {
			const struct module *base = list[i]->base[b].module;
			bool seen = !base;
			for (uint32_t k = 0; k < n && !seen; k++)
				seen = list[k] == base;
			if (!seen)
				list[n++] = base;
		}
	}
	return false;
}

bool name_is_used(const struct graph *g, const struct module *m, const struct str *name)
{
	if (bases_use(m, name))
		return true;
	const struct module **dep;
	size_t n = graph_dependents(g, m, &dep);
	bool used = false;
	for (size_t i = 0; i < n && !used; i++)
		used = module_loads(dep[i], name);
	free(dep);
	return used;
}
