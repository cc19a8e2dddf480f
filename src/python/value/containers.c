// SPDX-License-Identifier: MIT
/* Containers of a value in one array, with an index by address. Explicit stack: values may nest deeply. */
#include "python/value/containers.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include <string.h>

VEC(tree_nodes, struct tree_node);

static const struct span nowhere;

bool tree_holds(struct value v)
{
	return v.kind == VALUE_DICT || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
}

static const void *address(struct value v)
{
	return v.kind == VALUE_DICT ? (const void *)v.as.dict : v.as.list;
}

static void push_kids(struct tree_nodes *todo, struct value v, uint32_t up)
{
	size_t first = todo->n;
	if (v.kind == VALUE_DICT) {
		struct dict_iter it;
		const struct entry *e;
		for (dict_begin(&it, v.as.dict); (e = dict_next(&it));)
			if (tree_holds(e->val))
				*vec_add(todo) = (struct tree_node){ e->val, e->key, up, 0, e->flags & EF_MAYBE };
	} else {
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if (tree_holds(v.as.list->at[i].val))
				*vec_add(todo) =
					(struct tree_node){ v.as.list->at[i].val, value_int(i, nowhere), up, 0, false };
	}
	for (size_t i = first, j = todo->n; i + 1 < j; i++) { /* the stack gives them in order */
		struct tree_node t = todo->at[i];
		todo->at[i] = todo->at[--j];
		todo->at[j] = t;
	}
}

static uint32_t slot_of(const struct tree *t, const void *p)
{
	uint32_t mask = t->nindex - 1, h = (uint32_t)(((uintptr_t)p >> 4) * 0x9E3779B1u) >> 7;
	for (;; h++) {
		uint32_t k = t->index[h & mask];
		if (!k || address(t->at[k - 1].val) == p)
			return h & mask;
	}
}

static void build_index(struct arena *a, struct tree *t)
{
	t->nindex = 8;
	while (t->nindex < t->n * 2)
		t->nindex *= 2;
	t->index = arena_array(a, uint32_t, t->nindex);
	for (uint32_t i = 0; i < t->n; i++)
		t->index[slot_of(t, address(t->at[i].val))] = i + 1;
}

struct tree tree_of(struct arena *a, struct value root)
{
	struct tree_nodes todo = { 0 }, done = { 0 };
	struct tree t = { 0 };
	if (!tree_holds(root))
		return t;
	*vec_add(&todo) = (struct tree_node){ .val = root };
	while (todo.n) {
		struct tree_node x = vec_pop(&todo);
		uint32_t self = (uint32_t)done.n;
		vec_push(&done, x);
		push_kids(&todo, x.val, self);
	}
	t.n = (uint32_t)done.n;
	t.at = arena_array(a, struct tree_node, t.n);
	memcpy(t.at, done.at, t.n * sizeof *t.at);
	for (uint32_t i = t.n; i-- > 0;) { /* children come later than their parents */
		struct tree_node *x = &t.at[i], *up = &t.at[x->up];
		x->end = x->end ? x->end : i + 1;
		if (up->end < x->end)
			up->end = x->end;
	}
	build_index(a, &t);
	vec_release(&todo);
	vec_release(&done);
	return t;
}

uint32_t tree_find(const struct tree *t, struct value container)
{
	return t->n && tree_holds(container) ? t->index[slot_of(t, address(container))] - 1 : TREE_NONE;
}

struct keypath tree_path(struct arena *a, const struct tree *t, struct keypath up, uint32_t top, uint32_t i)
{
	CHECK(i < t->n && top <= i && i < t->at[top].end);
	uint32_t n = up.n;
	for (uint32_t k = i; k != top; k = t->at[k].up)
		n++;
	struct value *part = arena_array(a, struct value, n + 1);
	if (up.n)
		memcpy(part, up.part, up.n * sizeof *part);
	for (uint32_t at = n; i != top; i = t->at[i].up)
		part[--at] = t->at[i].part;
	return (struct keypath){ part, n };
}
