// SPDX-License-Identifier: MIT
/* Uses of a name in the syntax trees of a file and its relatives. */
#include "config/uses.h"
#include "base/vec.h"
#include <ctype.h>
#include <stdatomic.h>
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

/* What one file's code reads, found out when somebody asks first. */
struct module_uses {
	bool blind;
	const struct str **slot; /* names, by hash */
	uint32_t nslots, n;
	const char **base; /* what stands behind each `_base_.` of the source */
	uint32_t nbase;
};

static const struct str **slot_of(const struct module_uses *u, const struct str *name)
{
	uint32_t i = name->hash & (u->nslots - 1);
	while (u->slot[i] && u->slot[i] != name)
		i = (i + 1) & (u->nslots - 1);
	return &u->slot[i];
}

static void add_name(struct module_uses *u, const struct str *name)
{
	if (u->n * 2 >= u->nslots) {
		struct module_uses more = { .nslots = u->nslots ? u->nslots * 2 : 16 };
		more.slot = xcalloc(more.nslots, sizeof *more.slot);
		for (uint32_t i = 0; i < u->nslots; i++)
			if (u->slot[i])
				*slot_of(&more, u->slot[i]) = u->slot[i];
		free(u->slot);
		u->slot = more.slot;
		u->nslots = more.nslots;
	}
	const struct str **at = slot_of(u, name);
	u->n += !*at;
	*at = name;
}

static void find_base_texts(const struct module *m, struct module_uses *u)
{
	static const char before[] = "_base_.";
	VEC(, const char *) found = { 0 };
	const char *p = m->src ? m->src->bytes : NULL, *end = p ? p + m->src->len : NULL;
	while (p && (p = memmem(p, (size_t)(end - p), before, sizeof before - 1))) {
		p += sizeof before - 1;
		vec_push(&found, p);
	}
	u->base = found.at;
	u->nbase = (uint32_t)found.n;
}

static struct module_uses *find_uses(const struct module *m)
{
	struct module_uses *u = xcalloc(1, sizeof *u);
	struct nodes todo = { 0 };
	push(&todo, m->tree.root);
	while (todo.n && !u->blind) {
		const struct node *n = vec_pop(&todo);
		if (n->kind == NODE_NAME || (n->kind == NODE_ALIAS && n->text))
			add_name(u, n->text);
		u->blind = n->kind == NODE_NAME && blinds(n->text);
		push_kids(&todo, n);
	}
	vec_release(&todo);
	find_base_texts(m, u);
	return u;
}

static void release(struct module_uses *u)
{
	if (!u)
		return;
	free(u->slot);
	free(u->base);
	free(u);
}

struct uses_slot {
	_Atomic(struct module_uses *) found; /* NULL: nobody has asked yet */
};

struct uses_slot *uses_slot_new(struct arena *a)
{
	return arena_new(a, struct uses_slot);
}

void uses_slot_release(struct uses_slot *s)
{
	release(atomic_load(&s->found));
}

/* Threads may find the same at the same time: one of them keeps it. */
static const struct module_uses *uses_of(const struct module *m)
{
	struct module_uses *u = atomic_load_explicit(&m->uses->found, memory_order_acquire), *none = NULL;
	if (u)
		return u;
	u = find_uses(m);
	if (atomic_compare_exchange_strong(&m->uses->found, &none, u))
		return u;
	release(u);
	return none;
}

bool module_asks_base(const struct module *m, const struct str *name)
{
	const struct module_uses *u = uses_of(m);
	for (uint32_t i = 0; i < u->nbase; i++) {
		const char *p = u->base[i], *end = m->src->bytes + m->src->len;
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
	const struct module_uses *u = uses_of(m);
	return u->blind || (u->n && *slot_of(u, name)) || module_asks_base(m, name);
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
