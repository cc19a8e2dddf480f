// SPDX-License-Identifier: MIT
/* Checks expressions of rules, dialects and profiles at load time. Walks with an explicit stack: rule files may be
 * hostile.
 *
 *	when: workers_per_gup == 0	rules/data/x.yaml:7: unknown name 'workers_per_gup' (did you mean ...?) */
#include "facts/expr_check.h"
#include "base/vec.h"
#include "code/classes/wired.h"
#include "config/config_subject.h"
#include "facts/vocab.h"
#include "python/builtin/builtin.h"
#include "python/builtin/builtin_names.h"
#include <ctype.h>
#include <string.h>

struct checker {
	struct yread *y;
	const struct scope *scope;
	VEC(, const struct str *) local; /* comprehension and lambda variables, := */
	VEC(, const struct node *) todo;
};

/* ---- names ---- */

static bool in_list(const struct str *const *list, size_t n, const struct str *name)
{
	for (size_t i = 0; i < n; i++)
		if (list[i] == name)
			return true;
	return false;
}

/* A special name of this kind of subject: the tree of another kind is no name here. */
static bool is_special(const struct scope *s, const struct str *name)
{
	const struct fixed_name *x = vocab_name(s->vocab, name);
	return x && x->special && (x->special != SPECIAL_TREE || x->tree == s->kind);
}

/* Concepts exist only where a dialect reads the tree. */
static bool is_concept(const struct scope *s, const struct str *name)
{
	return s->kind->dialects && vocab_find(s->vocab, name) >= 0;
}

static bool is_function(const struct vocab *v, const struct str *name)
{
	const struct fixed_name *x = vocab_name(v, name);
	return x && x->fn;
}

enum builtin_use { NO_BUILTIN, BUILTIN_NAME, BUILTIN_CALL /* which rules can call */ };
static enum builtin_use builtin_use(const struct str *name)
{
	struct arena a = { 0 };
	struct value v;
	bool is = builtin_value(&a, name, (struct span){ 0 }, &v),
	     called = is && v.kind == VALUE_OBJECT && v.as.obj->call;
	arena_release(&a);
	return called ? BUILTIN_CALL : is ? BUILTIN_NAME : NO_BUILTIN;
}

VEC(words, const char *);

static void put_names(const struct checker *c, struct words *out)
{
	const struct scope *s = c->scope;
	for (uint32_t i = 0; i < s->n; i++)
		vec_push(out, s->name[i]->s);
	for (size_t i = 0; i < c->local.n; i++)
		vec_push(out, c->local.at[i]->s);
	for (uint32_t i = 0; s->kind->dialects && i < s->vocab->nterms; i++)
		vec_push(out, s->vocab->term[i].name->s);
	vec_push(out, s->kind->tree);
	for (unsigned i = SPECIAL_MACHINE; i < SPECIALS; i++)
		vec_push(out, vocab_special((enum special)i)->name);
}

/* Suggests only names that are valid there: a called concept is no function, and vice versa. */
static bool unknown_name(struct checker *c, const struct node *n, bool function)
{
	struct words known = { 0 };
	if (!function)
		put_names(c, &known);
	for (uint32_t i = 0; function && i < c->scope->vocab->nfns; i++)
		vec_push(&known, c->scope->vocab->fn[i]->name);
	bool ok = yread_unknown(c->y, n->lo, function ? "function" : "name", n->text->s, known.at, known.n);
	vec_release(&known);
	return ok;
}

static bool check_name(struct checker *c, const struct node *n)
{
	const struct scope *s = c->scope;
	if (in_list(s->name, s->n, n->text) || in_list(c->local.at, c->local.n, n->text))
		return true;
	if (is_concept(s, n->text) || is_special(s, n->text) || builtin_use(n->text))
		return true;
	if (is_function(s->vocab, n->text))
		return yread_fail_at(c->y, n->lo, "'%s' is a function and must be called", n->text->s);
	return unknown_name(c, n, false);
}

/* machine.x, file.x ...: fixed members; cfg.x and values have any */
static bool check_attr(struct checker *c, const struct node *n)
{
	const struct node *obj = n->kid[0];
	if (obj->kind != NODE_NAME || in_list(c->local.at, c->local.n, obj->text))
		return true;
	const struct fixed_name *x = vocab_name(c->scope->vocab, obj->text);
	if (!x || x->special <= SPECIAL_TREE)
		return true;
	const struct special_name *of = vocab_special(x->special);
	size_t known = 0;
	for (; of->member[known]; known++)
		if (!strcmp(of->member[known], n->text->s))
			return true;
	return yread_unknown(c->y, n->lo, arena_printf(c->y->a, "member of %s:", obj->text->s), n->text->s, of->member,
			     known);
}

/* ---- calls and comparisons ---- */

static bool is_path_form(const struct node *n)
{
	while (n->kind == NODE_ATTR || n->kind == NODE_INDEX) {
		if (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_SLICE)
			return false;
		n = n->kid[0];
	}
	return n->kind == NODE_NAME || n->kind == NODE_CALL || n->kind == NODE_COND;
}

bool check_is_place(const struct node *n, const struct scope *s)
{
	for (; n->kind == NODE_COND; n = n->kid[2]) /* brackets bound the recursion */
		if (!check_is_place(n->kid[0], s))
			return false;
	if (!is_path_form(n))
		return false;
	while (n->kind == NODE_ATTR || n->kind == NODE_INDEX)
		n = n->kid[0];
	if (n->kind == NODE_COND)
		return check_is_place(n, s);
	if (n->kind == NODE_CALL)
		return vocab_function(s->vocab, n) != NULL;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->name[i] == n->text)
			return s->place && s->place[i];
	return true;
}

/* own(x), base(x), at_level(x, y) look x up in another tree. An expression that is no place would be computed there,
 * and its lets would be cached with values of that tree. */
static bool check_elsewhere(struct checker *c, const struct node *n, const struct rulefn *fn)
{
	bool elsewhere = fn->looks == LOOKS_OWN || fn->looks == LOOKS_BASE || fn->looks == LOOKS_SETTER;
	if (!elsewhere || check_is_place(n->kid[1], c->scope))
		return true;
	return yread_fail_at(
		c->y, n->kid[1]->lo,
		"%s() takes a place: a concept, cfg.a.b, cfg['a'][0], an `each` variable or a let that is one",
		fn->name);
}

static bool check_arity(struct checker *c, const struct node *n, const struct rulefn *fn)
{
	uint32_t args = n->n - 1;
	for (uint32_t i = 1; i < n->n; i++)
		if (n->kid[i]->kind == NODE_KW || n->kid[i]->kind == NODE_STAR || n->kid[i]->kind == NODE_DSTAR)
			return yread_fail_at(c->y, n->kid[i]->lo, "%s() takes plain arguments only", fn->name);
	if (args < fn->min || (fn->max != 255 && args > fn->max))
		return yread_fail_at(c->y, n->lo, "%s() takes %u%s arguments, not %u", fn->name, fn->min,
				     fn->max == 255	 ? " or more"
				     : fn->max > fn->min ? " or more optional"
							 : "",
				     args);
	if (fn->looks == LOOKS_MACHINE) {
		const struct node *x = n->kid[1];
		if (x->kind != NODE_ATTR || x->kid[0]->kind != NODE_NAME || strcmp(x->kid[0]->text->s, "machine"))
			return yread_fail_at(c->y, n->lo, "%s() is for machine.* only; use has(...)", fn->name);
	}
	return true;
}

/* wired(x, 'feeds backbone neck') */
static bool check_question(struct checker *c, const struct node *n, const struct rulefn *fn)
{
	const struct node *text = !strcmp(fn->name, "wired") && n->kid[2]->kind == NODE_STR ? n->kid[2] : NULL;
	const char *why = text ? wired_mistake(c->y->a, text->text->s) : NULL;

	return !why || yread_fail_at(c->y, text->lo, "wired(): %s", why);
}

static bool check_call(struct checker *c, const struct node *n, bool *skip_callee)
{
	const struct node *callee = n->kid[0];
	const struct rulefn *fn = vocab_function(c->scope->vocab, n);
	*skip_callee = fn || callee->kind == NODE_NAME;
	if (fn && fn->of == OF_CONFIGS && c->scope->kind != &config_kind)
		return yread_fail_at(c->y, n->lo, "%s() is for rules about configs", fn->name);
	if (fn)
		return check_arity(c, n, fn) && check_elsewhere(c, n, fn) && check_question(c, n, fn);
	if (callee->kind != NODE_NAME)
		return true;
	if (in_list(c->scope->name, c->scope->n, callee->text) || in_list(c->local.at, c->local.n, callee->text))
		return true;
	enum builtin_use use = builtin_use(callee->text);
	if (!use)
		return unknown_name(c, callee, true);
	return use == BUILTIN_CALL || yread_fail_at(c->y, n->lo, "%s() is not evaluated in rules", callee->text->s);
}

static bool is_type(const struct node *n)
{
	if (n->kind == NODE_ATTR)
		return !strcmp(n->text->s, "type");
	return n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR && !strcmp(n->kid[1]->text->s, "type");
}

/* Types are strings in one config and classes in the next: a comparison would be right in only one of them. */
static bool check_compare(struct checker *c, const struct node *n)
{
	bool types = is_type(n->kid[0]), none = false;
	for (uint32_t i = 1; i < n->n; i++) {
		const struct node *right = n->kid[i]->kid[0];
		unsigned op = n->kid[i]->op;
		if (op != OP_EQ && op != OP_NE && op != OP_IN && op != OP_NOT_IN)
			continue;
		none = right->kind == NODE_CONST;
		if ((types && !none) || ((op == OP_EQ || op == OP_NE) && is_type(right)))
			return yread_fail_at(
				c->y, n->lo,
				"types may be strings or classes: use type_is(x, 'Name') rather than comparing .type");
	}
	return true;
}

/* ---- walking ---- */

static void push(struct checker *c, const struct node *n)
{
	if (n)
		vec_push(&c->todo, n);
}

static bool check_node(struct checker *c, const struct node *n)
{
	bool ok = true, skip = false;
	switch (n->kind) {
	case NODE_NAME:
		ok = check_name(c, n);
		break;
	case NODE_ATTR:
		ok = check_attr(c, n);
		break;
	case NODE_CALL:
		ok = check_call(c, n, &skip);
		break;
	case NODE_COMPARE:
		ok = check_compare(c, n);
		break;
	case NODE_OPAQUE:
		ok = yread_fail_at(c->y, n->lo, "this is not evaluated in rules");
		break;
	default:
		break;
	}
	for (uint32_t i = n->n; ok && i-- > (skip ? 1 : 0);)
		push(c, n->kid[i]);
	return ok;
}

/* All names that the expression binds anywhere; targets of comprehensions may be tuples. */
static void bind_targets(struct checker *c, const struct node *target)
{
	const struct node *stack[32];
	uint32_t n = 0;
	stack[n++] = target;
	while (n) {
		const struct node *t = stack[--n];
		if (t->kind == NODE_NAME)
			vec_push(&c->local, t->text);
		else
			for (uint32_t i = 0; i < t->n && n < ARRAY_SIZE(stack); i++)
				if (t->kid[i])
					stack[n++] = t->kid[i];
	}
}

static void collect_locals(struct checker *c, const struct node *root)
{
	push(c, root);
	while (c->todo.n) {
		const struct node *n = vec_pop(&c->todo);
		if (n->kind == NODE_CFOR || n->kind == NODE_WALRUS)
			bind_targets(c, n->kid[0]);
		if (n->kind == NODE_PARAM && n->text)
			vec_push(&c->local, n->text);
		for (uint32_t i = 0; i < n->n; i++)
			push(c, n->kid[i]);
	}
}

static bool locals_are_new(struct checker *c, const struct node *at)
{
	for (size_t i = 0; i < c->local.n; i++)
		if (is_concept(c->scope, c->local.at[i]) || is_special(c->scope, c->local.at[i]))
			return yread_fail_at(c->y, at->lo, "the variable '%s' hides a concept or fixed name",
					     c->local.at[i]->s);
	return true;
}

bool check_expr(struct yread *y, const struct node *expr, const struct scope *s)
{
	struct checker c = { .y = y, .scope = s };
	collect_locals(&c, expr);
	bool ok = locals_are_new(&c, expr);
	c.todo.n = 0;
	push(&c, expr);
	while (ok && c.todo.n)
		ok = check_node(&c, vec_pop(&c.todo));
	vec_release(&c.local);
	vec_release(&c.todo);
	return ok;
}

bool check_path(struct yread *y, const struct node *expr, const struct scope *s)
{
	if (!is_path_form(expr))
		return yread_fail_at(
			y, expr->lo,
			"this names no place: expected a concept, cfg.a.b, cfg['a'][0] or an `each` variable");
	return check_expr(y, expr, s);
}

bool check_new_name(struct yread *y, const struct ynode *at, const struct str *name, const struct scope *s)
{
	if (is_concept(s, name))
		return yread_fail(y, at, "'%s' is a concept already", name->s);
	if (is_special(s, name) || is_function(s->vocab, name) || builtin_use(name))
		return yread_fail(y, at, "'%s' is a fixed name already", name->s);
	if (in_list(s->name, s->n, name))
		return yread_fail(y, at, "'%s' is defined twice", name->s);
	return true;
}

/* Words with dashes, dots or slashes; if they are no expression, blanks too. */
static bool may_be_text(const struct ynode *n, bool parsed)
{
	for (const char *c = n->text->s; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("_-./", *c) && (*c != ' ' || parsed))
			return false;
	return n->text->len > 0;
}

void check_hint_text(struct yread *y, const struct ynode *n, bool parsed)
{
	struct err was;

	if (n->kind != Y_SCALAR || !y->e || !may_be_text(n, parsed))
		return;
	was = *y->e;
	err_set(y->e, was.code, "%s; a text needs quotes within: write \"'%s'\"", was.msg, n->text->s);
	y->e->line = was.line;
	y->e->col = was.col;
}

const struct node *check_value(struct yread *y, const struct ynode *n, const char *what, const struct scope *s)
{
	const struct node *x = yread_expr(y, n, what);

	if (x && check_expr(y, x, s))
		return x;
	if (strcmp(what, "when")) /* a condition is none */
		check_hint_text(y, n, x != NULL);
	return NULL;
}
