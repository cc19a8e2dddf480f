// SPDX-License-Identifier: MIT
/* Config._merge_a_into_b, extended to partly unknown values.
 *
 *     base    model = dict(type='A', neck=dict(n=1, k=3), head=dict(c=10)); lr = 1
 *     own     runs = 2; model = dict(neck=dict(_delete_=True, n=2), head=dict(c=20)); lr = 0.1
 *     merged  model = dict(type='A', neck=dict(n=2), head=dict(c=20)); lr = 0.1; runs = 2
 *
 * The child's keys are put into a copy of the base's dict, in the child's order. A dict over a dict is merged
 * recursively; a dict with a true `_delete_` replaces it, without that key; everything else, lists too, replaces. A
 * dict over another type is a TypeError, unless it has `_delete_`. So a key of the base keeps its position, and new
 * ones follow. `_delete_` is evaluated only if the base has the key: elsewhere it stays, an entry like others.
 *
 * The copy is an overlay: a new dict over the base's frozen one (python/value/value.h), which contains `neck` and
 * `head` but not `type`. `head` is an overlay of its own over the base's. So the cost is the size of the child.
 *
 * Unknown values stay as local as possible. If the base's value is Unknown, it may be a dict or cause a TypeError:
 * the child's keys are certain, the rest of that dict is open. A key that the child may lack (EF_MAYBE) becomes
 * Unknown, and is as certain as in the base. If the child's dict is open, it may replace any of the base's keys.
 * Depth is bounded because that of frozen values is. */
#include "config/merge.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include "python/value/unicode_table.h"
#include <string.h>

enum { SHOWN_MAX = 80 /* bytes of a dict, in an error */ };

struct merge {
	struct arena *a;
	struct merge_error *err;
	bool list_keys;
};

static bool merge_dict(struct merge *m, struct value base, struct value own, struct value *out, uint32_t depth);

/* a copy of d in which every dict is open: the child's own keys are certain, except _delete_, which is removed if
 * the base has a dict; other keys are unknown */
static struct value opened(struct arena *a, struct value d, uint32_t depth)
{
	struct value out = dict_overlay(a, &d);
	out.as.dict->open = true;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, d.as.dict); depth < VALUE_DEPTH_MAX && (e = dict_next(&it));)
		if (e->val.kind == VALUE_DICT)
			dict_put(a, out.as.dict, e->key, opened(a, e->val, depth + 1), e->use);
	e = dict_find_lit(d.as.dict, "_delete_");
	if (e)
		dict_put(a, out.as.dict, e->key, e->val, e->use)->flags |= EF_MAYBE;
	return out;
}

static bool fail(struct merge *m, const char *type, struct span at, struct span other, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

static bool fail(struct merge *m, const char *type, struct span at, struct span other, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	*m->err = (struct merge_error){ type, arena_vprintf(m->a, fmt, ap), at, other };
	va_end(ap);
	return false;
}

static bool clash(struct merge *m, const struct entry *child, const struct entry *base)
{
	struct buf k = { 0 }, v = { 0 };
	op_str(&k, child->key);
	if (!op_str(&v, child->val))
		buf_puts(&v, "{...}");
	if (v.n > SHOWN_MAX) {
		for (v.n = SHOWN_MAX; !utf8_starts(v.s[v.n]); v.n--)
			;
		v.s[v.n] = '\0';
		buf_puts(&v, "...");
	}
	fail(m, "TypeError", child->key.at.file ? child->key.at : child->use, base->use,
	     "%s=%s in child config cannot inherit from base because %s is a dict in the child config but is of type "
	     "<class '%s'> in "
	     "base config. You may set `_delete_=True` to ignore the base config.",
	     buf_str(&k), buf_str(&v), buf_str(&k), value_type_name(base->val));
	buf_release(&k);
	buf_release(&v);
	return false;
}

enum index { INDEX_NONE, INDEX_OK, INDEX_BAD /* str.isdigit() accepts it, int() does not */ };

/* str.isdigit() and int() */
static enum index index_of(const struct entry *e, uint64_t *out)
{
	*out = 0;
	if (e->key.kind != VALUE_STR || !e->key.as.s->len)
		return INDEX_NONE;
	const struct str *s = e->key.as.s;
	enum index how = INDEX_OK;
	unsigned len;
	for (uint32_t i = 0; i < s->len; i += len) {
		uint32_t c = text_decode(s->s + i, s->len - i, &len);
		int digit = text_decimal(c);
		if (!text_is_digit(c))
			return INDEX_NONE;
		if (digit < 0)
			how = INDEX_BAD;
		else if (*out < UINT32_MAX) /* beyond any list */
			*out = *out * 10 + (uint64_t)digit;
	}
	return how;
}

/* Config._merge_a_into_b(own, base) where base is an element of a list: its copy() first, then own's items() */
static bool merge_element(struct merge *m, struct item *item, const struct entry *e, uint32_t depth)
{
	struct value base = item->val;
	item->use = e->use;
	if (base.kind == VALUE_UNKNOWN) {
		item->val = e->val.kind == VALUE_DICT ? opened(m->a, e->val, depth) : base;
		return true;
	}
	if (base.kind != VALUE_DICT && base.kind != VALUE_LIST && base.kind != VALUE_SET)
		return fail(m, "AttributeError", e->use, base.at, "'%s' object has no attribute 'copy'",
			    value_type_name(base));
	if (e->val.kind != VALUE_DICT)
		return fail(m, "AttributeError", e->use, base.at, "'%s' object has no attribute 'items'",
			    value_type_name(e->val));
	return merge_dict(m, base, e->val, &item->val, depth + 1);
}

/* `pipe.0.type=X`: allow_list_keys of merge_from_dict; an element always recurses */
static bool merge_list(struct merge *m, struct value base, struct value own, struct value *out, uint32_t depth)
{
	struct value list = value_list(m->a, VALUE_LIST, base.as.list->n, base.at);
	for (uint32_t i = 0; i < base.as.list->n; i++)
		list_push(m->a, list.as.list, base.as.list->at[i].val, base.as.list->at[i].use);
	list.as.list->open = base.as.list->open;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, own.as.dict); (e = dict_next(&it));) {
		uint64_t i;
		enum index index = index_of(e, &i);
		if (index == INDEX_NONE)
			return fail(m, "TypeError", e->key.at, base.at,
				    "list indices must be integers or slices, not str");
		if (index == INDEX_BAD)
			return fail(m, "ValueError", e->key.at, base.at, "invalid literal for int() with base 10: '%s'",
				    e->key.as.s->s);
		if (i >= list.as.list->n && list.as.list->open)
			continue; /* it may exist */
		if (i >= list.as.list->n) {
			struct buf b = { 0 };
			op_str(&b, base);
			fail(m, "KeyError", e->key.at, base.at, "'Index %s exceeds the length of list %s'",
			     e->key.as.s->s, buf_str(&b));
			buf_release(&b);
			return false;
		}
		if (!merge_element(m, &list.as.list->at[i], e, depth))
			return false;
	}
	*out = list;
	return true;
}

/* v.pop('_delete_', False); *doubt: its value is unknown */
static bool pop_delete(struct merge *m, struct value *v, bool *doubt)
{
	const struct entry *d = dict_find_lit(v->as.dict, "_delete_");
	if (!d)
		return false;
	enum truth t = value_truth(d->val);
	*doubt = t == UNKNOWN3 || (d->flags & EF_MAYBE);
	struct value key = d->key;
	*v = dict_overlay(m->a, v);
	dict_delete(m->a, v->as.dict, key);
	return t == TRUE3;
}

/* Merges one key of the child into out, which started as base. */
static bool merge_entry(struct merge *m, struct dict *out, const struct dict *base, const struct entry *e,
			uint32_t depth)
{
	struct value v = e->val;
	const struct entry *b = dict_find(base, e->key);
	uint32_t flags = 0;
	if (e->flags & EF_MAYBE) {
		v = value_unknown(m->a, WHY_BRANCH, e->use, NULL);
		flags = b && !(b->flags & EF_MAYBE) ? 0 : EF_MAYBE;
	} else if (v.kind == VALUE_DICT && (b || base->open)) {
		bool doubt = false, cut = b && pop_delete(m, &v, &doubt);
		if (doubt)
			v = value_unknown(m->a, WHY_BRANCH, e->use, "_delete_");
		else if (!b || (!cut && (b->val.kind == VALUE_UNKNOWN || (b->flags & EF_MAYBE))))
			v = opened(m->a, v, depth);
		else if (!cut && b->val.kind != VALUE_DICT && !(m->list_keys && b->val.kind == VALUE_LIST))
			return clash(m, e, b);
		else if (!cut && !merge_dict(m, b->val, v, &v, depth + 1))
			return false;
	}
	struct entry *put = dict_put(m->a, out, e->key, v, e->use);
	put->key.at = e->key.at;
	put->flags = (put->flags & ~(uint32_t)EF_MAYBE) | flags;
	return true;
}

/* the child may have unknown keys: each of the base's may have been replaced */
static void doubt_all(struct merge *m, struct value *out)
{
	struct dict_iter it;
	const struct entry *e;
	VEC(all, struct entry) all = { 0 };
	for (dict_begin(&it, out->as.dict); (e = dict_next(&it));)
		vec_push(&all, *e);
	for (size_t i = 0; i < all.n; i++) {
		struct value u = value_unknown(m->a, WHY_BRANCH, all.at[i].use, NULL);
		dict_put(m->a, out->as.dict, all.at[i].key, u, all.at[i].use)->flags |= EF_MAYBE;
	}
	vec_release(&all);
	out->as.dict->open = true;
}

/* Merges own, a dict, over base, which must be a dict too, or a list with --cfg-options. */
static bool merge_dict(struct merge *m, struct value base, struct value own, struct value *out, uint32_t depth)
{
	if (m->list_keys && base.kind == VALUE_LIST)
		return merge_list(m, base, own, out, depth);
	if (base.kind != VALUE_DICT || depth > VALUE_DEPTH_MAX)
		return fail(m, "TypeError", own.at, base.at, "'%s' object does not support item assignment",
			    value_type_name(base));
	struct value merged = dict_overlay(m->a, &base);
	merged.at = own.at.file ? own.at : base.at;
	dict_reserve(m->a, merged.as.dict, own.as.dict->count);
	if (own.as.dict->open)
		doubt_all(m, &merged);
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, own.as.dict); (e = dict_next(&it));)
		if (!merge_entry(m, merged.as.dict, base.as.dict, e, depth))
			return false;
	*out = merged;
	return true;
}

bool inherit_merge(struct arena *a, struct value base, struct value own, bool allow_list_keys, struct value *out,
		   struct merge_error *err)
{
	struct merge m = { a, err, allow_list_keys };
	return merge_dict(&m, base, own, out, 0);
}
