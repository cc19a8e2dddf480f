// SPDX-License-Identifier: MIT
/* The search is by the text of the variable: `x` or `self.x`. Whatever else may change it (another assignment, a
 * target of a loop, `del`, `global`) counts as a change.
 *
 *	for epoch in range(n):
 *		if loss < best:
 *			best = loss			others: ["best"]
 *		else:
 *			bad += 1			name: "bad"
 *		if bad >= patience: break		compared: ["bad >= patience"] */
#include "script/values/counter.h"
#include "python/syntax/treewalk.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include <string.h>

enum { COUNTERS_MAX = 64, LOOKED_MAX = 256, TARGETS_MAX = 16 };

struct count_search {
	struct arena *a;
	const struct cfile *f;
	struct list *out;
	const struct node *add;		       /* x += 1 */
	const struct node *test, *arm, *other; /* of the `if` around it */
	const struct node *repeated, *making; /* what is repeated; the constructor, which may give it its first value */
};

static struct span span_of(const struct count_search *s, const struct node *n)
{
	return (struct span){ s->f->src->id, n->lo, n->hi };
}

static struct value text_of(const struct count_search *s, const struct node *n)
{
	return value_str(str_of(s->f->src->bytes + n->lo, n->hi - n->lo), span_of(s, n));
}

static bool is_variable(const struct node *n)
{
	return n->kind == NODE_NAME ||
	       (n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "self"));
}

static bool counts_up(const struct node *n)
{
	return n->kind == NODE_AUGASSIGN && n->op == OP_ADD && is_variable(n->kid[0]) && n->kid[1]->kind == NODE_INT &&
	       !strcmp(n->kid[1]->text->s, "1");
}

static bool is_x(const struct count_search *s, const struct node *n)
{
	return n->kind == s->add->kid[0]->kind && n->text == s->add->kid[0]->text &&
	       node_same_text(s->f->src->bytes, n, s->add->kid[0]);
}

/* Some target of the statement is x. */
static bool targets_x(const struct count_search *s, const struct node *statement)
{
	struct walk w;
	uint32_t from = statement->kind == NODE_ASSIGN ? 1 : 0, to = statement->kind == NODE_DEL ? statement->n : 1;

	if (statement->kind == NODE_ASSIGN)
		to = statement->n;
	for (uint32_t i = from; i < to; i++) {
		walk_begin(&w, statement->kid[i]);
		for (const struct node *n; (n = walk_next_target(&w));)
			if (is_x(s, n))
				return true;
	}
	return false;
}

static bool changes_x(const struct count_search *s, const struct node *n)
{
	switch (n->kind) {
	case NODE_AUGASSIGN:
		return is_x(s, n->kid[0]) && !counts_up(n);
	case NODE_ASSIGN:
	case NODE_ANNASSIGN:
	case NODE_FOR:
	case NODE_DEL:
		return targets_x(s, n);
	case NODE_WITHITEM:
	case NODE_WALRUS:
		return node_find_name(n, s->add->kid[0]->text) != NULL;
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
		return node_find_name(n, s->add->kid[0]->text) != NULL;
	default:
		return false;
	}
}

/* Something but the constructor gives x a value in what is repeated. */
static bool changed(const struct count_search *s)
{
	struct walk w;

	walk_begin(&w, s->repeated);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n == s->making)
			walk_skip(&w);
		else if (changes_x(s, n))
			return true;
	}
	return w.too_deep;
}

/* An attribute of that name of whatever object gets a value outside of the class. */
static bool set_elsewhere(const struct count_search *s)
{
	struct walk w;

	walk_begin(&w, s->f->tree.root);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n == s->repeated)
			walk_skip(&w);
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			if (n->kid[i]->kind == NODE_ATTR && n->kid[i]->text == s->add->kid[0]->text)
				return true;
	}
	return w.too_deep;
}

static struct value compared(const struct count_search *s)
{
	struct value all = value_list(s->a, VALUE_LIST, 2, span_of(s, s->add));
	struct walk w;

	walk_begin(&w, s->repeated);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *left = n->kind == NODE_COMPARE ? n->kid[0] : NULL;

		if (left && left->kind == NODE_BINARY && left->op == OP_MOD)
			left = left->kid[0];
		if (left && is_x(s, left) && all.as.list->n < TARGETS_MAX)
			list_push(s->a, all.as.list, text_of(s, n), all.at);
	}
	return all;
}

static struct value others(const struct count_search *s)
{
	struct value all = value_list(s->a, VALUE_LIST, 2, span_of(s, s->add));
	struct walk w;

	if (!s->other)
		return all;
	walk_begin(&w, s->other);
	for (const struct node *n; (n = walk_next(&w));)
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n && all.as.list->n < TARGETS_MAX; i++)
			list_push(s->a, all.as.list, text_of(s, n->kid[i]), all.at);
	return all;
}

/* An arm that is nothing but another `if`: elif, or the second of three cases. */
static bool is_elif(const struct node *arm)
{
	return arm->n == 1 && arm->kid[0]->kind == NODE_IF;
}

static void add_counter(struct count_search *s)
{
	struct span at = span_of(s, s->add);
	struct value one;
	bool own = s->add->kid[0]->kind == NODE_ATTR;

	if (!s->arm || (s->other && is_elif(s->other)) || !s->repeated || s->out->n >= COUNTERS_MAX || changed(s) ||
	    (own && set_elsewhere(s)))
		return;
	one = value_dict(s->a, at);
	dict_put(s->a, one.as.dict, value_text("name", at), text_of(s, s->add->kid[0]), at);
	dict_put(s->a, one.as.dict, value_text("test", at), text_of(s, s->test), at);
	dict_put(s->a, one.as.dict, value_text("others", at), others(s), at);
	dict_put(s->a, one.as.dict, value_text("compared", at), compared(s), at);
	list_push(s->a, s->out, one, at);
}

static const struct node *constructor_of(const struct node *class)
{
	for (uint32_t i = 0; i < class->kid[0]->n; i++) {
		const struct node *n = class->kid[0]->kid[i];

		if (n->kind == NODE_DEF && !strcmp(n->text->s, "__init__"))
			return n;
	}
	return NULL;
}

/* The nodes around x += 1, the nearest first: its `if`, its loop, and the class where there is none. */
static void look_around(struct count_search *s, const struct walk *w)
{
	const struct node *below = s->add, *def = NULL;
	bool own = s->add->kid[0]->kind == NODE_ATTR;

	s->test = s->arm = s->other = s->repeated = s->making = NULL;
	for (uint32_t i = 0; walk_around(w, i); i++) {
		const struct node *n = walk_around(w, i);

		if (n->kind == NODE_IF && !s->arm) {
			s->test = n->kid[0];
			s->arm = below;
			s->other = below != n->kid[1] ? n->kid[1] : n->n > 2 ? n->kid[2] : NULL;
		}
		if (!s->repeated && !def && node_is_loop(n))
			s->repeated = n;
		if (n->kind == NODE_DEF && !def)
			def = n;
		if (n->kind == NODE_CLASS && own) { /* other methods may change it, too */
			s->making = constructor_of(n);
			s->repeated = def && def != s->making ? n : s->repeated;
			break;
		}
		below = n;
	}
	if (own && (!s->repeated || s->repeated->kind != NODE_CLASS))
		s->repeated = NULL;
}

struct value script_counters(struct arena *a, const struct cfile *f)
{
	struct value all = value_list(a, VALUE_LIST, 1, (struct span){ f->src->id, 0, 0 });
	struct count_search s = { .a = a, .f = f, .out = all.as.list };
	uint32_t looked = 0;
	struct walk w;

	walk_begin(&w, f->tree.root);
	for (const struct node *n; (n = walk_next(&w));) {
		if (!counts_up(n) || ++looked > LOOKED_MAX)
			continue;
		s.add = n;
		look_around(&s, &w);
		add_counter(&s);
	}
	return all;
}
