// SPDX-License-Identifier: MIT
/* Finds uses of a name in the syntax trees of a file and its relatives.
 *
 * Example: x = dict(); x['k'] = 1     x is not used: it is only filled
 *          y = x.k                    x is used
 *          x = base_dict; x['k'] = 1  x is used: the container is known elsewhere too */
#include "config/uses.h"
#include "base/vec.h"
#include <ctype.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { RELATIVES_MAX = 512 };
VEC(nodes, const struct node *);

struct names { /* a set, by hash */
	const struct str **slot;
	uint32_t nslots, n;
};

static const struct str **slot_of(const struct names *u, const struct str *name)
{
	uint32_t i = name->hash & (u->nslots - 1);
	while (u->slot[i] && u->slot[i] != name)
		i = (i + 1) & (u->nslots - 1);
	return &u->slot[i];
}

static bool names_have(const struct names *u, const struct str *name)
{
	return u->n && *slot_of(u, name);
}

static void names_add(struct names *u, const struct str *name)
{
	if (u->n * 2 >= u->nslots) {
		struct names more = { .nslots = u->nslots ? u->nslots * 2 : 16 };
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

static bool listed(const struct str *name, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name->s, names[i]))
			return true;
	return false;
}

static bool blinds(const struct str *name)
{
	static const char *const names[] = { "globals", "locals", "vars", "eval", "exec" };
	return listed(name, names, ARRAY_SIZE(names));
}

/* Filling a container that the file created for this name is no use. If the container has another name, filling it
 * may change that one. */
struct walk {
	struct nodes todo;
	struct names loaded, filled, created, bound; /* created: bound to a new container; bound: in other ways */
};

static void push(struct walk *w, const struct node *n)
{
	if (n)
		vec_push(&w->todo, n);
}

static bool makes_container(const struct node *n)
{
	static const char *const types[] = { "dict", "list", "set" };
	switch (n->kind) {
	case NODE_LIST:
	case NODE_DICT:
	case NODE_SET:
	case NODE_LISTCOMP:
	case NODE_SETCOMP:
	case NODE_DICTCOMP:
		return true;
	case NODE_CALL:
		return n->kid[0]->kind == NODE_NAME && listed(n->kid[0]->text, types, ARRAY_SIZE(types));
	default:
		return false;
	}
}

/* x, x['k'] or x.k, into which something is put. */
static void push_filled(struct walk *w, const struct node *n)
{
	for (; n->kind == NODE_INDEX || n->kind == NODE_ATTR; n = n->kid[0])
		if (n->kind == NODE_INDEX)
			push(w, n->kid[1]);
	if (n->kind == NODE_NAME)
		names_add(&w->filled, n->text);
	else
		push(w, n);
}

/* Binding a name is no use of it. */
static void push_target(struct walk *w, const struct node *n, struct names *how)
{
	if (n->kind == NODE_INDEX || n->kind == NODE_ATTR)
		push_filled(w, n);
	else if (n->kind != NODE_NAME)
		push(w, n);
	else if (how)
		names_add(how, n->text);
}

/* x.update(...), whose result is unused */
static bool fills(const struct node *n)
{
	static const char *const methods[] = { "update", "setdefault", "append", "extend", "insert", "pop", "clear" };
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	return callee && callee->kind == NODE_ATTR && listed(callee->text, methods, ARRAY_SIZE(methods));
}

static void push_from(struct walk *w, const struct node *n, uint32_t first)
{
	for (uint32_t i = first; i < n->n; i++)
		push(w, n->kid[i]);
}

static void push_kids(struct walk *w, const struct node *n)
{
	switch (n->kind) {
	case NODE_ASSIGN:
		push(w, n->kid[0]);
		for (uint32_t i = 1; i < n->n; i++)
			push_target(w, n->kid[i], n->n == 2 && makes_container(n->kid[0]) ? &w->created : &w->bound);
		return;
	case NODE_EXPR:
		if (fills(n->kid[0])) {
			push_filled(w, n->kid[0]->kid[0]->kid[0]);
			push_from(w, n->kid[0], 1);
			return;
		}
		break;
	case NODE_ANNASSIGN:
	case NODE_FOR:
	case NODE_CFOR:
		push_target(w, n->kid[0], &w->bound);
		push_from(w, n, 1);
		return;
	case NODE_AUGASSIGN:
		push_target(w, n->kid[0], NULL);
		push_from(w, n, 1);
		return;
	case NODE_DEL:
		return;
	default:
		break;
	}
	push_from(w, n, 0);
}

/* The names that one file's code reads, computed on demand. */
struct module_uses {
	bool blind;
	struct names loaded;
	const char **base; /* the names after each `_base_.` and `${` of the source */
	uint32_t nbase;
};

VEC(places, const char *);
static void find_behind(const struct module *m, const char *before, struct places *found)
{
	const char *p = m->src ? m->src->bytes : NULL, *end = p ? p + m->src->len : NULL;
	size_t n = strlen(before);
	while (p && (p = memmem(p, (size_t)(end - p), before, n))) {
		p += n;
		vec_push(found, p);
	}
}

static void find_base_texts(const struct module *m, struct module_uses *u)
{
	struct places found = { 0 };
	find_behind(m, "_base_.", &found);
	find_behind(m, "${", &found); /* mmdet's replace_cfg_vals fills in the key of that name */
	u->base = found.at;
	u->nbase = (uint32_t)found.n;
}

static void walk_release(struct walk *w)
{
	vec_release(&w->todo);
	free(w->filled.slot);
	free(w->created.slot);
	free(w->bound.slot);
}

static struct module_uses *find_uses(const struct module *m)
{
	struct module_uses *u = xcalloc(1, sizeof *u);
	struct walk w = { 0 };
	push(&w, m->tree.root);
	while (w.todo.n && !u->blind) {
		const struct node *n = vec_pop(&w.todo);
		if (n->kind == NODE_NAME || (n->kind == NODE_ALIAS && n->text))
			names_add(&w.loaded, n->text);
		u->blind = n->kind == NODE_NAME && blinds(n->text);
		push_kids(&w, n);
	}
	for (uint32_t i = 0; i < w.filled.nslots; i++)
		if (w.filled.slot[i] &&
		    (!names_have(&w.created, w.filled.slot[i]) || names_have(&w.bound, w.filled.slot[i])))
			names_add(&w.loaded, w.filled.slot[i]);
	u->loaded = w.loaded;
	walk_release(&w);
	find_base_texts(m, u);
	return u;
}

static void release(struct module_uses *u)
{
	if (!u)
		return;
	free(u->loaded.slot);
	free(u->base);
	free(u);
}

struct uses_slot {
	_Atomic(struct module_uses *) found; /* NULL: not computed yet */
	_Atomic(bool) depends_on_children;   /* module_note_children */
};

struct uses_slot *uses_slot_new(struct arena *a)
{
	return arena_new(a, struct uses_slot);
}

void uses_slot_release(struct uses_slot *s)
{
	release(atomic_load(&s->found));
}

void module_note_children(const struct module *m)
{
	atomic_store(&m->uses->depends_on_children, true);
}

bool module_queried_children(const struct module *m)
{
	return atomic_load(&m->uses->depends_on_children);
}

/* Several threads may compute it at once: one result is stored. */
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

bool module_queries_base(const struct module *m, const struct str *name)
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
	return u->blind || names_have(&u->loaded, name) || module_queries_base(m, name);
}

/* ---- of several files ---- */

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

static bool any_child(const struct graph *g, const struct module *m, const struct str *name,
		      bool (*says)(const struct module *m, const struct str *name))
{
	const struct module **dep;
	bool found = false;
	size_t n = graph_dependents(g, m, &dep);
	for (size_t i = 0; i < n && !found; i++)
		found = says(dep[i], name);
	free(dep);
	module_note_children(m);
	return found;
}

bool child_queries_base(const struct graph *g, const struct module *m, const struct str *name)
{
	return any_child(g, m, name, module_queries_base);
}

bool name_is_used(const struct graph *g, const struct module *m, const struct str *name)
{
	return bases_use(m, name) || any_child(g, m, name, module_loads);
}
