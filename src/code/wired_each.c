// SPDX-License-Identifier: MIT
/* A list of parts is followed where one loop at the top of a constructor fills it: any other use that might change its
 * length makes the answer no. */
#include "code/wired_each.h"
#include "code/priv.h"
#include "code/wired_look.h"
#include <string.h>

/* ---- as many as ---- */

/* len(x) */
static const struct node *length_of(const struct node *n)
{
	return n->kind == NODE_CALL && n->n == 2 && wired_is_name(n->kid[0], str_lit("len")) ? n->kid[1] : NULL;
}

/* x of `self.x` */
static const struct str *own_name(const struct node *n)
{
	return n && n->kind == NODE_ATTR && wired_is_own(n, n->text) ? n->text : NULL;
}

/* assert len(NAME) == len(self.x), whichever comes first: x; NULL: it is no such statement */
static const struct str *asserts_count(const struct node *n, const struct str *name)
{
	const struct node *t = n->kind == NODE_ASSERT ? n->kid[0] : NULL;
	if (!t || t->kind != NODE_COMPARE || t->n != 2 || t->kid[1]->op != OP_EQ)
		return NULL;
	const struct node *a = length_of(t->kid[0]), *b = length_of(t->kid[1]->kid[0]);
	return wired_is_name(a, name) ? own_name(b) : wired_is_name(b, name) ? own_name(a) : NULL;
}

/* Every use of self.LIST, and of these the ones that leave its length: `self.LIST[i]`, `len(self.LIST)`, `for x in
 * self.LIST`, the assignment that makes it and the one call that appends. */
struct list_uses {
	const struct str *list;
	uint32_t all, harmless, made, appended;
};

static bool appends(const struct node *n, const struct str *list)
{
	return n->kind == NODE_CALL && n->n == 2 && n->kid[1]->kind != NODE_STAR && n->kid[0]->kind == NODE_ATTR &&
	       !strcmp(n->kid[0]->text->s, "append") && wired_is_own(n->kid[0]->kid[0], list);
}

/* nn.ModuleList(), [] */
static bool makes_empty(const struct node *n, const struct str *list)
{
	return n->kind == NODE_ASSIGN && n->n == 2 && wired_is_own(n->kid[1], list) &&
	       ((n->kid[0]->kind == NODE_CALL && n->kid[0]->n == 1) || (n->kid[0]->kind == NODE_LIST && !n->kid[0]->n));
}

static bool only_looks(const struct node *n, uint32_t i)
{
	static const char *const words[] = { "len", "enumerate", "zip" };
	bool call = n->kind == NODE_CALL && i && n->kid[0]->kind == NODE_NAME;
	return (n->kind == NODE_INDEX && !i && n->kid[1]->kind != NODE_SLICE) ||
	       ((n->kind == NODE_FOR || n->kind == NODE_CFOR) && i == 1) ||
	       (call && texts_have(&(struct code_texts){ words, ARRAY_SIZE(words) }, n->kid[0]->text->s));
}

static void see_uses(struct list_uses *u, const struct node *n, uint32_t depth)
{
	u->all += depth > NEST_MAX || wired_is_own(n, u->list);
	u->made += makes_empty(n, u->list);
	u->appended += appends(n, u->list);
	for (uint32_t i = 0; i < n->n && depth <= NEST_MAX; i++)
		if (n->kid[i]) {
			u->harmless += wired_is_own(n->kid[i], u->list) && only_looks(n, i);
			/* a part that goes */
			u->all += n->kind == NODE_DEL && n->kid[i]->kind == NODE_INDEX;
			see_uses(u, n->kid[i], depth + 1);
		}
}

/* Whether the loop goes over the argument: `for x in OF`, `for i, x in enumerate(OF)`, `for i in range(len(OF))`. */
static bool goes_over(const struct node *n, const struct str *of)
{
	const struct node *it = n->kind == NODE_FOR && !n->kid[3] ? n->kid[1] : NULL;
	if (!it || wired_is_name(it, of))
		return it;
	if (it->kind != NODE_CALL || it->n != 2)
		return false;
	const struct node *len = length_of(it->kid[1]);
	return (wired_is_name(it->kid[0], str_lit("enumerate")) && wired_is_name(it->kid[1], of)) ||
	       (wired_is_name(it->kid[0], str_lit("range")) && len && wired_is_name(len, of));
}

static bool leaves_round(const struct node *n, uint32_t depth)
{
	bool leaves = depth > NEST_MAX || n->kind == NODE_BREAK || n->kind == NODE_CONTINUE || n->kind == NODE_RETURN;
	for (uint32_t i = 0; i < n->n && !leaves; i++)
		leaves = n->kid[i] && leaves_round(n->kid[i], depth + 1);
	return leaves;
}

/* Its body makes the list, and a loop over its argument appends to it in each round. */
static bool fills(const struct fn *f, const struct str *list, const struct str *of)
{
	const struct node *body = f->node->kid[1];
	bool made = false, filled = false;
	for (uint32_t i = 0; i < body->n && !filled; i++) {
		const struct node *n = body->kid[i], *round = goes_over(n, of) ? n->kid[2] : NULL;
		struct wired_last x = { .name = of, .before = n->lo };
		made |= makes_empty(n, list);
		for (uint32_t j = 0; made && round && j < round->n; j++)
			filled |= round->kid[j]->kind == NODE_EXPR && appends(round->kid[j]->kid[0], list);
		if (filled)
			wired_find_last(&x, body, 0);
		if (x.value || x.touched || (filled && leaves_round(round, 0)))
			return false;
	}
	return filled;
}

/* self.LIST has as many items as the constructor's argument OF, which gets there as it comes. */
static bool has_one_each(struct index *c, struct arena *a, struct cls *k, const struct str *list, const struct str *of)
{
	struct list_uses u = { .list = list };
	bool good = false;
	for (uint32_t i = 0; i < k->nmro; i++) {
		const struct fn *f = map_get(&k->mro[i]->method, str_lit("__init__"));
		see_uses(&u, k->mro[i]->node->kid[0], 0);
		good |= f && fills(f, list, of) && wired_has_param(f, of) && wired_reaches(c, a, k, i, of);
	}
	return good && u.made == 1 && u.appended == 1 && u.all == u.harmless + 2;
}

bool wired_counts(struct index *c, struct arena *a, struct cls *k, const struct str *method, const struct str *of,
		  bool stored)
{
	const struct fn *f = wired_method(k, method);
	const struct node *body = f ? f->node->kid[1] : NULL, *params = f ? f->node->kid[0] : NULL;
	for (uint32_t i = 0; f && params->n > 1 && params->kid[1]->text && !params->kid[1]->op && i < body->n; i++) {
		struct wired_last x = { .name = params->kid[1]->text, .before = body->kid[i]->lo };
		const struct str *what = asserts_count(body->kid[i], x.name);
		if (!what || !(what == of ? stored : has_one_each(c, a, k, what, of)))
			continue;
		wired_find_last(&x, body, 0);
		return !x.value && !x.touched;
	}
	return false;
}

/* ---- a part each ---- */

/* for i in range(1, n), but not in range(self.start_level, n) */
static bool leaves_out(const struct node *n)
{
	const struct node *of = n->kind == NODE_FOR && n->kid[1]->kind == NODE_CALL ? n->kid[1] : NULL;
	return of && of->n > 2 && of->kid[1]->kind != NODE_NAME && of->kid[1]->kind != NODE_ATTR;
}

/* Some call's argument is OF[i], the constructor's or the object's, i a name. */
static bool uses_each(const struct node *n, const struct str *of, bool argument, uint32_t depth)
{
	if (leaves_out(n))
		return false;
	bool found = argument && n->kind == NODE_INDEX && n->kid[1]->kind == NODE_NAME &&
		     (wired_is_name(n->kid[0], of) || wired_is_own(n->kid[0], of));
	for (uint32_t i = 0; i < n->n && !found && depth <= NEST_MAX; i++)
		found = n->kid[i] &&
			uses_each(n->kid[i], of, (n->kind == NODE_CALL && i) || (argument && n->kind == NODE_KW),
				  depth + 1);
	return found;
}

/* Some statement does, up to which the name is the argument. */
static bool parts_each(const struct fn *f, const struct str *of)
{
	const struct node *body = f->node->kid[1];
	for (uint32_t i = 0; i < body->n; i++) {
		struct wired_last x = { .name = of, .before = body->kid[i]->hi };
		if (!uses_each(body->kid[i], of, false, 0))
			continue;
		wired_find_last(&x, body, 0);
		return !x.value && !x.touched;
	}
	return false;
}

/* A class's call with the name among its arguments, which comes whatever is asked on the way. */
static bool builds_with(const struct node *n, const struct str *name, uint32_t depth)
{
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	bool named = callee && (callee->kind == NODE_NAME || callee->kind == NODE_ATTR);
	bool is = named && callee->text->s[0] >= 'A' && callee->text->s[0] <= 'Z', found = false;
	if (depth > NEST_MAX || !(n->kind == NODE_EXPR || n->kind == NODE_ASSIGN || n->kind == NODE_CALL ||
				  n->kind == NODE_KW || n->kind == NODE_LIST || n->kind == NODE_STAR))
		return false;
	for (uint32_t i = 0; i < n->n && !found; i++)
		found = (is && i && wired_is_name(n->kid[i]->kind == NODE_KW ? n->kid[i]->kid[0] : n->kid[i], name)) ||
			builds_with(n->kid[i], name, depth + 1);
	return found;
}

/* for x in OF: ... Conv(x, ...) */
static bool builds_each(const struct fn *f, const struct str *of)
{
	const struct node *body = f->node->kid[1];
	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i], *target = goes_over(n, of) ? n->kid[0] : NULL;
		const struct node *item =
			target && target->kind == NODE_TUPLE && target->n == 2 ? target->kid[1] : target;
		struct wired_last x = { .name = of, .before = n->lo };
		if (!item || item->kind != NODE_NAME || (target == item && !wired_is_name(n->kid[1], of)))
			continue;
		struct wired_assigning again = { .is = wired_bare_target, .name = item->text };
		wired_find_last(&x, body, 0);
		wired_count_assigned(&again, n->kid[2], 0);
		for (uint32_t j = 0; !x.value && !x.touched && !again.n && j < n->kid[2]->n; j++)
			if (builds_with(n->kid[2]->kid[j], item->text, 0))
				return true;
	}
	return false;
}

bool wired_parts(const struct fn *f, const struct str *of)
{
	return parts_each(f, of) || builds_each(f, of);
}
