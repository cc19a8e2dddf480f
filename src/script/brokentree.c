// SPDX-License-Identifier: MIT
#include "script/brokentree.h"
#include "python/value/dict.h"
#include "script/script_tree.h"
#include "script/paths/window.h"

static const char *source_text(const struct tree_builder *w, const struct node *n)
{
	return arena_strndup(w->a, w->fn->file->src->bytes + n->lo, n->hi - n->lo);
}

/* Names of the events in it, each once. */
static void list_events(struct tree_builder *w, const struct op *op, struct list *out)
{
	struct span nowhere = { 0 };

	for (; op; op = op->next) {
		bool is = op->event && !op->event->nregions;

		for (uint32_t i = 0; i < out->n && is; i++)
			is = out->at[i].val.as.s != op->event->name;
		if (is)
			list_push(w->a, out, value_str(op->event->name, nowhere), nowhere);
		list_events(w, op->kid, out);
		list_events(w, op->other, out);
	}
}

static struct value breach_value(struct tree_builder *w, const struct broken *rule, const struct breach *b)
{
	const struct node *call = b->op->node;
	struct span at = tree_span(w, call);
	const struct str *name = script_called(w->p, w->fn, call);
	const struct script_call *known = name ? map_get(&w->p->know->call, name) : NULL;
	struct value d = value_dict(w->a, at), beside = value_list(w->a, VALUE_LIST, 8, at),
		     all = value_list(w->a, VALUE_LIST, 8, at);

	if (b->loop)
		list_events(w, b->loop->kid, beside.as.list);
	tree_put(w, d.as.dict, "loop", beside, at);
	list_events(w, b->first, all.as.list);
	tree_put(w, d.as.dict, "all", all, at);
	tree_put(w, d.as.dict, "name", value_str(b->op->event->name, at), at);
	tree_put(w, d.as.dict, "text", value_text(source_text(w, call->kid[0]), at), at);
	tree_put(w, d.as.dict, "when", value_text(b->when, at), at);
	tree_put(w, d.as.dict, "waits", value_bool(b->waits, at), at);
	tree_put(w, d.as.dict, "begins", value_bool(window_begins(b->loop, b->op), at), at);
	tree_put(w, d.as.dict, "assumes", value_bool(b->assumes, at), at);
	tree_put(w, d.as.dict, "given", value_int(call->n - 1, at), at);
	if (known)
		tree_put(w, d.as.dict, "args", script_given(w->a, w->p, w->fn, call, name), at);
	for (uint32_t i = 0; i < rule->order.ntracks; i++)
		tree_put(w, d.as.dict, rule->order.track[i]->s, value_str(b->track[i]->name, at), at);
	return d;
}

/* Some path with events of the file isn't followed to its end: Unknown, with the reason. */
static struct value unseen_value(struct tree_builder *w, const struct broken *rule, const struct cfile *f,
				 struct value none)
{
	for (size_t i = 0; i < rule->unseen.n; i++) {
		const struct op *op = rule->unseen.at[i].op, *lost = rule->unseen.at[i].lost;

		if (op->in->file != f)
			continue;
		w->fn = lost ? lost->in : op->in;
		const struct node *n = lost ? lost->node : op->node;
		const struct node *what = lost && n->kind == NODE_CALL ? n->kid[0] : n;
		return value_unknown(w->a, lost ? WHY_CALL : WHY_BRANCH, tree_span(w, n), tree_text(w, what).as.s->s);
	}
	return none;
}

struct value broken_orders(struct tree_builder *w, const struct orders *all, const struct cfile *f)
{
	struct span at = { f->src->id, 0, 0 };
	struct value top = value_dict(w->a, at);

	for (uint32_t i = 0; i < all->n; i++) {
		const struct broken *rule = &all->rule[i];
		struct value list = value_list(w->a, VALUE_LIST, (uint32_t)rule->at.n, at);

		for (size_t k = 0; k < rule->at.n; k++)
			if (rule->at.at[k].op->in->file == f) {
				w->fn = rule->at.at[k].op->in;
				list_push(w->a, list.as.list, breach_value(w, rule, &rule->at.at[k]),
					  tree_span(w, rule->at.at[k].op->node));
			}
		tree_put(w, top.as.dict, rule->id, list.as.list->n ? list : unseen_value(w, rule, f, list), at);
	}
	return top;
}
