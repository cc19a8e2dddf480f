// SPDX-License-Identifier: MIT
/* Local names are followed to the last value in front of a use (code/wired_look.h), and no further. */
#include "code/labels.h"
#include "code/priv.h"
#include "code/wired_look.h"
#include <string.h>

struct asked { /* about one method */
	const struct fn *f;
	const struct str *labels, *given, *count, *layer;
};
typedef bool found_fn(const struct asked *q, const struct node *n);

static const struct node *body_of(const struct asked *q)
{
	return q->f->node->kid[1];
}

static bool any(const struct asked *q, const struct node *n, found_fn *is, uint32_t depth)
{
	bool found = is(q, n);
	for (uint32_t i = 0; i < n->n && !found && depth <= NEST_MAX; i++)
		found = n->kid[i] && any(q, n->kid[i], is, depth + 1);
	return found;
}

/* What stands there, or what was given to the name that does; NULL: not known. */
static const struct node *meant(const struct asked *q, const struct node *n, uint32_t use)
{
	if (n->kind != NODE_NAME)
		return n;
	struct wired_last x = { .name = n->text, .before = use };
	wired_find_last(&x, body_of(q), 0);
	return x.touched ? NULL : x.value ? x.value : n;
}

/* The name still is the method's argument. */
static bool is_given(const struct asked *q, const struct node *n, const struct str *name, uint32_t use)
{
	return wired_is_name(n, name) && wired_has_param(q->f, name) && meant(q, n, use) == n;
}

/* labels < self.COUNT */
static bool asks_below(const struct asked *q, const struct node *n)
{
	if (n->kind != NODE_COMPARE || n->n != 2 || n->kid[1]->op != OP_LT || !is_given(q, n->kid[0], q->labels, n->lo))
		return false;
	const struct node *bound = meant(q, n->kid[1]->kid[0], n->lo);
	return bound && wired_is_own(bound, q->count);
}

static bool is_learnt(const struct asked *q, const struct node *n)
{
	bool given = false;
	for (uint32_t i = 1; wired_calls_own(n, q->layer) && i < n->n && !given; i++)
		given = is_given(q, n->kid[i]->kind == NODE_KW ? n->kid[i]->kid[0] : n->kid[i], q->labels, n->lo);
	return given;
}

bool labels_bounded(const struct cls *k, const struct str *m, const struct str *labels, const struct str *count,
		    const struct str *loss)
{
	const struct asked q = { .f = wired_method(k, m), .labels = labels, .count = count, .layer = loss };
	return q.f && any(&q, body_of(&q), asks_below, 0) && any(&q, body_of(&q), is_learnt, 0);
}

static bool names_count(const struct asked *q, const struct node *n)
{
	return wired_is_own(n, q->count);
}

/* labels[...] = given */
static bool is_filling(const struct asked *q, const struct node *n)
{
	if (n->kind != NODE_ASSIGN || n->n != 2 || n->kid[1]->kind != NODE_INDEX ||
	    !wired_is_name(n->kid[1]->kid[0], q->labels) || !is_given(q, n->kid[0], q->given, n->lo))
		return false;
	const struct node *made = meant(q, n->kid[1]->kid[0], n->lo);
	return made && made->kind == NODE_CALL && any(q, made, names_count, 0);
}

bool labels_filled(const struct cls *k, const struct str *labels, const struct str *given, const struct str *count)
{
	struct asked q = { .labels = labels, .given = given, .count = count };
	for (uint32_t i = 0; i < k->nmro; i++)
		for (uint32_t j = 0; j < k->mro[i]->method.cap; j++) {
			const struct str *name = k->mro[i]->method.at[j].key;
			q.f = name ? wired_method_of(k, i, name) : NULL;
			if (q.f && any(&q, body_of(&q), is_filling, 0))
				return true;
		}
	return false;
}

/* COUNT + 1 */
static bool is_one_more(const struct asked *q, const struct node *n)
{
	return n->kind == NODE_BINARY && n->op == OP_ADD && n->kid[1]->kind == NODE_INT &&
	       !strcmp(n->kid[1]->text->s, "1") &&
	       (wired_is_own(n->kid[0], q->count) || is_given(q, n->kid[0], q->count, n->lo));
}

static bool makes_layer(const struct asked *q, const struct node *n)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		if (wired_is_own(n->kid[i], q->layer))
			return true;
	return false;
}

/* It is made otherwise. */
static bool makes_other(const struct asked *q, const struct node *n)
{
	const struct node *call = makes_layer(q, n) ? n->kid[0] : NULL;
	for (uint32_t i = 1; call && call->kind == NODE_CALL && i < call->n; i++) {
		const struct node *arg = call->kid[i]->kind == NODE_KW ? call->kid[i]->kid[0] : call->kid[i];
		const struct node *size = meant(q, arg, n->lo);
		if (size && is_one_more(q, size))
			return false;
	}
	return call;
}

bool labels_one_more(const struct cls *k, const struct str *layer, const struct str *count)
{
	struct asked q = { .layer = layer, .count = count };
	bool made = false;
	for (uint32_t i = 0; i < k->nmro && !made; i++)
		for (uint32_t j = 0; j < k->mro[i]->method.cap; j++) {
			const struct str *name = k->mro[i]->method.at[j].key;
			q.f = name ? map_get(&k->mro[i]->method, name) : NULL;
			bool here = q.f && any(&q, body_of(&q), makes_layer, 0);
			if (here && (strcmp(name->s, "__init__") || any(&q, body_of(&q), makes_other, 0)))
				return false;
			made |= here;
		}
	return made;
}

static bool is_called(const struct node *call, const struct str *name)
{
	const struct node *to = call->kid[0];
	return (to->kind == NODE_NAME || to->kind == NODE_ATTR) && to->text == name;
}

static bool names_labels(const struct asked *q, const struct node *target)
{
	bool named = wired_is_name(target, q->labels) ||
		     (target->kind == NODE_INDEX && wired_is_name(target->kid[0], q->labels));
	for (uint32_t i = 0; target->kind == NODE_TUPLE && i < target->n && !named; i++)
		named = names_labels(q, target->kid[i]);
	return named;
}

/* labels = ..., but by GIVEN(...) or LAYER(labels, ...) */
static bool makes_others(const struct asked *q, const struct node *n)
{
	const struct node *v = n->kind == NODE_ASSIGN ? n->kid[0] : NULL;
	bool named = n->kind == NODE_AUGASSIGN && names_labels(q, n->kid[0]);
	for (uint32_t i = 1; v && i < n->n && !named; i++)
		named = names_labels(q, n->kid[i]);
	bool good =
		v && v->kind == NODE_CALL &&
		(is_called(v, q->given) || (is_called(v, q->layer) && v->n > 1 && wired_is_name(v->kid[1], q->labels)));
	return named && !good;
}

bool labels_kept(const struct cls *k, const struct str *m, const struct str *labels, const struct str *each,
		 const struct str *join)
{
	const struct asked q = { .f = wired_method(k, m), .labels = labels, .given = each, .layer = join };
	return q.f && !any(&q, body_of(&q), makes_others, 0);
}
