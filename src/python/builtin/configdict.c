// SPDX-License-Identifier: MIT
/* mmengine's ConfigDict where it differs from dict: stores convert (plain dicts and lists are rebuilt, ConfigDicts are
 * kept), update() is recursive and blind to `_delete_`, merge() honours it, pop() and get() never raise. */
#include "python/builtin/priv.h"
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

struct value value_to_config(struct eval *ev, struct value v)
{
	return convert(ev, v, 0);
}

/* A fresh top level; nested ConfigDicts are shared as copy() does. */
struct value fn_configdict_copy(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	struct value v = convert_dict(ev, self, 0);
	v.at = c->at;
	v.flags = 0;
	return v;
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

struct value fn_configdict_to_dict(struct eval *ev, const struct call *c)
{
	return plain_copy(ev, c->self, 0);
}

static struct value pairs(struct eval *ev, const struct call *c, bool with_keys)
{
	struct value self = eval_seen(ev, c->self), out = value_list(ev->arena, VALUE_LIST, self.as.dict->count, c->at);
	struct dict_iter it;
	dict_begin(&it, self.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct value v = eval_seen(ev, e->val);
		if (with_keys)
			v = tuple_of2(ev, e->key, v, e->key.at);
		list_push(ev->arena, out.as.list, v, e->use);
		out.as.list->at[out.as.list->n - 1].flags = e->flags & EF_MAYBE;
	}
	out.as.list->open = self.as.dict->open;
	return out;
}

struct value fn_configdict_items(struct eval *ev, const struct call *c)
{
	return pairs(ev, c, true);
}

struct value fn_configdict_values(struct eval *ev, const struct call *c)
{
	return pairs(ev, c, false);
}

/* update() */
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
		dict_put(ev->arena, d, e->key, value_to_config(ev, val), e->use);
	else if (was.as.dict->config)
		update_from(ev, was, val, depth + 1);
	else {
		struct call with = { .self = was, .arg = &val, .use = &e->use, .n = 1, .at = e->use };
		fn_dict_update(ev, &with);
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

struct value fn_configdict_update(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	struct value other = c->n ? eval_seen(ev, c->arg[0]) : value_none(c->at);
	if (other.kind == VALUE_DICT)
		update_from(ev, self, other, 0);
	else if (c->n && (other.kind == VALUE_UNKNOWN || op_opaque(other)))
		poison_self(ev, c, other.kind == VALUE_UNKNOWN ? other : op_unknown(ev, WHY_TYPE, c->at));
	else if (c->n)
		return eval_raise(ev, "TypeError", c->at,
				  "descriptor 'items' for 'dict' objects doesn't apply to a '%s' object",
				  value_type_name(other));
	for (uint32_t i = 0; i < c->nkw; i++) {
		struct entry e = { .key = value_str(c->kw[i].name, c->kw[i].at),
				   .val = c->kw[i].val,
				   .use = c->kw[i].use };
		update_key(ev, eval_seen(ev, self), &e, 0);
	}
	return value_none(c->at);
}

/* merge(): both sides are copies, so they are changed freely. */
static struct value merged(struct eval *ev, struct value other, struct value base, unsigned depth);

static struct value delete_key(void)
{
	return value_text("_delete_", (struct span){ 0 });
}

static bool merge_key(struct eval *ev, struct dict *out, const struct entry *b, const struct entry *o, unsigned depth)
{
	struct value val = !o  ? b->val
			   : b ? merged(ev, o->val, b->val, depth + 1)
			       : merged(ev, o->val, value_none(o->use), depth + 1);
	const struct entry *from = o ? o : b;
	if (from->key.kind == VALUE_STR && from->key.as.s == delete_key().as.s)
		return true;
	if (o && b && o->flags & EF_MAYBE)
		val = op_unknown(ev, WHY_BRANCH, o->use);
	struct value key = from->key;
	struct entry *e = dict_put(ev->arena, out, key, val, from->use);
	e->flags |= (o && b ? b->flags & o->flags : from->flags) & EF_MAYBE;
	e->over = from->over;
	return true;
}

static struct value merged(struct eval *ev, struct value other, struct value base, unsigned depth)
{
	struct value out = other;
	struct dict_iter it;
	if (other.kind != VALUE_DICT || depth > EVAL_DEPTH)
		return depth > EVAL_DEPTH ? op_unknown(ev, WHY_DEPTH, other.at) : other;
	const struct entry *del = dict_find(other.as.dict, delete_key());
	enum truth replace = del ? value_truth(del->val) : FALSE3;
	if (base.kind == VALUE_UNKNOWN || replace == UNKNOWN3 || (del && del->flags & EF_MAYBE))
		return op_unknown(ev, WHY_BRANCH, other.at);
	if (base.kind != VALUE_DICT) {
		dict_delete(ev->arena, other.as.dict, delete_key());
		return other;
	}
	out.as.dict = value_dict(ev->arena, other.at).as.dict;
	out.as.dict->config = true;
	out.as.dict->open = other.as.dict->open || (base.as.dict->open && replace == FALSE3);
	if (replace == FALSE3) {
		dict_begin(&it, base.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			merge_key(ev, out.as.dict, e, dict_find(other.as.dict, e->key), depth);
	}
	dict_begin(&it, other.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		if (replace == TRUE3 || !dict_find(base.as.dict, e->key))
			merge_key(ev, out.as.dict, NULL, e, depth);
	return out;
}

struct value fn_configdict_merge(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), other = op_deep(ev, c->arg[0]);
	if (other.kind != VALUE_DICT) {
		if (op_opaque(other))
			return poison_self(ev, c, op_unknown(ev, WHY_TYPE, c->at)), value_none(c->at);
		return eval_raise(ev, "TypeError", c->at, "'%s' object is not a mapping", value_type_name(other));
	}
	struct value base = value_copy(ev->arena, op_deep(ev, self));
	struct value sum = merged(ev, value_copy(ev->arena, other), base, 0);
	if (sum.kind != VALUE_DICT)
		return poison_self(ev, c, sum), value_none(c->at);
	struct dict *d = eval_thaw_dict(ev, &self);
	struct dict_iter it;
	dict_clear(ev->arena, d);
	dict_begin(&it, sum.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct entry *f = dict_put(ev->arena, d, e->key, value_to_config(ev, e->val), e->use);
		f->flags = e->flags & EF_MAYBE;
		f->over = e->over;
	}
	d->open = sum.as.dict->open;
	return value_none(c->at);
}

struct value config_or(struct eval *ev, struct value x, struct value y, struct span at)
{
	struct value v = value_to_config(ev, plain_copy(ev, x, 0)); /* new all the way down */
	if (v.kind != VALUE_DICT)
		return v;
	v.at = at;
	v.flags = 0;
	update_from(ev, v, y, 0);
	return v;
}

struct value fn_configdict_new(struct eval *ev, const struct call *c)
{
	return value_to_config(ev, fn_dict(ev, c));
}
