// SPDX-License-Identifier: MIT
/* Searches one method for the last assignment before a use, whatever its condition: an assignment that may change
 * the value makes the answer no. Methods that a subclass overrides are not searched.
 *
 *	x = self.backbone(img); x = self.neck(x); self.head(x)	feeds neck head: yes; feeds backbone head: no */
#include "code/classes/partflow.h"
#include "code/classes/bodies.h"
#include "code/classes/subclass.h"
#include "code/priv.h"
#include "python/syntax/treewalk.h"
#include <string.h>

static bool calls_own(const struct node *n, const struct str *name)
{
	return n->kind == NODE_CALL && node_is_own(n->kid[0], name);
}

/* The class's own method, if an object has it. */
static struct fn *method_of(const struct cls *k, uint32_t i, const struct str *name)
{
	for (uint32_t j = 0; j < i; j++)
		if (map_get(&k->mro[j]->method, name))
			return NULL;
	return map_get(&k->mro[i]->method, name);
}

static bool has_param(const struct fn *f, const struct str *name)
{
	return node_param(f->node->kid[0], 1, name);
}

/* The last value that NAME gets before `before`; touched: it may be changed after that. */
struct last {
	const struct str *name, *past;
	const struct node *value;
	uint32_t before, at;
	bool touched;
};

static const struct node *root_of(const struct node *n)
{
	while (n->kind == NODE_INDEX || n->kind == NODE_ATTR)
		n = n->kid[0];
	return n;
}

static void find_target(struct last *x, const struct node *t, const struct node *value)
{
	if (node_is_name(t, x->name)) {
		x->value = value;
		x->touched = !value;
	} else if (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR)
		for (uint32_t i = 0; i < t->n; i++)
			find_target(x, t->kid[i], NULL);
	else if (node_is_name(root_of(t), x->name))
		x->touched = true;
}

static void see_change(struct last *x, const struct node *n)
{
	if (n->kind == NODE_ASSIGN && n->hi <= x->before)
		for (uint32_t i = 1; i < n->n; i++)
			find_target(x, n->kid[i], n->kid[0]);
	else if (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR || n->kind == NODE_DEL)
		find_target(x, n->kid[0], NULL);
	else if (n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL && n->kid[0]->kid[0]->kind == NODE_ATTR &&
		 node_is_name(root_of(n->kid[0]->kid[0]), x->name))
		x->touched = true; /* x.append(...) */
}

static void find_last(struct last *x, const struct node *body)
{
	struct walk w;
	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		bool never = n->kind == NODE_ASSIGN && x->past && calls_own(n->kid[0], x->past);
		if (n->lo >= x->before || never)
			walk_skip(&w);
		else
			see_change(x, n);
	}
	x->touched |= w.too_deep;
}

/* ---- constructors ---- */

/* How often the code assigns to a target for which `is` holds. plain: one of the assignments, at the top of the
 * body, stores the name's value. */
struct assign_count {
	bool (*is)(const struct node *target, const struct str *name, const struct str *of);
	const struct str *name, *of;
	uint32_t n;
	bool plain, changed;   /* changed: one of them isn't a plain assignment */
	const struct node *at; /* the last of them */
};

static void count_assigned(struct assign_count *x, const struct node *body)
{
	struct walk w;
	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		bool assigns = n->kind == NODE_ASSIGN, changes = n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN;
		for (uint32_t i = assigns ? 1 : 0; i < (assigns ? n->n : changes ? 1 : 0); i++) {
			bool hit = x->is(n->kid[i], x->name, x->of);
			x->n += hit;
			x->at = hit ? n : x->at;
			x->changed |= hit && changes;
			x->plain |= hit && assigns && node_is_name(n->kid[0], x->name);
		}
	}
	if (w.too_deep)
		x->n = 2;
}

static bool own_target(const struct node *t, const struct str *name, const struct str *of)
{
	(void)of;
	return node_is_own(t, name);
}

static bool part_target(const struct node *t, const struct str *name, const struct str *of)
{
	return (t->kind == NODE_ATTR && t->text == name && node_is_name(t->kid[0], of)) ||
	       (t->kind == NODE_INDEX && node_is_name(t->kid[0], of) && t->kid[1]->kind == NODE_STR &&
		t->kid[1]->text == name);
}

static bool bare_target(const struct node *t, const struct str *name, const struct str *of)
{
	(void)of;
	return node_is_name(t, name);
}

/* Whether `at`, a statement of the body, runs when the name has another value than its argument, or the list changes
 * later. A later assignment to the name (`in_channels = out_channels` in a loop further down) is harmless. */
static bool is_rebound(const struct node *body, const struct node *at, const struct str *name)
{
	struct assign_count bare = { .is = bare_target, .name = name };
	struct last x = { .name = name, .before = at->lo };
	bool top = false;
	count_assigned(&bare, body);
	for (uint32_t i = 0; i < body->n && !top; i++)
		top = body->kid[i] == at;
	if (bare.n)
		find_last(&x, body);
	return bare.n && (!top || bare.changed || x.value || x.touched);
}

/* All constructors that assign to the target assign their argument of that name, and the argument reaches them. */
static bool constructs(struct index *c, struct arena *a, struct cls *k, struct assign_count like)
{
	bool found = false, good = true;
	for (uint32_t i = 0; i < k->nmro && good; i++) {
		const struct fn *f = map_get(&k->mro[i]->method, str_lit("__init__"));
		struct assign_count x = like;
		if (!f)
			continue;
		count_assigned(&x, f->node->kid[1]);
		found |= x.n > 0;
		if (x.n)
			good = x.n == 1 && x.plain && !is_rebound(f->node->kid[1], x.at, like.name) &&
			       has_param(f, like.name) && (!like.of || has_param(f, like.of)) &&
			       subclass_passes_on(c, a, k, i, like.name);
	}
	return found && good;
}

/* Some method other than a constructor assigns to self.NAME. */
static bool is_reset(const struct cls *k, const struct str *name)
{
	for (uint32_t i = 0; i < k->nmro; i++) {
		const struct node *body = k->mro[i]->node->kid[0];
		for (uint32_t j = 0; j < body->n; j++) {
			struct assign_count x = { .is = own_target, .name = name };
			if (body->kid[j]->kind == NODE_DEF && strcmp(body->kid[j]->text->s, "__init__"))
				count_assigned(&x, body->kid[j]);
			if (x.n || (body->kid[j]->kind == NODE_DEF && body->kid[j]->text == name))
				return true; /* a property of that name counts too */
		}
	}
	return false;
}

bool class_stores(struct index *c, struct arena *a, struct cls *k, const struct str *name)
{
	return constructs(c, a, k, (struct assign_count){ .is = own_target, .name = name }) && !is_reset(k, name);
}

bool class_copies(struct index *c, struct arena *a, struct cls *k, const struct str *name, const struct str *into)
{
	return constructs(c, a, k, (struct assign_count){ .is = part_target, .name = name, .of = into });
}

/* ---- methods ---- */

struct feed_search {
	const struct str *from, *to;
	const struct str *past; /* an optional part that is never created; NULL: none */
	/* a method of the part that counts too; then further arguments are allowed; NULL: none */
	const struct str *by;
	const struct node *body; /* of the method */
	uint32_t good, bad;
};

static bool is_fed(const struct feed_search *f, const struct node *call)
{
	const struct node *arg = call->n == 2 || (call->n > 2 && f->by) ? call->kid[1] : NULL;
	if (!arg)
		return false;
	struct last x = { .name = arg->text, .past = f->past, .before = call->lo };
	if (arg->kind == NODE_NAME)
		find_last(&x, f->body);
	return arg->kind == NODE_NAME ? x.value && !x.touched && calls_own(x.value, f->from) : calls_own(arg, f->from);
}

/* self.TO(...), or self.TO.BY(...) */
static bool is_fed_by(const struct feed_search *f, const struct node *n)
{
	return calls_own(n, f->to) || (f->by && n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR &&
				       n->kid[0]->text == f->by && node_is_own(n->kid[0]->kid[0], f->to));
}

static void find_feeding(struct feed_search *f)
{
	struct walk w;
	walk_begin(&w, f->body);
	for (const struct node *n; (n = walk_next(&w));)
		if (is_fed_by(f, n)) {
			bool fed = is_fed(f, n);
			f->good += fed;
			f->bad += !fed;
		}
	f->bad += w.too_deep;
}

/* The class never creates the part: a part that the config lacks may still be created by code. */
static bool is_gone(const struct cls *k, const struct str *part)
{
	return part && !class_makes(k, part);
}

bool class_feeds(const struct cls *k, const struct str *from, const struct str *to, const struct str *past)
{
	struct feed_search f = { .from = from, .to = to, .past = is_gone(k, past) ? past : NULL };
	for (uint32_t i = 0; i < k->nmro; i++)
		for (uint32_t j = 0; j < k->mro[i]->method.cap; j++) {
			const struct str *name = k->mro[i]->method.at[j].key;
			struct fn *m = name ? method_of(k, i, name) : NULL;
			f.body = m ? m->node->kid[1] : NULL;
			find_feeding(&f);
		}
	return f.good && !f.bad;
}

/* In the method, the result of self.FROM(...) goes first to self.TO(...) or self.TO.BY(...), unchanged. */
bool class_hands(const struct cls *k, const struct str *from, const struct str *to, const struct str *method,
		 const struct str *by)
{
	const struct fn *m = class_find_method(k, method);
	struct feed_search f = { .from = from, .to = to, .by = by, .body = m ? m->node->kid[1] : NULL };
	find_feeding(&f);
	return f.good && !f.bad;
}

/* All that the body returns is the last result of self.OF(...). */
static void find_returned(struct feed_search *f)
{
	struct walk w;
	walk_begin(&w, f->body);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind != NODE_RETURN)
			continue;
		const struct node *v = n->kid[0];
		struct last x = { .before = n->lo };
		x.name = v && v->kind == NODE_NAME ? v->text : NULL;
		if (x.name)
			find_last(&x, f->body);
		v = x.name ? x.value : v;
		bool good = v && !x.touched && calls_own(v, f->from);
		f->good += good;
		f->bad += !good;
	}
	f->bad += w.too_deep;
}

bool class_gives(const struct cls *k, const struct str *method, const struct str *from)
{
	const struct fn *m = class_find_method(k, method);
	struct feed_search f = { .from = from, .body = m ? m->node->kid[1] : NULL };
	find_returned(&f);
	return f.good && !f.bad;
}

/* ---- one number each ---- */

/* len(x) */
static const struct node *length_of(const struct node *n)
{
	return n->kind == NODE_CALL && n->n == 2 && node_is_name(n->kid[0], str_lit("len")) ? n->kid[1] : NULL;
}

/* assert len(NAME) == len(self.OF), in either order */
static bool asserts_count(const struct node *n, const struct str *name, const struct str *of)
{
	const struct node *t = n->kind == NODE_ASSERT ? n->kid[0] : NULL;
	if (!t || t->kind != NODE_COMPARE || t->n != 2 || t->kid[1]->op != OP_EQ)
		return false;
	const struct node *a = length_of(t->kid[0]), *b = length_of(t->kid[1]->kid[0]);
	return a && b &&
	       ((node_is_name(a, name) && node_is_own(b, of)) || (node_is_name(b, name) && node_is_own(a, of)));
}

/* Its method's argument goes no further. */
bool class_counts(const struct cls *k, const struct str *method, const struct str *of)
{
	const struct fn *f = class_find_method(k, method);
	const struct node *body = f ? f->node->kid[1] : NULL, *params = f ? f->node->kid[0] : NULL;
	for (uint32_t i = 0; f && params->n > 1 && params->kid[1]->text && !params->kid[1]->op && i < body->n; i++) {
		struct last x = { .name = params->kid[1]->text, .before = body->kid[i]->lo };
		if (!asserts_count(body->kid[i], x.name, of))
			continue;
		find_last(&x, body);
		return !x.value && !x.touched;
	}
	return false;
}

/* for i in range(1, n), but not in range(self.start_level, n) */
static bool leaves_out(const struct node *n)
{
	const struct node *of = n->kind == NODE_FOR && n->kid[1]->kind == NODE_CALL ? n->kid[1] : NULL;
	return of && of->n > 2 && of->kid[1]->kind != NODE_NAME && of->kid[1]->kind != NODE_ATTR;
}

/* Some call's argument is OF[i], the constructor's or the object's, i a name. */
static bool uses_each(const struct node *in, const struct str *of)
{
	struct walk w;
	uint32_t kid = 0;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *up = walk_parent(&w, &kid);
		bool argument = up && ((up->kind == NODE_CALL && kid) || up->kind == NODE_KW);
		if (leaves_out(n))
			walk_skip(&w);
		else if (argument && n->kind == NODE_INDEX && n->kid[1]->kind == NODE_NAME &&
			 (node_is_name(n->kid[0], of) || node_is_own(n->kid[0], of)))
			return true;
	}
	return false;
}

/* Some statement does this, and up to it the name is still the argument. */
bool method_makes_parts(const struct fn *f, const struct str *of)
{
	const struct node *body = f->node->kid[1];
	for (uint32_t i = 0; i < body->n; i++) {
		struct last x = { .name = of, .before = body->kid[i]->hi };
		if (!uses_each(body->kid[i], of))
			continue;
		find_last(&x, body);
		return !x.value && !x.touched;
	}
	return false;
}
