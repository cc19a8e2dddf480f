// SPDX-License-Identifier: MIT
/* Doubt: which values may have been changed by something unknown (a conservative alias analysis).
 *
 * 	models = dict(r50=dict(depth=50), r101=dict(depth=101))
 * 	tune(models['r50'])			# imported, not evaluated: poisons its argument
 * 	m = models[os.environ['SIZE']]		# Unknown, and it may be either of the two dicts
 * 	m['depth'] = 18				# so this poisons both
 * 	small = models['r50']['depth']		# Unknown, because of the environment variable
 * 	n = len(models)				# 2: models itself was not touched
 *
 * Poisoning a container preserves its shape and forgets its content: it becomes `open` (it may have more items), its
 * keys may be gone (EF_MAYBE), its plain values are Unknown with the cause, nested containers are poisoned too.
 * Without this, a config could change a value through an Unknown, and a rule would use the old value. The second
 * half is stored per evaluation: eval_may_be records each container that some Unknown may be, when that Unknown is
 * created (an index or a get() by an unknown key). A write through any Unknown poisons all of them, without tracking
 * which Unknown it was: that costs a missed finding at most. Code that may or may not run: python/eval/undecided.c.
 * */
#include "python/state/doubt.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

struct doubts {
	VEC(, struct value) v;
};

static void poison(struct eval *ev, struct value v, const struct cause *why, uint32_t depth);

static void poison_dict(struct eval *ev, struct value v, const struct cause *why, uint32_t depth)
{
	struct dict *d = eval_thaw_dict(ev, &v);
	d->open = true;
	uint32_t n = 0;
	struct dict_iter it;
	const struct entry *e;
	struct entry *all = xcalloc(d->count + 1, sizeof *all); /* a copy: insertion moves entries */
	for (dict_begin(&it, d); n < d->count && (e = dict_next(&it));)
		all[n++] = *e;
	for (uint32_t i = 0; i < n; i++) {
		if (value_container(all[i].val))
			poison(ev, all[i].val, why, depth + 1);
		struct value now =
			value_container(all[i].val) ? eval_seen(ev, all[i].val) : unknown_because(why, all[i].val.at);
		dict_put(ev->arena, d, all[i].key, now, all[i].use)->flags |= EF_MAYBE;
	}
	free(all);
}

/* Cycles and shared containers are met repeatedly: the steps limit it. */
static void poison(struct eval *ev, struct value v, const struct cause *why, uint32_t depth)
{
	v = eval_seen(ev, v);
	if (v.kind == VALUE_OBJECT && v.as.obj->names && v.at.file == ev->file) /* a class of this config */
		v = (struct value){ .kind = VALUE_DICT, .at = v.at, .as.dict = v.as.obj->names };
	if (!value_container(v) || depth > 30 || ev->dead)
		return;
	if (!op_spend(ev, 1) || !op_spend_on(ev, v)) {
		ev->dead = true;
		return;
	}
	if (v.kind == VALUE_DICT) {
		poison_dict(ev, v, why, depth);
		return;
	}
	struct list *l = v.as.list;
	bool fixed = v.kind == VALUE_TUPLE || v.kind == VALUE_FROZENSET;
	if (!fixed) {
		l = eval_thaw_list(ev, &v);
		l->open = true;
	}
	for (uint32_t i = 0; i < l->n && !ev->dead; i++)
		if (value_container(l->at[i].val))
			poison(ev, l->at[i].val, why, depth + 1);
		else if (!fixed)
			l->at[i].val = unknown_because(why, l->at[i].val.at);
}

void eval_poison(struct eval *ev, struct value v, const struct cause *why)
{
	poison(ev, v, why, 0);
}

void eval_may_be(struct eval *ev, struct value v)
{
	if (ev->rule || !value_container(v))
		return;
	if (!ev->may_be)
		ev->may_be = xcalloc(1, sizeof *ev->may_be);
	op_spend_items(ev, ev->may_be->v.n);
	for (size_t i = 0; i < ev->may_be->v.n; i++)
		if (value_container(ev->may_be->v.at[i]) == value_container(v))
			return;
	vec_push(&ev->may_be->v, v);
}

void eval_may_be_held(struct eval *ev, struct value by)
{
	struct dict_iter it;
	const struct entry *e;
	if (!op_spend_on(ev, by))
		return;
	if (by.kind == VALUE_DICT)
		for (dict_begin(&it, by.as.dict); ev->budget->steps && (e = dict_next(&it));)
			eval_may_be(ev, e->val);
	for (uint32_t i = 0; value_is_listlike(by) && i < by.as.list->n && ev->budget->steps; i++)
		eval_may_be(ev, by.as.list->at[i].val);
}

size_t doubt_count(const struct eval *ev)
{
	return ev->may_be ? ev->may_be->v.n : 0;
}

void doubt_poison(struct eval *ev, size_t n, const struct cause *why)
{
	struct doubts *d = ev->may_be;
	for (size_t i = 0; i < n; i++)
		eval_poison(ev, d->v.at[i], why);
	if (n) {
		d->v.n -= n;
		memmove(d->v.at, d->v.at + n, d->v.n * sizeof *d->v.at);
	}
}

void eval_changed_unknown(struct eval *ev, const struct cause *why)
{
	doubt_poison(ev, doubt_count(ev), why);
}

void doubt_free(struct doubts *d)
{
	if (d)
		vec_release(&d->v);
	free(d);
}
