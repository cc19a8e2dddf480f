// SPDX-License-Identifier: MIT
/* Methods of mmengine's ConfigDict that differ from dict's: update() is recursive and ignores `_delete_`, merge()
 * honours it, pop() and get() never raise. Conversion by stores: python/ops/op_configdict.c.
 *
 * Example: c = ConfigDict(a=dict(x=1))
 *          c.update(a=dict(y=2))    c.a is {x: 1, y: 2}
 *          c.pop('b')               None */
#include "python/builtin/priv.h"
#include "python/ops/op_configdict.h"
#include "python/ops/seq.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

/* A new top level; nested ConfigDicts are shared, as in copy(). */
struct value fn_configdict_copy(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self);
	struct value v = configdict_copy(ev, self);
	v.at = c->at;
	v.flags = 0;
	return v;
}

static struct value fn_configdict_to_dict(struct eval *ev, const struct call *c)
{
	return configdict_plain(ev, c->self);
}

enum part { VALUES, ITEMS };

static struct value all_of(struct eval *ev, const struct call *c, enum part part)
{
	struct value self = eval_seen(ev, c->self), out = value_list(ev->arena, VALUE_LIST, self.as.dict->count, c->at);
	struct dict_iter it;
	dict_begin(&it, self.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct value v = eval_seen(ev, e->val);
		if (part == ITEMS)
			v = tuple_of2(ev, e->key, v, e->key.at);
		list_push(ev->arena, out.as.list, v, e->use);
		out.as.list->at[out.as.list->n - 1].flags = e->flags & EF_MAYBE;
	}
	out.as.list->open = self.as.dict->open;
	return out;
}

static struct value fn_configdict_items(struct eval *ev, const struct call *c)
{
	return all_of(ev, c, ITEMS);
}

static struct value fn_configdict_values(struct eval *ev, const struct call *c)
{
	return all_of(ev, c, VALUES);
}

static struct value fn_configdict_update(struct eval *ev, const struct call *c)
{
	struct value done = c->n ? configdict_update(ev, c->self, c->arg[0], c->at) : value_none(c->at);
	if (done.kind == VALUE_UNKNOWN)
		return done;
	for (uint32_t i = 0; i < c->nkw; i++) {
		struct entry e = { .key = value_str(c->kw[i].name, c->kw[i].at),
				   .val = c->kw[i].val,
				   .use = c->kw[i].use };
		configdict_update_key(ev, eval_seen(ev, c->self), &e);
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

static struct value fn_configdict_merge(struct eval *ev, const struct call *c)
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
		struct entry *f = dict_put(ev->arena, d, e->key, configdict_of(ev, e->val), e->use);
		f->flags = e->flags & EF_MAYBE;
		f->over = e->over;
	}
	d->open = sum.as.dict->open;
	return value_none(c->at);
}

static struct value fn_configdict_new(struct eval *ev, const struct call *c)
{
	return configdict_of(ev, fn_dict(ev, c));
}

const struct builtin rows_configdict[] = {
	{ "configdict.copy", 0, 0, 0, NULL, fn_configdict_copy, "a new top level" },
	{ "configdict.items", 0, 0, 0, NULL, fn_configdict_items, "a list of (key, value) pairs" },
	{ "configdict.merge", 1, 1, BF_MUTATES, "other", fn_configdict_merge, "recursive, with _delete_" },
	{ "configdict.to_dict", 0, 0, 0, NULL, fn_configdict_to_dict, "plain dicts" },
	{ "configdict.update", 0, 1, BF_TAKES_UNKNOWN | BF_MUTATES, "*", fn_configdict_update, "recursive" },
	{ "configdict.values", 0, 0, 0, NULL, fn_configdict_values, "a list of the values" },
	{ "mmengine.config.config.ConfigDict", 0, 1, BF_TAKES_UNKNOWN, "*", fn_configdict_new,
	  "a ConfigDict of pairs, a mapping, keywords" },
	{ 0 },
};
