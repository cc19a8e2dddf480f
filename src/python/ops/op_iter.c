// SPDX-License-Identifier: MIT
/*
 * Iteration: cursors over all iterables, and draining of iterators. A cursor reads its container anew at each step, as
 * in Python, so it sees items added meanwhile; a dict or set whose size changed raises RuntimeError.
 *
 * Example: for x in l: l.append(x)     the cursor sees the new items; steps end the loop
 *          for k in d: d.pop(k)        RuntimeError: dictionary changed size during iteration
 */
#include "python/ops/op_iter.h"
#include "python/ops/seq.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include <string.h>

bool iter_is_view(struct value v)
{
	return v.kind == VALUE_ITER && v.as.list->type && !strncmp(v.as.list->type->s, "dict_", 5) &&
	       !strstr(v.as.list->type->s, "iterator");
}

static struct value dict_behind(struct value v)
{
	return v.kind == VALUE_DICT ? v : (struct value){ .kind = VALUE_DICT, .at = v.at, .as.dict = v.as.list->view };
}

static bool unknown(struct eval *ev, struct value v, struct span at, struct value *why)
{
	*why = v.kind == VALUE_UNKNOWN ? op_blame(v, at) : op_unknown(ev, WHY_BRANCH, at);
	return false;
}

bool cursor_open(struct eval *ev, struct cursor *c, struct value v, struct span at, struct value *why)
{
	v = eval_seen(ev, v);
	*c = (struct cursor){ .over = v };
	bool view = iter_is_view(v) && v.as.list->view;
	if (v.kind == VALUE_DICT || view) {
		struct value d = eval_seen(ev, dict_behind(v));
		bool ordered;
		c->size = d.as.dict->count;
		c->fixed = op_items(ev, d, at, why, &ordered);
		return c->fixed != NULL;
	}
	if (v.kind == VALUE_LIST && !op_spend(ev, v.as.list->n / 64))
		return *why = op_unknown(ev, WHY_FUEL, at), false;
	if (v.kind == VALUE_LIST)
		return list_is_sure(v.as.list) || unknown(ev, v, at, why);
	if (v.kind == VALUE_ITER && !iter_is_view(v))
		return !v.as.list->open || unknown(ev, v, at, why);
	c->fixed = op_iterate(ev, v, at, why);
	c->size = v.kind == VALUE_SET ? v.as.list->n : 0;
	return c->fixed != NULL;
}

static enum pulled changed_size(struct eval *ev, const char *what, struct span at, struct value *why)
{
	*why = eval_raise(ev, "RuntimeError", at, "%s changed size during iteration", what);
	return PULL_UNKNOWN;
}

static enum pulled next_of_dict(struct eval *ev, struct cursor *c, struct item *out, struct span at, struct value *why)
{
	struct value d = eval_seen(ev, dict_behind(c->over));
	char what = c->over.kind == VALUE_DICT ? 'k' : c->over.as.list->type->s[5];
	if (d.as.dict->open)
		return unknown(ev, d, at, why), PULL_UNKNOWN;
	if (d.as.dict->count != c->size)
		return changed_size(ev, "dictionary", at, why);
	if (c->i >= c->fixed->n)
		return PULL_END;
	const struct entry *e = dict_find(d.as.dict, c->fixed->at[c->i++].val);
	if (!e || e->flags & EF_MAYBE) /* one key was removed, another one added */
		return *why = op_unknown(ev, WHY_TYPE, at), PULL_UNKNOWN;
	*out = (struct item){ .val = dict_view_item(ev, e, what), .use = what == 'k' ? e->key.at : e->use };
	return PULL_ITEM;
}

static enum pulled next_of_iterator(struct eval *ev, struct list *l, struct item *out, struct span at,
				    struct value *why)
{
	if (l->iter && !l->open && !l->frozen)
		return iter_pull(ev, l, out, why);
	if (l->open || l->frozen || (l->n && l->at[0].flags & EF_MAYBE))
		return *why = op_unknown(ev, WHY_TYPE, at), PULL_UNKNOWN;
	if (!l->n)
		return PULL_END;
	*out = l->at[0];
	l->at++;
	l->n--;
	l->cap--;
	return PULL_ITEM;
}

static enum pulled next_of(struct eval *ev, struct cursor *c, struct item *out, struct span at, struct value *why)
{
	struct value v = eval_seen(ev, c->over);
	if (v.kind == VALUE_DICT || (iter_is_view(v) && v.as.list->view))
		return next_of_dict(ev, c, out, at, why);
	if (v.kind == VALUE_ITER && !iter_is_view(v))
		return next_of_iterator(ev, v.as.list, out, at, why);
	if (v.kind == VALUE_SET && v.as.list->n != c->size)
		return changed_size(ev, "Set", at, why);
	const struct list *l = c->fixed ? c->fixed : v.as.list;
	if (!c->fixed && (l->open || (c->i < l->n && l->at[c->i].flags & EF_MAYBE)))
		return unknown(ev, v, at, why), PULL_UNKNOWN;
	if (c->i >= l->n)
		return PULL_END;
	*out = l->at[c->i++];
	return PULL_ITEM;
}

enum pulled cursor_next(struct eval *ev, struct cursor *c, struct item *out, struct span at, struct value *why)
{
	if (c->done)
		return PULL_END;
	enum pulled p = ev->exc || ev->dead ? PULL_UNKNOWN : next_of(ev, c, out, at, why);
	if (p == PULL_ITEM)
		out->val = eval_seen(ev, out->val);
	c->done = p == PULL_END;
	return p;
}

struct value iter_value(struct eval *ev, struct iter *z, const char *type, struct span at)
{
	struct value v = value_list(ev->arena, VALUE_ITER, 0, at);
	z->at = at;
	v.as.list->type = str_lit(type);
	v.as.list->iter = z;
	return v;
}

enum pulled iter_pull(struct eval *ev, struct list *l, struct item *out, struct value *why)
{
	struct iter *z = l->iter;
	if (z->done)
		return PULL_END;
	if (z->running || ev->depth >= EVAL_DEPTH || !op_spend(ev, 1)) {
		*why = op_unknown(ev, z->running ? WHY_TYPE : ev->depth >= EVAL_DEPTH ? WHY_DEPTH : WHY_FUEL, z->at);
		l->open = true;
		return PULL_UNKNOWN;
	}
	z->running = true;
	ev->depth++;
	*out = (struct item){ 0 };
	enum pulled p = z->pull(ev, z, out, why);
	ev->depth--;
	z->running = false;
	if (ev->exc || ev->dead)
		p = PULL_UNKNOWN;
	if (p == PULL_UNKNOWN && !ev->exc)
		l->open = true;
	z->done |= p == PULL_END;
	return p;
}

const struct list *iter_drain(struct eval *ev, struct list *l, struct span at, struct value *why)
{
	struct value all = value_list(ev->arena, VALUE_LIST, 0, at);
	for (struct item it;;) {
		enum pulled p = iter_pull(ev, l, &it, why);
		if (p == PULL_END)
			return all.as.list;
		if (p == PULL_UNKNOWN)
			return NULL;
		if (all.as.list->n >= EVAL_ITEMS) {
			l->open = true;
			*why = op_unknown(ev, WHY_FUEL, at);
			return NULL;
		}
		list_push(ev->arena, all.as.list, eval_seen(ev, it.val), it.use);
	}
}
