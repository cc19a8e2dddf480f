// SPDX-License-Identifier: MIT
/* Methods that a class nearer to the object overrides are not looked at. In one method the last assignment in front of
 * a use counts, whatever conditions stand around it: one that may change the value makes the answer no. */
#include "code/wired.h"
#include "code/params.h"
#include "code/chosen.h"
#include "code/heir.h"
#include "code/priv.h"
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 20 };

struct words {
	const struct str *at[WORDS_MAX];
	uint32_t n;
};

static bool is_name(const struct node *n, const struct str *name)
{
	return n && n->kind == NODE_NAME && n->text == name;
}

/* self.NAME */
static bool is_own(const struct node *n, const struct str *name)
{
	return n->kind == NODE_ATTR && n->text == name && n->kid[0]->kind == NODE_NAME &&
	       !strcmp(n->kid[0]->text->s, "self");
}

static bool calls_own(const struct node *n, const struct str *name)
{
	return n->kind == NODE_CALL && is_own(n->kid[0], name);
}

/* The class's own method, where it is what an object has. */
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

/* The last value that NAME gets in front of `before`; *touched: something may change it after that. */
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
	if (is_name(t, x->name)) {
		x->value = value;
		x->touched = !value;
	} else if (t->kind == NODE_TUPLE || t->kind == NODE_LIST || t->kind == NODE_STAR)
		for (uint32_t i = 0; i < t->n; i++)
			find_target(x, t->kid[i], NULL);
	else if (is_name(root_of(t), x->name))
		x->touched = true;
}

static void find_last(struct last *x, const struct node *n, uint32_t depth)
{
	if (n->lo >= x->before)
		return;
	if (depth > NEST_MAX) {
		x->touched = true;
		return;
	}
	if (n->kind == NODE_ASSIGN && x->past && calls_own(n->kid[0], x->past))
		return; /* never runs */
	if (n->kind == NODE_ASSIGN && n->hi <= x->before)
		for (uint32_t i = 1; i < n->n; i++)
			find_target(x, n->kid[i], n->kid[0]);
	else if (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR || n->kind == NODE_DEL)
		find_target(x, n->kid[0], NULL);
	else if (n->kind == NODE_EXPR && n->kid[0]->kind == NODE_CALL && n->kid[0]->kid[0]->kind == NODE_ATTR &&
		 is_name(root_of(n->kid[0]->kid[0]), x->name))
		x->touched = true; /* x.append(...) */
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			find_last(x, n->kid[i], depth + 1);
}

/* ---- constructors ---- */

/* How often the code assigns to a target for which `is` holds; *plain: one of them, at the top of the body, gives it
 * the name's value. */
struct assigning {
	bool (*is)(const struct node *target, const struct str *name, const struct str *of);
	const struct str *name, *of;
	uint32_t n;
	bool plain, changed;   /* changed: one of them isn't a plain assignment */
	const struct node *at; /* the last of them */
};

static void count_assigned(struct assigning *x, const struct node *n, uint32_t depth)
{
	bool assigns = n->kind == NODE_ASSIGN, changes = n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN;
	if (depth > NEST_MAX) {
		x->n = 2;
		return;
	}
	for (uint32_t i = assigns ? 1 : 0; i < (assigns ? n->n : changes ? 1 : 0); i++) {
		bool hit = x->is(n->kid[i], x->name, x->of);
		x->n += hit;
		x->at = hit ? n : x->at;
		x->changed |= hit && changes;
		x->plain |= hit && assigns && is_name(n->kid[0], x->name);
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			count_assigned(x, n->kid[i], depth + 1);
}

static bool own_target(const struct node *t, const struct str *name, const struct str *of)
{
	(void)of;
	return is_own(t, name);
}

static bool part_target(const struct node *t, const struct str *name, const struct str *of)
{
	return (t->kind == NODE_ATTR && t->text == name && is_name(t->kid[0], of)) ||
	       (t->kind == NODE_INDEX && is_name(t->kid[0], of) && t->kid[1]->kind == NODE_STR &&
		t->kid[1]->text == name);
}

static bool bare_target(const struct node *t, const struct str *name, const struct str *of)
{
	(void)of;
	return is_name(t, name);
}

/* Whether `at`, a statement of the body, is run with another value of the name than its argument, or that list changes
 * later. A name that gets another value behind it (`in_channels = out_channels` in a loop further down) does no harm.
 */
static bool is_rebound(const struct node *body, const struct node *at, const struct str *name)
{
	struct assigning bare = { .is = bare_target, .name = name };
	struct last x = { .name = name, .before = at->lo };
	bool top = false;
	count_assigned(&bare, body, 0);
	for (uint32_t i = 0; i < body->n && !top; i++)
		top = body->kid[i] == at;
	if (bare.n)
		find_last(&x, body, 0);
	return bare.n && (!top || bare.changed || x.value || x.touched);
}

/* Constructors that give a target something all give it their argument of that name, which gets to them. */
static bool constructs(struct index *c, struct arena *a, struct cls *k, struct assigning like)
{
	bool found = false, good = true;
	for (uint32_t i = 0; i < k->nmro && good; i++) {
		const struct fn *f = map_get(&k->mro[i]->method, str_lit("__init__"));
		struct assigning x = like;
		if (!f)
			continue;
		count_assigned(&x, f->node->kid[1], 0);
		found |= x.n > 0;
		if (x.n)
			good = x.n == 1 && x.plain && !is_rebound(f->node->kid[1], x.at, like.name) &&
			       has_param(f, like.name) && (!like.of || has_param(f, like.of)) &&
			       heir_reaches(c, a, k, i, like.name);
	}
	return found && good;
}

/* Some method but constructors gives self.NAME a value. */
static bool is_reset(const struct cls *k, const struct str *name)
{
	for (uint32_t i = 0; i < k->nmro; i++) {
		const struct node *body = k->mro[i]->node->kid[0];
		for (uint32_t j = 0; j < body->n; j++) {
			struct assigning x = { .is = own_target, .name = name };
			if (body->kid[j]->kind == NODE_DEF && strcmp(body->kid[j]->text->s, "__init__"))
				count_assigned(&x, body->kid[j], 0);
			if (x.n || (body->kid[j]->kind == NODE_DEF && body->kid[j]->text == name))
				return true; /* a property of that name, too */
		}
	}
	return false;
}

static bool stores(struct index *c, struct arena *a, struct cls *k, const struct str *name)
{
	return constructs(c, a, k, (struct assigning){ .is = own_target, .name = name }) && !is_reset(k, name);
}

/* ---- methods ---- */

struct feeding {
	const struct str *from, *to;
	const struct str *past;	 /* a part that isn't there; NULL: none */
	const struct str *by;	 /* a method of the part that counts too, both with more arguments behind; NULL: none */
	const struct node *body; /* of the method */
	uint32_t good, bad;
};

static bool is_fed(const struct feeding *f, const struct node *call)
{
	const struct node *arg = call->n == 2 || (call->n > 2 && f->by) ? call->kid[1] : NULL;
	if (!arg)
		return false;
	struct last x = { .name = arg->text, .past = f->past, .before = call->lo };
	if (arg->kind == NODE_NAME)
		find_last(&x, f->body, 0);
	return arg->kind == NODE_NAME ? x.value && !x.touched && calls_own(x.value, f->from) : calls_own(arg, f->from);
}

/* self.TO(...), or self.TO.BY(...) */
static bool is_fed_by(const struct feeding *f, const struct node *n)
{
	return calls_own(n, f->to) || (f->by && n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR &&
				       n->kid[0]->text == f->by && is_own(n->kid[0]->kid[0], f->to));
}

static void find_feeding(struct feeding *f, const struct node *n, uint32_t depth)
{
	if (depth > NEST_MAX || is_fed_by(f, n)) {
		bool fed = depth <= NEST_MAX && is_fed(f, n);
		f->good += fed;
		f->bad += !fed;
	}
	for (uint32_t i = 0; i < n->n && depth <= NEST_MAX; i++)
		if (n->kid[i])
			find_feeding(f, n->kid[i], depth + 1);
}

static bool says(const struct node *n, const struct str *name, uint32_t depth)
{
	bool found = is_name(n, name) || (n->kind == NODE_CONST && n->op == CONST_NONE);
	for (uint32_t i = 0; i < n->n && !found && depth <= NEST_MAX; i++)
		found = n->kid[i] && says(n->kid[i], name, depth + 1);
	return found;
}

/* Gives self.NAME, or the argument NAME, a value that isn't made of the argument; has it as a property, or a default.
 */
static bool makes(const struct node *n, const struct str *name, uint32_t depth)
{
	bool made = depth > NEST_MAX || (n->kind == NODE_DEF && n->text == name) ||
		    (n->kind == NODE_PARAM && n->text == name && n->n && !says(n->kid[0], name, depth));
	if (n->kind == NODE_ASSIGN && !made)
		for (uint32_t i = 1; i < n->n && !made; i++)
			made = is_name(n->kid[i], name) || (is_own(n->kid[i], name) && !says(n->kid[0], name, depth));
	for (uint32_t i = 0; i < n->n && !made; i++)
		made = n->kid[i] && makes(n->kid[i], name, depth + 1);
	return made;
}

/* A part that the config doesn't have may be made all the same. */
static bool is_gone(const struct cls *k, const struct str *part)
{
	for (uint32_t i = 0; part && i < k->nmro; i++)
		if (makes(k->mro[i]->node->kid[0], part, 0))
			return false;
	return part;
}

static bool feeds(struct cls *k, const struct str *from, const struct str *to, const struct str *past)
{
	struct feeding f = { .from = from, .to = to, .past = is_gone(k, past) ? past : NULL };
	for (uint32_t i = 0; i < k->nmro; i++)
		for (uint32_t j = 0; j < k->mro[i]->method.cap; j++) {
			const struct str *name = k->mro[i]->method.at[j].key;
			struct fn *m = name ? method_of(k, i, name) : NULL;
			f.body = m ? m->node->kid[1] : NULL;
			if (m)
				find_feeding(&f, f.body, 0);
		}
	return f.good && !f.bad;
}

/* In the method, what self.FROM(...) gives goes first to self.TO(...) or self.TO.BY(...) as it comes. */
static bool hands(const struct cls *k, const struct str *from, const struct str *to, const struct str *method,
		  const struct str *by)
{
	const struct fn *m = heir_method(k, method);
	struct feeding f = { .from = from, .to = to, .by = by, .body = m ? m->node->kid[1] : NULL };
	if (m)
		find_feeding(&f, f.body, 0);
	return f.good && !f.bad;
}

/* All that the body returns is what self.OF(...) gave last. */
static void find_returned(struct feeding *f, const struct node *n, uint32_t depth)
{
	if (depth > NEST_MAX || n->kind == NODE_RETURN) {
		const struct node *v = depth <= NEST_MAX ? n->kid[0] : NULL;
		struct last x = { .before = n->lo };
		x.name = v && v->kind == NODE_NAME ? v->text : NULL;
		if (x.name)
			find_last(&x, f->body, 0);
		v = x.name ? x.value : v;
		bool good = v && !x.touched && calls_own(v, f->from);
		f->good += good;
		f->bad += !good;
	}
	for (uint32_t i = 0; i < n->n && depth <= NEST_MAX; i++)
		if (n->kid[i])
			find_returned(f, n->kid[i], depth + 1);
}

static bool gives(const struct cls *k, const struct str *method, const struct str *from)
{
	const struct fn *m = heir_method(k, method);
	struct feeding f = { .from = from, .body = m ? m->node->kid[1] : NULL };
	if (m)
		find_returned(&f, f.body, 0);
	return f.good && !f.bad;
}

static bool names_attr(const struct node *n, const struct str *word, uint32_t depth)
{
	bool found = depth <= NEST_MAX && n->kind == NODE_ATTR && n->text == word;
	for (uint32_t i = 0; i < n->n && !found && depth <= NEST_MAX; i++)
		found = n->kid[i] && names_attr(n->kid[i], word, depth + 1);
	return found;
}

static bool has_method(const struct cls *k, const struct words *w)
{
	const struct fn *m = heir_method(k, w->at[1]);
	bool all = m;
	for (uint32_t j = 2; j < w->n && all; j++)
		all = names_attr(m->node->kid[1], w->at[j], 0);
	return all;
}

/* Whether giving `to` the value is what is looked for; value NULL: it is changed in place (`to += 1`). */
typedef bool assign_fn(const struct node *to, const struct node *value, const struct str *name);

/* X['NAME'] = ... */
static bool puts_key(const struct node *to, const struct node *value, const struct str *name)
{
	(void)value;
	return to->kind == NODE_INDEX && to->kid[1]->kind == NODE_STR && to->kid[1]->text == name;
}

/* NAME[...] = ..., X['NAME'][...] = ... */
static bool fills_items(const struct node *to, const struct node *value, const struct str *name)
{
	const struct node *of = to->kind == NODE_INDEX ? to->kid[0] : to;
	return (of->kind == NODE_NAME && of->text == name && (of != to || !value)) ||
	       (of != to && puts_key(of, value, name));
}

/* NAME = x */
static bool binds_name(const struct node *to, const struct node *value, const struct str *name)
{
	return value && is_name(to, name);
}

/* self.NAME = x, where x isn't made of the argument of that name */
static bool sets_own(const struct node *to, const struct node *value, const struct str *name)
{
	return value && is_own(to, name) && !says(value, name, 0);
}

static bool assigns(const struct node *n, const struct str *name, assign_fn *is, uint32_t depth)
{
	bool found = depth > NEST_MAX;
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		found |= is(n->kid[i], n->kid[0], name);
	if (n->kind == NODE_AUGASSIGN)
		found |= is(n->kid[0], NULL, name);
	for (uint32_t i = 0; i < n->n && !found; i++)
		found = n->kid[i] && assigns(n->kid[i], name, is, depth + 1);
	return found;
}

/* Some class of the line does; or what it does is nested too deeply. */
static bool line_assigns(const struct cls *k, const struct str *name, assign_fn *is)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (assigns(k->mro[i]->node, name, is, 0))
			return true;
	return false;
}

static bool lacks(const struct cls *k, const struct str *name)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (map_get(&k->mro[i]->method, name) || makes(k->mro[i]->node->kid[0], name, 0))
			return false;
	return true;
}

static bool mentions(const struct node *n, const struct str *name, uint32_t depth)
{
	bool found = depth > NEST_MAX || n->text == name;
	for (uint32_t i = 0; i < n->n && !found; i++)
		found = n->kid[i] && mentions(n->kid[i], name, depth + 1);
	return found;
}

static bool omits(const struct cls *k, const struct str *name)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (mentions(k->mro[i]->node, name, 0))
			return false;
	return true;
}

/* ---- what methods do without ---- */

static bool is_docstring(const struct node *n)
{
	return n->kind == NODE_EXPR && n->kid[0]->kind == NODE_STR;
}

static bool only_raises(const struct fn *f)
{
	const struct node *body = f->node->kid[1];
	return body->n && body->kid[body->n - 1]->kind == NODE_RAISE &&
	       (body->n == 1 || (body->n == 2 && is_docstring(body->kid[0])));
}

static bool is_none(const struct node *n)
{
	return n && n->kind == NODE_CONST && n->op == CONST_NONE;
}

/* NAME is None, NAME is not None */
static bool asks_none(const struct node *n, const struct str *name, uint32_t depth)
{
	if (n->kind == NODE_COMPARE && is_name(n->kid[0], name) && is_none(n->kid[1]->kid[0]))
		return true;
	for (uint32_t i = 0; depth <= NEST_MAX && i < n->n; i++)
		if (n->kid[i] && asks_none(n->kid[i], name, depth + 1))
			return true;
	return false;
}

static bool may_be_none(const struct fn *f, const struct str *name)
{
	const struct node *params = f->node->kid[0];
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->text == name && params->kid[i]->n && is_none(params->kid[i]->kid[0]))
			return asks_none(f->node->kid[1], name, 0);
	return false;
}

/* A name before which stars stand takes whatever it is given; stars alone are a mark. */
static bool bars(const struct fn *f, const struct str *name)
{
	const struct node *params = f->node->kid[0];
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->text && (params->kid[i]->op || params->kid[i]->text == name))
			return false;
	return true;
}

/* ---- one number each ---- */

/* len(x) */
static const struct node *length_of(const struct node *n)
{
	return n->kind == NODE_CALL && n->n == 2 && is_name(n->kid[0], str_lit("len")) ? n->kid[1] : NULL;
}

/* assert len(NAME) == len(self.OF), whichever comes first */
static bool asserts_count(const struct node *n, const struct str *name, const struct str *of)
{
	const struct node *t = n->kind == NODE_ASSERT ? n->kid[0] : NULL;
	if (!t || t->kind != NODE_COMPARE || t->n != 2 || t->kid[1]->op != OP_EQ)
		return false;
	const struct node *a = length_of(t->kid[0]), *b = length_of(t->kid[1]->kid[0]);
	return a && b && ((is_name(a, name) && is_own(b, of)) || (is_name(b, name) && is_own(a, of)));
}

/* Its method, whatever it is given, goes no further. */
static bool asserts_first(const struct cls *k, const struct str *method, const struct str *of)
{
	const struct fn *f = heir_method(k, method);
	const struct node *body = f ? f->node->kid[1] : NULL, *params = f ? f->node->kid[0] : NULL;
	for (uint32_t i = 0; f && params->n > 1 && params->kid[1]->text && !params->kid[1]->op && i < body->n; i++) {
		struct last x = { .name = params->kid[1]->text, .before = body->kid[i]->lo };
		if (!asserts_count(body->kid[i], x.name, of))
			continue;
		find_last(&x, body, 0);
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
static bool uses_each(const struct node *n, const struct str *of, bool argument, uint32_t depth)
{
	if (leaves_out(n))
		return false;
	bool found = argument && n->kind == NODE_INDEX && n->kid[1]->kind == NODE_NAME &&
		     (is_name(n->kid[0], of) || is_own(n->kid[0], of));
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
		struct last x = { .name = of, .before = body->kid[i]->hi };
		if (!uses_each(body->kid[i], of, false, 0))
			continue;
		find_last(&x, body, 0);
		return !x.value && !x.touched;
	}
	return false;
}

/* ---- all there are ---- */

/* x.NAME() without an argument, or x['NAME'] */
static bool asks_all(const struct node *n, const struct str *name, uint32_t depth)
{
	bool found = n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_ATTR && n->kid[0]->text == name;
	found |= n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR && n->kid[1]->text == name;
	for (uint32_t i = 0; i < n->n && !found && depth <= NEST_MAX; i++)
		found = n->kid[i] && asks_all(n->kid[i], name, depth + 1);
	return found;
}

/* ---- asked ---- */

bool wired(struct index *c, struct arena *a, struct cls *k, const char *what)
{
	struct words w = { .n = 0 };
	for (const char *s = what; *s && w.n < WORDS_MAX; s += strcspn(s, " "), s += *s == ' ')
		w.at[w.n++] = str_of(s, strcspn(s, " "));
	if (k->open_bases || k->decorated || k->chosen || w.n < 2)
		return false;
	if (!strcmp(w.at[0]->s, "stores"))
		return stores(c, a, k, w.at[1]);
	if (!strcmp(w.at[0]->s, "feeds") && (w.n == 3 || (w.n == 5 && !strcmp(w.at[3]->s, "without"))))
		return feeds(k, w.at[1], w.at[2], w.n == 5 ? w.at[4] : NULL);
	if (!strcmp(w.at[0]->s, "hands") && w.n >= 4)
		return hands(k, w.at[1], w.at[2], w.at[3], w.at[w.n - 1]);
	if (!strcmp(w.at[0]->s, "gives") && w.n == 3)
		return gives(k, w.at[1], w.at[2]);
	if (!strcmp(w.at[0]->s, "copies") && w.n == 4)
		return constructs(c, a, k, (struct assigning){ .is = part_target, .name = w.at[1], .of = w.at[3] });
	if (!strcmp(w.at[0]->s, "chooses") && w.n == 3)
		return chosen_by(c, a, k, w.at[1]) == w.at[2];
	if (!strcmp(w.at[0]->s, "puts"))
		return line_assigns(k, w.at[1], puts_key);
	if (!strcmp(w.at[0]->s, "fills"))
		return line_assigns(k, w.at[1], fills_items);
	if (!strcmp(w.at[0]->s, "sets"))
		return line_assigns(k, w.at[1], sets_own);
	if (!strcmp(w.at[0]->s, "lacks"))
		return lacks(k, w.at[1]);
	if (!strcmp(w.at[0]->s, "needs"))
		return w.n < WORDS_MAX && params_lack(k, w.at + 2, w.n - 2);
	if (!strcmp(w.at[0]->s, "omits"))
		return omits(k, w.at[1]);
	struct fn *f = heir_method(k, w.at[1]);
	if (!strcmp(w.at[0]->s, "binds") && w.n == 3)
		return f && assigns(f->node, w.at[2], binds_name, 0);
	if (!strcmp(w.at[0]->s, "asks") && w.n == 3)
		return f && asks_all(f->node, w.at[2], 0);
	if (!strcmp(w.at[0]->s, "raises"))
		return f && only_raises(f);
	if (!strcmp(w.at[0]->s, "bars") && w.n == 3)
		return f && bars(f, w.at[2]);
	if (!strcmp(w.at[0]->s, "counts") && w.n == 3)
		return asserts_first(k, w.at[1], w.at[2]) && stores(c, a, k, w.at[2]);
	if (!strcmp(w.at[0]->s, "parts") && w.n == 3)
		return f && parts_each(f, w.at[2]);
	if (!strcmp(w.at[0]->s, "spares") && w.n == 3)
		return f && may_be_none(f, w.at[2]);
	return !strcmp(w.at[0]->s, "method") && has_method(k, &w);
}
