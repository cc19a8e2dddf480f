// SPDX-License-Identifier: MIT
/* dict() and the methods of plain dicts. In dict(a=1) the key's place is the keyword's name, and the use of its
 * value is the value's place, so that findings and edits hit the user's text.
 *
 * Example: d = dict(a=1); d.get('b', 2)    2
 *          d.pop('a')                      1, d is {}
 *          d.pop(unknown)                  Unknown; every key of d may be gone */
#include "python/builtin/priv.h"
#include "python/ops/op_configdict.h"
#include "python/ops/seq.h"
#include "python/state/doubt.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

static void put_keywords(struct eval *ev, struct dict *d, const struct call *c)
{
	dict_reserve(ev->arena, d, c->nkw);
	for (uint32_t i = 0; i < c->nkw; i++)
		dict_put(ev->arena, d, value_str(c->kw[i].name, c->kw[i].at), c->kw[i].val, c->kw[i].use);
}

struct value fn_dict(struct eval *ev, const struct call *c)
{
	struct value v = value_dict(ev->arena, c->at), why;
	if (c->n) {
		struct value from = eval_seen(ev, c->arg[0]);
		bool known = from.kind != VALUE_UNKNOWN && dict_merge(ev, v.as.dict, from, c->at, &why);
		if (ev->exc)
			return why;
		v.as.dict->open = !known;
	}
	put_keywords(ev, v.as.dict, c);
	return v;
}

struct value fn_dict_copy(struct eval *ev, const struct call *c)
{
	struct value from = eval_seen(ev, c->self), v = value_dict(ev->arena, c->at), why;
	v.as.dict->open = !dict_merge(ev, v.as.dict, from, c->at, &why);
	v.as.dict->type = from.as.dict->type;
	v.as.dict->factory = from.as.dict->factory;
	return v;
}

static struct value fn_dict_clear(struct eval *ev, const struct call *c)
{
	struct value self = c->self;
	dict_clear(ev->arena, eval_thaw_dict(ev, &self));
	return value_none(c->at);
}

static struct value fn_dict_fromkeys(struct eval *ev, const struct call *c)
{
	struct value v = value_dict(ev->arena, c->at), why, val = c->n > 1 ? c->arg[1] : value_none(c->at);
	bool ordered;
	const struct list *l = op_items(ev, c->arg[0], c->at, &why, &ordered);
	if (!l)
		return why;
	if (!ordered)
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < l->n; i++) {
		if (!op_key(ev, l->at[i].val, c->at, &why))
			return why;
		dict_put(ev->arena, v.as.dict, l->at[i].val, val, l->at[i].use);
	}
	return v;
}

/* Looks up a method's key. 1: found; 0: certainly absent; -1: *why. */
static int find_key(struct eval *ev, const struct call *c, struct value self, const struct entry **e, struct value *why)
{
	struct value key = call_arg(c, 0, "key", value_none(c->at));
	if (!op_key(ev, key, c->at, why))
		return -1;
	*e = dict_find(self.as.dict, key);
	if (*e ? (*e)->flags & EF_MAYBE : self.as.dict->open) {
		*why = op_unknown(ev, WHY_BRANCH, c->at);
		return -1;
	}
	return *e != NULL;
}

static struct value fn_dict_get(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), why;
	const struct entry *e;
	int found = find_key(ev, c, self, &e, &why);
	if (found < 0) {
		eval_may_be_held(ev, self);
		eval_may_be(ev, call_arg(c, 1, "default", value_none(c->at)));
		return why;
	}
	return found ? eval_seen(ev, e->val) : call_arg(c, 1, "default", value_none(c->at));
}

static struct value key_error(struct eval *ev, struct value key, struct span at)
{
	struct buf b = { 0 };
	struct value why =
		op_repr(&b, key) ? eval_raise(ev, "KeyError", at, "%s", buf_str(&b)) : op_unknown(ev, WHY_TYPE, at);
	buf_release(&b);
	return why;
}

enum absent { ABSENT_RAISES, ABSENT_IS_NONE }; /* result for an absent key without a default */

static struct value pop_key(struct eval *ev, const struct call *c, enum absent absent)
{
	struct value self = eval_seen(ev, c->self), why, key = call_arg(c, 0, "key", value_none(c->at));
	const struct entry *e;
	int found = find_key(ev, c, self, &e, &why);
	if (found < 0 && ev->exc)
		return why;
	if (key.kind == VALUE_UNKNOWN || (found < 0 && !value_hashable(key))) {
		poison_self(ev, c, why);
		return why;
	}
	if (!found && !call_has(c, 1, "default"))
		return absent == ABSENT_RAISES ? key_error(ev, key, c->at) : value_none(c->at);
	if (!found)
		return call_arg(c, 1, "default", why);
	struct value v = found > 0 ? eval_seen(ev, e->val) : why;
	dict_delete(ev->arena, eval_thaw_dict(ev, &self), key);
	return v;
}

static struct value fn_dict_pop(struct eval *ev, const struct call *c)
{
	return pop_key(ev, c, ABSENT_RAISES);
}

static struct value fn_configdict_pop(struct eval *ev, const struct call *c)
{
	return pop_key(ev, c, ABSENT_IS_NONE);
}

/* empty: the KeyError's argument for an empty dict */
static struct value popitem(struct eval *ev, const struct call *c, bool from_end, const char *empty)
{
	struct value self = eval_seen(ev, c->self), why = op_unknown(ev, WHY_BRANCH, c->at);
	const struct entry *gone = NULL;
	struct dict_iter it;
	if (!dict_is_sure(self.as.dict)) {
		poison_self(ev, c, why);
		return why;
	}
	dict_begin(&it, self.as.dict);
	for (const struct entry *e; (from_end || !gone) && (e = dict_next(&it));)
		gone = e;
	if (!gone)
		return eval_raise(ev, "KeyError", c->at, "'%s'", empty);
	struct value pair = tuple_of2(ev, gone->key, eval_seen(ev, gone->val), c->at);
	dict_delete(ev->arena, eval_thaw_dict(ev, &self), gone->key);
	return pair;
}

static struct value fn_dict_popitem(struct eval *ev, const struct call *c)
{
	return popitem(ev, c, true, "popitem(): dictionary is empty");
}

static struct value fn_ordereddict_popitem(struct eval *ev, const struct call *c)
{
	enum truth last = value_truth(call_arg(c, 0, "last", value_bool(true, c->at)));
	if (last != UNKNOWN3)
		return popitem(ev, c, last == TRUE3, "dictionary is empty");
	struct value why = op_unknown(ev, WHY_TYPE, c->at);
	poison_self(ev, c, why);
	return why;
}

static struct value fn_dict_setdefault(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), why, key = call_arg(c, 0, "key", value_none(c->at));
	struct value val = call_arg(c, 1, "default", value_none(c->at));
	const struct entry *e;
	int found = find_key(ev, c, self, &e, &why);
	if (found > 0)
		return eval_seen(ev, e->val);
	if (found < 0 && ev->exc)
		return why;
	if (found < 0 && !value_hashable(key)) {
		poison_self(ev, c, why);
		return why;
	}
	struct value stored = found < 0 ? why : self.as.dict->config ? configdict_of(ev, val) : val;
	struct span use = c->n > 1 ? c->use[1] : c->at;
	dict_put(ev->arena, eval_thaw_dict(ev, &self), key, stored, use);
	return found < 0 ? why : val;
}

static struct value fn_dict_update(struct eval *ev, const struct call *c)
{
	struct value self = c->self, why;
	if (c->n && c->arg[0].kind == VALUE_UNKNOWN)
		poison_self(ev, c, c->arg[0]);
	else if (c->n && !dict_update(ev, self, c->arg[0], c->at, &why))
		return why;
	put_keywords(ev, eval_thaw_dict(ev, &self), c);
	return value_none(c->at);
}

static struct value view(struct eval *ev, const struct call *c, const char *type)
{
	struct value v = iter_new(ev, type, 0, c->at);
	v.as.list->view = eval_seen(ev, c->self).as.dict;
	return v;
}

static struct value fn_dict_keys(struct eval *ev, const struct call *c)
{
	return view(ev, c, "dict_keys");
}

static struct value fn_dict_values(struct eval *ev, const struct call *c)
{
	return view(ev, c, "dict_values");
}

static struct value fn_dict_items(struct eval *ev, const struct call *c)
{
	return view(ev, c, "dict_items");
}

static struct value fn_ordereddict_move_to_end(struct eval *ev, const struct call *c)
{
	struct value self = eval_seen(ev, c->self), why;
	const struct entry *e;
	int found = find_key(ev, c, self, &e, &why);
	enum truth last = value_truth(call_arg(c, 1, "last", value_bool(true, c->at)));
	if (found == 0)
		return key_error(ev, c->arg[0], c->at);
	if (found < 0 || last != TRUE3) {
		if (!ev->exc)
			poison_self(ev, c, op_unknown(ev, WHY_TYPE, c->at));
		return value_none(c->at);
	}
	struct entry stored = *e;
	struct dict *d = eval_thaw_dict(ev, &self);
	dict_delete(ev->arena, d, stored.key);
	dict_put(ev->arena, d, stored.key, stored.val, stored.use);
	return value_none(c->at);
}

const struct builtin rows_dict[] = {
	{ "configdict.get", 1, 2, BF_TAKES_UNKNOWN | BF_QUICK, "key default", fn_dict_get,
	  "the key's value or a default" },
	{ "configdict.pop", 1, 2, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, "key default", fn_configdict_pop,
	  "removes a key; never raises" },
	{ "configdict.setdefault", 1, 2, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, "key default", fn_dict_setdefault,
	  "the key's value, set if absent" },
	{ "dict", 0, 1, BF_TAKES_UNKNOWN | BF_CLASS, "*", fn_dict, "a dict of pairs, a mapping, keywords" },
	{ "dict.clear", 0, 0, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, NULL, fn_dict_clear, "removes all" },
	{ "dict.copy", 0, 0, 0, NULL, fn_dict_copy, "a new dict of the same values" },
	{ "dict.fromkeys", 1, 2, BF_TAKES_UNKNOWN, NULL, fn_dict_fromkeys, "a dict of keys with one value" },
	{ "dict.get", 1, 2, BF_TAKES_UNKNOWN | BF_QUICK, NULL, fn_dict_get, "the key's value or a default" },
	{ "dict.items", 0, 0, BF_QUICK, NULL, fn_dict_items, "(key, value) pairs" },
	{ "dict.keys", 0, 0, BF_QUICK, NULL, fn_dict_keys, "the keys" },
	{ "dict.pop", 1, 2, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, NULL, fn_dict_pop,
	  "removes a key and gives its value" },
	{ "dict.popitem", 0, 0, BF_MUTATES, NULL, fn_dict_popitem, "removes and gives the last pair" },
	{ "dict.setdefault", 1, 2, BF_TAKES_UNKNOWN | BF_MUTATES | BF_QUICK, NULL, fn_dict_setdefault,
	  "the key's value, set if absent" },
	{ "dict.update", 0, 1, BF_TAKES_UNKNOWN | BF_MUTATES, "*", fn_dict_update, "takes over pairs" },
	{ "dict.values", 0, 0, BF_QUICK, NULL, fn_dict_values, "the values" },
	{ "ordereddict.move_to_end", 1, 2, BF_MUTATES, "key last", fn_ordereddict_move_to_end,
	  "moves a key to an end" },
	{ "ordereddict.popitem", 0, 1, BF_MUTATES, "last", fn_ordereddict_popitem,
	  "removes and gives the pair at an end" },
	{ 0 },
};
