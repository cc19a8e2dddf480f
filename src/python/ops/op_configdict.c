// SPDX-License-Identifier: MIT
/* mmengine's ConfigDict in operators: stores convert values (plain dicts and lists are rebuilt, ConfigDicts stay),
 * update() is recursive and ignores `_delete_`. Its methods: python/builtin/configdict.c.
 *
 * Example: c.x = {'a': {'b': 1}}     c.x.a.b == 1: nested dicts are ConfigDicts
 *          c.update(x=dict(d=2))     c.x has a and d */
#include "python/ops/op_configdict.h"
#include "python/ops/ops.h"
#include "python/ops/seq.h"
#include "python/state/doubt.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include <string.h>

static struct value convert(struct eval *ev, struct value v, unsigned depth);

static struct value convert_list(struct eval *ev, struct value v, unsigned depth)
{
	struct value out = value_list(ev->arena, (enum value_kind)v.kind, v.as.list->n, v.at), why;
	if (!op_may_hold(ev, v.as.list->n, v.at, &why))
		return why;
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		const struct item *item = &v.as.list->at[i];
		list_push(ev->arena, out.as.list, convert(ev, item->val, depth + 1), item->use);
		out.as.list->at[i].flags = item->flags;
	}
	out.as.list->open = v.as.list->open;
	out.as.list->config = true;
	out.flags = v.flags;
	return out;
}

static struct value convert_dict(struct eval *ev, struct value v, unsigned depth)
{
	struct value out = value_dict(ev->arena, v.at), why;
	struct dict_iter it;
	if (!op_may_hold(ev, v.as.dict->count, v.at, &why))
		return why;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct entry *f = dict_put(ev->arena, out.as.dict, e->key, convert(ev, e->val, depth + 1), e->use);
		f->flags = e->flags & EF_MAYBE;
		f->over = e->over;
	}
	out.as.dict->open = v.as.dict->open;
	out.as.dict->config = true;
	out.flags = v.flags;
	return out;
}

static bool is_plain(const struct dict *d)
{
	return !d->config && (!d->type || !strcmp(d->type->s, "OrderedDict"));
}

static struct value convert(struct eval *ev, struct value v, unsigned depth)
{
	v = eval_seen(ev, v);
	if (depth > EVAL_DEPTH)
		return op_unknown(ev, WHY_DEPTH, v.at);
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		return convert_list(ev, v, depth);
	if (v.kind == VALUE_DICT && is_plain(v.as.dict))
		return convert_dict(ev, v, depth);
	return v;
}

struct value configdict_of(struct eval *ev, struct value v)
{
	return convert(ev, v, 0);
}

struct value configdict_copy(struct eval *ev, struct value v)
{
	return convert_dict(ev, v, 0);
}

static struct value plain_copy(struct eval *ev, struct value v, unsigned depth)
{
	v = eval_seen(ev, v);
	struct value out = v, why;
	if (depth > EVAL_DEPTH)
		return op_unknown(ev, WHY_DEPTH, v.at);
	if (v.kind == VALUE_DICT && op_may_hold(ev, v.as.dict->count, v.at, &why)) {
		struct dict_iter it;
		out = value_dict(ev->arena, v.at);
		out.as.dict->open = v.as.dict->open;
		dict_begin(&it, v.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			dict_put(ev->arena, out.as.dict, e->key, plain_copy(ev, e->val, depth + 1), e->use)->flags =
				e->flags & EF_MAYBE;
	} else if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) {
		out = list_of(ev, (enum value_kind)v.kind, v.as.list, v.at);
		for (uint32_t i = 0; out.kind == v.kind && i < out.as.list->n; i++)
			out.as.list->at[i].val = plain_copy(ev, out.as.list->at[i].val, depth + 1);
	}
	return out;
}

struct value configdict_plain(struct eval *ev, struct value v)
{
	return plain_copy(ev, v, 0);
}

static void update_from(struct eval *ev, struct value self, struct value other, unsigned depth);

static void update_key(struct eval *ev, struct value self, const struct entry *e, unsigned depth)
{
	struct dict *d = eval_thaw_dict(ev, &self);
	const struct entry *old = dict_find(d, e->key);
	struct value was = old ? eval_seen(ev, old->val) : (struct value){ 0 }, val = eval_seen(ev, e->val);
	bool doubt = (old && old->flags & EF_MAYBE) || (!old && d->open) || e->flags & EF_MAYBE;
	if (doubt && (val.kind == VALUE_DICT || e->flags & EF_MAYBE)) {
		dict_put(ev->arena, d, e->key, op_unknown(ev, WHY_BRANCH, val.at), e->use)->flags |=
			e->flags & EF_MAYBE;
		return;
	}
	if (old && val.kind == VALUE_DICT && was.kind == VALUE_UNKNOWN)
		dict_put(ev->arena, d, e->key, op_blame(was, val.at), e->use);
	else if (!old || was.kind != VALUE_DICT || val.kind != VALUE_DICT)
		dict_put(ev->arena, d, e->key, configdict_of(ev, val), e->use);
	else if (was.as.dict->config)
		update_from(ev, was, val, depth + 1);
	else {
		struct value why;
		dict_update(ev, was, val, e->use, &why);
	}
}

static void update_from(struct eval *ev, struct value self, struct value other, unsigned depth)
{
	struct dict_iter it;
	if (depth > EVAL_DEPTH || !op_spend(ev, other.as.dict->count)) {
		eval_poison(ev, self, op_unknown(ev, WHY_DEPTH, self.at).as.cause);
		return;
	}
	if (self.as.dict == other.as.dict)
		return;
	dict_begin(&it, other.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		update_key(ev, eval_seen(ev, self), e, depth);
	if (other.as.dict->open)
		eval_poison(ev, self, op_unknown(ev, WHY_BRANCH, other.at).as.cause);
}

void configdict_update_key(struct eval *ev, struct value self, const struct entry *e)
{
	update_key(ev, self, e, 0);
}

struct value configdict_update(struct eval *ev, struct value self, struct value other, struct span at)
{
	other = eval_seen(ev, other);
	if (other.kind == VALUE_DICT)
		update_from(ev, eval_seen(ev, self), other, 0);
	else if (other.kind == VALUE_UNKNOWN || op_opaque(other))
		eval_poison(ev, self,
			    other.kind == VALUE_UNKNOWN ? other.as.cause : op_unknown(ev, WHY_TYPE, at).as.cause);
	else
		return eval_raise(ev, "TypeError", at,
				  "descriptor 'items' for 'dict' objects doesn't apply to a '%s' object",
				  value_type_name(other));
	return value_none(at);
}

struct value configdict_or(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value v = configdict_of(ev, plain_copy(ev, x, 0)); /* new at every level */
	if (v.kind != VALUE_DICT)
		return v;
	v.at = at;
	v.flags = 0;
	update_from(ev, v, y, 0);
	return v;
}
