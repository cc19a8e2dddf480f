// SPDX-License-Identifier: MIT
#include "facts/mark.h"
#include "facts/priv.h"

struct value facts_mark_as(struct facts *f, struct value v, const struct mark *m)
{
	v.spare = 0;
	if (f->nmarks == FACTS_MARKS)
		return v;
	f->mark = arena_one_more(f->arena, struct mark, f->mark, f->nmarks, f->marks_cap, 16);
	f->mark[f->nmarks++] = *m;
	v.spare = (uint16_t)f->nmarks;
	return v;
}

struct value facts_mark(struct facts *f, struct value v, struct keypath p)
{
	return facts_mark_as(f, v, &(struct mark){ .up = p });
}

bool facts_marked(struct facts *f, struct value v, struct keypath *out)
{
	if (!v.spare || v.spare > f->nmarks)
		return false;
	const struct mark m[1] = { f->mark[v.spare - 1] };
	if (m->of.kind != VALUE_UNKNOWN && !facts_path_of_value(f, m->of, out))
		return false;
	if (m->of.kind == VALUE_UNKNOWN)
		*out = m->tree ? tree_path(f->arena, m->tree, m->up, m->top, m->node) : m->up;
	v.spare = 0;
	if (m->keys)
		*out = keypath_add(f->arena, *out, v);
	return true;
}

const struct tree *facts_tree(struct facts *f)
{
	if (!f->tree.n)
		f->tree = tree_of(f->arena, f->subject->tree);
	return &f->tree;
}

bool facts_path_of_value(struct facts *f, struct value v, struct keypath *out)
{
	if (facts_marked(f, v, out))
		return true;
	if (!value_is_frozen(v)) /* created by the expression */
		return false;
	uint32_t i = tree_find(facts_tree(f), v);
	if (i != TREE_NONE)
		*out = tree_path(f->arena, &f->tree, (struct keypath){ 0 }, 0, i);
	return i != TREE_NONE;
}
