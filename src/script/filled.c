// SPDX-License-Identifier: MIT
/* What happens to a container between its making and the next assignment to its variable, in the order of the text:
 * each mention of the variable either puts something in (`x[k] = v`, `x.append(v)`, `x[k].append(v)`) or is a use.
 *
 * Invariant: what isn't certainly putting in is a use.
 *
 * 	group = {'params': []}
 * 	group['params'].append(p)
 * 	optimizer = SGD(groups)		group is filled, and never used: {name: "group", keys: ["params"]} */
#include "script/filled.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/object.h"
#include <string.h>

struct fill_search {
	const struct str *name;
	const struct node *next; /* its next value is assigned to it there; NULL: it has none */
	uint32_t from, to;	 /* the text in which its mentions count */
	uint32_t puts, reads;	 /* mentions */
};

/* The variable at the beginning of `x[k].y`. */
static const struct node *root_of(const struct node *n)
{
	while (n->kind == NODE_INDEX || n->kind == NODE_ATTR)
		n = n->kid[0];
	return n;
}

/* A statement that puts something into the container, but for what it puts there. */
static const struct node *put_into(const struct node *n)
{
	static const char *const method[] = { "append", "extend", "update", "insert", "add" };
	const struct node *f = n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL ? n->kid[0]->kid[0] : NULL;

	for (size_t i = 0; f && f->kind == NODE_ATTR && i < ARRAY_SIZE(method); i++)
		if (!strcmp(f->text->s, method[i]))
			return f->kid[0];
	if (n->kind == NODE_ASSIGN && n->n == 2 && n->kid[1]->kind == NODE_INDEX)
		return n->kid[1];
	return n->kind == NODE_AUGASSIGN ? n->kid[0] : NULL;
}

static void count(struct fill_search *s, const struct node *body)
{
	const struct node *put = NULL;
	struct walk w;

	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *into = put_into(n);

		if (into && node_is_name(root_of(into), s->name))
			put = root_of(into);
		if (n->lo < s->from || n->lo >= s->to || !node_is_name(n, s->name))
			continue;
		s->puts += n == put;
		s->reads += n != put && n != s->next;
	}
	s->reads += w.too_deep;
}

static bool in_inner(const struct node *body, const struct str *name)
{
	struct walk w;

	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));)
		if (node_is_scope(n) && node_find_name(n, name))
			return true;
	return false;
}

/* Where the variable has its next value in the same suite; where the function ends, if it does not. */
static uint32_t next_value(struct fill_search *s, const struct node *block, const struct node *body)
{
	for (uint32_t i = 0; i < block->n; i++) {
		const struct node *n = block->kid[i];

		if (n->kind == NODE_ASSIGN && n->lo >= s->from && n->n == 2 && node_is_name(n->kid[1], s->name)) {
			s->next = n->kid[1];
			return n->hi;
		}
	}
	return body->hi;
}

/* The names of its items, at first and later: `{'lr': 1}`, `x['params'] = []`. */
static struct value keys_of(const struct tree_builder *w, const struct node *value, const struct node *body,
			    const struct fill_search *s)
{
	struct value all = value_list(w->a, VALUE_LIST, 2, tree_span(w, value));
	struct walk x;

	for (uint32_t i = 0; value->kind == NODE_DICT && i < value->n; i++)
		if (value->kid[i]->kind == NODE_PAIR && value->kid[i]->kid[0]->kind == NODE_STR)
			list_push(w->a, all.as.list, value_str(value->kid[i]->kid[0]->text, all.at), all.at);
	walk_begin(&x, body);
	for (const struct node *n; (n = walk_next(&x));)
		if (n->kind == NODE_INDEX && n->lo >= s->from && n->lo < s->to && node_is_name(n->kid[0], s->name) &&
		    n->kid[1]->kind == NODE_STR)
			list_push(w->a, all.as.list, value_str(n->kid[1]->text, all.at), all.at);
	return all;
}

void tree_add_filled(struct tree_builder *w, const struct node *target, const struct node *value)
{
	const struct node *body = w->fn->node->kind == NODE_DEF ? w->fn->node->kid[1] : NULL;
	struct fill_search s = { .name = target->text, .from = target->hi };
	struct span at = tree_span(w, target);
	struct value one;

	if (!body || !w->block || target->kind != NODE_NAME || (value->kind != NODE_DICT && value->kind != NODE_LIST) ||
	    w->loops || map_get(&w->fn->global, target->text) || w->nwalks++ >= WALKS_MAX ||
	    in_inner(body, target->text))
		return;
	s.from = value->hi;
	s.to = next_value(&s, w->block, body);
	count(&s, body);
	if (!s.puts || s.reads)
		return;
	one = value_dict(w->a, at);
	tree_put(w, one.as.dict, "name", value_str(target->text, at), at);
	tree_put(w, one.as.dict, "keys", keys_of(w, value, body, &s), at);
	tree_put(w, one.as.dict, "again", value_bool(s.next != NULL, at), at);
	tree_place(w, one.as.dict, at);
	list_push(w->a, w->filled, one, at);
}
