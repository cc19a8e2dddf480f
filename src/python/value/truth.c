// SPDX-License-Identifier: MIT
/* bool(v) in three-valued logic, and certainty about containers. */
#include "python/value/truth.h"
#include "python/value/dict.h"
#include <string.h>

bool list_is_sure(const struct list *l)
{
	if (l->open)
		return false;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].flags & EF_MAYBE)
			return false;
	return true;
}

bool dict_is_sure(const struct dict *d)
{
	struct dict_iter it;
	if (d->open)
		return false;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->flags & EF_MAYBE)
			return false;
	return true;
}

static enum truth list_truth(const struct list *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!(l->at[i].flags & EF_MAYBE))
			return TRUE3;
	return l->open || l->n ? UNKNOWN3 : FALSE3;
}

static enum truth dict_truth(const struct dict *d)
{
	struct dict_iter it;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));)
		if (!(e->flags & EF_MAYBE))
			return TRUE3;
	return d->open || d->count ? UNKNOWN3 : FALSE3;
}

bool object_is_plain(const struct object *o)
{
	return !strcmp(o->type->s, "type") || !strcmp(o->type->s, "module") || !strcmp(o->type->s, "partial") ||
	       !strcmp(o->type->s, "builtin_function_or_method") || !strcmp(o->type->s, "ellipsis");
}

static enum truth iter_truth(const struct list *l)
{
	if (!l->type || strncmp(l->type->s, "dict_", 5) || strstr(l->type->s, "iterator"))
		return TRUE3; /* iterators don't know whether they are empty */
	return l->view ? dict_truth(l->view) : list_truth(l);
}

enum truth value_truth(struct value v)
{
	switch (v.kind) {
	case VALUE_UNKNOWN:
		return UNKNOWN3;
	case VALUE_NONE:
		return FALSE3;
	case VALUE_BOOL:
		return v.as.b;
	case VALUE_INT:
		return v.as.i != 0;
	case VALUE_FLOAT:
		return v.as.f != 0;
	case VALUE_COMPLEX:
		return v.as.c->re != 0 || v.as.c->im != 0;
	case VALUE_STR:
	case VALUE_BYTES:
		return v.as.s->len != 0;
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
		return list_truth(v.as.list);
	case VALUE_DICT:
		return dict_truth(v.as.dict);
	case VALUE_RANGE:
		return range_count(v.as.range) != 0;
	case VALUE_ITER:
		return iter_truth(v.as.list);
	case VALUE_OBJECT:
		return object_is_plain(v.as.obj) ? TRUE3 : UNKNOWN3;
	default:
		return TRUE3;
	}
}
