// SPDX-License-Identifier: MIT
/* Analyses the syntax of the method alone, in three passes. The first finds the list. The second finds the `if` that
 * raises for anything else, and the names in its test. The third checks all that is done with these names before.
 *
 *	allowed = ['mIoU', 'mDice']; if metric not in allowed: raise KeyError	"mIoU mDice" */
#include "code/choices.h"
#include "code/priv.h"
#include "code/registry.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { COMPARED_MAX = 16 };
struct choices_reader {
	struct index *c;
	const struct str *name;	  /* of the list */
	const struct node *list;  /* its value */
	uint32_t nlists;	  /* how often it is assigned or changed in place */
	const struct str *others; /* `others = set(x) - set(allowed)`; NULL: there is none */
	const struct str *compared[COMPARED_MAX];
	uint32_t ncompared;
	uint32_t raises_at; /* where the `if` begins; 0: nothing is raised */
	bool touched;	    /* what is compared differs from what the caller gave */
};
typedef void see_fn(struct choices_reader *r, const struct node *n);

static void each_node(struct choices_reader *r, const struct node *in, see_fn *see)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		see(r, n);
	r->touched |= w.too_deep;
}

static bool is_name(const struct node *n, const struct str *name)
{
	return n->kind == NODE_NAME && n->text == name;
}

static bool mentions(const struct node *n, const struct str *name)
{
	return node_find_name(n, name);
}

static bool is_compared(const struct choices_reader *r, const struct str *name)
{
	return str_among(name, r->compared, r->ncompared);
}

static bool has_compared(const struct choices_reader *r, const struct node *n)
{
	for (uint32_t i = 0; i < r->ncompared; i++)
		if (mentions(n, r->compared[i]))
			return true;
	return false;
}

/* ---- the list ---- */

static void see_list(struct choices_reader *r, const struct node *n)
{
	if (n->kind == NODE_AUGASSIGN && is_name(n->kid[0], r->name))
		r->nlists++;
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		if (is_name(n->kid[i], r->name)) {
			r->list = n->kid[0];
			r->nlists++;
		} else if (n->kid[0]->kind == NODE_BINARY && n->kid[0]->op == OP_SUB && n->kid[i]->kind == NODE_NAME &&
			   mentions(n->kid[0]->kid[1], r->name)) {
			r->others = n->kid[i]->text;
		}
	if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && is_name(n->kid[0]->kid[0], r->name))
		r->nlists++; /* .append() and similar methods */
}

/* ---- the raise ---- */

static void add_compared(struct choices_reader *r, const struct node *n)
{
	if (n->text == r->name || is_compared(r, n->text))
		return;
	if (r->ncompared == COMPARED_MAX)
		r->touched = true;
	else
		r->compared[r->ncompared++] = n->text;
}

/* Adds all names in n except names of functions. */
static void add_names(struct choices_reader *r, const struct node *in)
{
	struct walk w;
	uint32_t kid = 0;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *up = walk_parent(&w, &kid);
		if (n->kind == NODE_NAME && !(up && up->kind == NODE_CALL && !kid))
			add_compared(r, n);
	}
}

static bool raises_at_once(const struct node *block)
{
	for (uint32_t i = 0; i < block->n; i++) {
		enum node_kind kind = block->kid[i]->kind;
		if (kind == NODE_RAISE)
			return true;
		if (kind != NODE_EXPR && kind != NODE_ASSIGN && kind != NODE_ANNASSIGN)
			return false;
	}
	return false;
}

/* `x not in allowed`, `not set(x).issubset(set(allowed))`, `len(others) != 0` */
static bool refuses(const struct choices_reader *r, const struct node *test)
{
	if (r->others && mentions(test, r->others))
		return true;
	if (test->kind == NODE_COMPARE)
		return test->n == 2 && test->kid[1]->op == OP_NOT_IN && is_name(test->kid[1]->kid[0], r->name);
	if (test->kind != NODE_UNARY || test->op != OP_NOT || test->kid[0]->kind != NODE_CALL)
		return false;
	const struct node *callee = test->kid[0]->kid[0];
	return callee->kind == NODE_ATTR && !strcmp(callee->text->s, "issubset") && mentions(test, r->name);
}

/* Only in the method itself or in its loops: below another `if`, in a `try` or in a nested function it may never
 * raise. */
static void find_refusal(struct choices_reader *r, const struct node *block, unsigned depth)
{
	for (uint32_t i = 0; i < block->n && !r->raises_at && depth < NEST_MAX; i++) {
		const struct node *n = block->kid[i];
		if (n->kind == NODE_FOR)
			find_refusal(r, n->kid[2], depth + 1);
		if (n->kind != NODE_IF || !refuses(r, n->kid[0]) || !raises_at_once(n->kid[1]))
			continue;
		r->raises_at = n->lo;
		add_names(r, n->kid[0]);
	}
}

/* ---- what is done before ---- */

static bool calls(const struct node *n, const char *const *name, size_t names)
{
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	for (size_t i = 0; callee && (callee->kind == NODE_NAME || callee->kind == NODE_ATTR) && i < names; i++)
		if (!strcmp(callee->text->s, name[i]))
			return true;
	return false;
}

/* `x != 'text'` */
static bool is_another(const struct node *n)
{
	return n->kind == NODE_COMPARE && n->n == 2 && n->kid[0]->kind == NODE_NAME && n->kid[1]->op == OP_NE &&
	       n->kid[1]->kid[0]->kind == NODE_STR;
}

/* [x for x in xs if x != 'text'] */
static bool leaves_out(const struct node *n)
{
	const struct node *x = n->kind == NODE_LISTCOMP ? n->kid[0] : NULL;
	return x && n->n == 3 && x->kind == NODE_NAME && is_name(n->kid[1]->kid[0], x->text) &&
	       n->kid[1]->kid[1]->kind == NODE_NAME && n->kid[2]->kind == NODE_CIF && is_another(n->kid[2]->kid[0]) &&
	       is_name(n->kid[2]->kid[0]->kid[0], x->text);
}

/* The same texts as in the names in it: `metric if isinstance(metric, list) else [metric]`, `set(metrics)`,
 * `metric[0]`; except those that are removed. */
static bool hands_on(const struct node *n, unsigned depth)
{
	static const char *const copies[] = { "copy", "deepcopy", "list", "set", "sorted", "tuple" }, *const asks[] = {
		"isinstance"
	};
	bool call = calls(n, copies, ARRAY_SIZE(copies)), cond = n->kind == NODE_COND;
	if (n->kind == NODE_NAME || leaves_out(n))
		return true;
	if (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_INT)
		return n->kid[0]->kind == NODE_NAME;
	if (depth > NEST_MAX || (cond && !calls(n->kid[1], asks, 1)) ||
	    (n->kind == NODE_BINARY ? n->op != OP_SUB
				    : !call && !cond && n->kind != NODE_LIST && n->kind != NODE_TUPLE))
		return false;
	for (uint32_t i = call; i < n->n; i++)
		if (!(cond && i == 1) && !hands_on(n->kid[i], depth + 1))
			return false;
	return true;
}

/* `for metric in metrics`, `metrics = metric if ... else [metric]`: the other names are compared as well. */
static void come_from(struct choices_reader *r, const struct node *target, const struct node *value)
{
	if (target->kind == NODE_NAME && is_compared(r, target->text) && hands_on(value, 0))
		add_names(r, value);
	else if (has_compared(r, target))
		r->touched = true;
}

static void see_origin(struct choices_reader *r, const struct node *n)
{
	if (n->lo >= r->raises_at)
		return;
	if (n->kind == NODE_FOR)
		come_from(r, n->kid[0], n->kid[1]);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		come_from(r, n->kid[i], n->kid[0]);
	if (n->kind == NODE_AUGASSIGN || n->kind == NODE_RETURN || n->kind == NODE_CONTINUE || n->kind == NODE_BREAK)
		r->touched |= n->kind != NODE_AUGASSIGN || has_compared(r, n->kid[0]);
}

static bool shortens(const char *method)
{
	static const char *const names[] = { "remove", "pop", "discard", "clear", "difference_update" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(method, names[i]))
			return true;
	return false;
}

/* ---- all of it ---- */

static const char *texts_of(struct arena *a, const struct node *list)
{
	struct buf b = { 0 };
	bool all = (list->kind == NODE_LIST || list->kind == NODE_TUPLE || list->kind == NODE_SET) && list->n;
	for (uint32_t i = 0; all && i < list->n; i++) {
		all = list->kid[i]->kind == NODE_STR && !strchr(list->kid[i]->text->s, ' ');
		if (all)
			buf_printf(&b, "%s%s", i ? " " : "", list->kid[i]->text->s);
	}
	const char *s = all ? arena_strdup(a, buf_str(&b)) : NULL;
	buf_release(&b);
	return s;
}

/* ---- a method that calls its base's method ---- */

/* super().METHOD(...) in the block, or below conditions about lengths: it gets all texts that remain. */
static const struct node *super_call(const struct node *n, const struct str *method, unsigned depth)
{
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL, *found = NULL;
	bool block = n->kind == NODE_BLOCK, open = n->kind == NODE_IF && mentions(n->kid[0], str_lit("len"));
	if (callee && callee->kind == NODE_ATTR && callee->text == method && callee->kid[0]->kind == NODE_CALL &&
	    is_name(callee->kid[0]->kid[0], str_lit("super")))
		return n;
	if (depth > NEST_MAX || (!block && !open && n->kind != NODE_CALL && n->kind != NODE_EXPR &&
				 n->kind != NODE_ASSIGN && n->kind != NODE_RETURN))
		return NULL;
	for (uint32_t i = 0; i < n->n && !found; i++)
		found = n->kid[i] ? super_call(n->kid[i], method, depth + 1) : NULL;
	return found;
}

/* The call's argument for a parameter that the base compares. */
static const struct node *handed(const struct choices_reader *base, const struct fn *to, const struct node *call)
{
	const struct node *params = to->node->kid[0];
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i];
		if (x->kind == NODE_KW && is_compared(base, x->text))
			return x->kid[0];
		if (x->kind != NODE_KW && i < params->n && params->kid[i]->text &&
		    is_compared(base, params->kid[i]->text))
			return x;
	}
	return NULL;
}

/* Removing texts is allowed; any other use of them isn't followed. */
static void see_taken(struct choices_reader *r, const struct node *n)
{
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	if (callee && callee->kind == NODE_ATTR && callee->kid[0]->kind == NODE_NAME && shortens(callee->text->s))
		r->touched |= is_compared(r, callee->kid[0]->text) &&
			      (strcmp(callee->text->s, "remove") || n->n != 2 || n->kid[1]->kind != NODE_STR);
	if (n->kind == NODE_DEL || (n->kind == NODE_CIF && !is_another(n->kid[0])))
		r->touched |= has_compared(r, n);
	if (n->kind == NODE_COMPARE && n->lo < r->raises_at)
		r->touched |= has_compared(r, n) && n->kid[0]->kind != NODE_STR && !is_another(n) &&
			      !mentions(n, r->name) && !mentions(n, str_lit("len")) && !mentions(n, str_lit("type"));
}

static void add_removed(struct buf *b, const struct node *in)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_CALL && n->n == 2 && n->kid[0]->kind == NODE_ATTR &&
		    !strcmp(n->kid[0]->text->s, "remove") && n->kid[1]->kind == NODE_STR &&
		    !strchr(n->kid[1]->text->s, ' '))
			buf_printf(b, " %s", n->kid[1]->text->s);
		if (is_another(n) && !strchr(n->kid[1]->kid[0]->text->s, ' '))
			buf_printf(b, " %s", n->kid[1]->kid[0]->text->s);
	}
}

static void see_origins(struct choices_reader *r, const struct fn *f)
{
	for (uint32_t before = 0; r->raises_at && before != r->ncompared;) { /* names are only ever added */
		before = r->ncompared;
		each_node(r, f->node, see_origin);
	}
}

static const char *choices_in(struct choices_reader *r, struct arena *a, struct cls *k, const struct str *method,
			      struct fn **f, unsigned depth);

/* Adds the texts that the method removes before. */
static const char *with_taken(const struct choices_reader *r, struct arena *a, const char *texts, const struct fn *f)
{
	struct buf b = { 0 };
	buf_puts(&b, texts ? texts : "");
	add_removed(&b, f->node->kid[1]);
	texts = r->touched || !texts ? NULL : arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return texts;
}

/* What the base accepts, and what the method removes before it calls it. */
static const char *choices_behind(struct choices_reader *r, struct arena *a, struct cls *k, const struct str *method,
				  struct fn *f, unsigned depth)
{
	struct choices_reader base = { .c = r->c, .name = r->name };
	const struct node *call = super_call(f->node->kid[1], method, 0), *x = NULL;
	struct fn *to = f;
	const char *texts = call && f->cls ? choices_in(&base, a, k, method, &to, depth + 1) : NULL;
	if (texts)
		x = handed(&base, to, call);
	if (!x || x->kind != NODE_NAME)
		return NULL;
	r->raises_at = call->lo;
	add_compared(r, x);
	see_origins(r, f);
	each_node(r, f->node, see_taken);
	return with_taken(r, a, texts, f);
}

/* *f: the method after which the next one is searched for; NULL: searches for the first. */
static const char *choices_in(struct choices_reader *r, struct arena *a, struct cls *k, const struct str *method,
			      struct fn **f, unsigned depth)
{
	*f = depth > HOPS_MAX ? NULL : class_method(&r->c->m, k, method, *f ? (*f)->cls : NULL);
	if (!*f)
		return NULL;
	each_node(r, (*f)->node, see_list);
	if (!r->nlists)
		return choices_behind(r, a, k, method, *f, depth);
	if (r->nlists != 1 || !r->list)
		return NULL;
	find_refusal(r, (*f)->node->kid[1], 0);
	see_origins(r, *f);
	each_node(r, (*f)->node, see_taken);
	return r->raises_at ? with_taken(r, a, texts_of(a, r->list), *f) : NULL;
}

const char *choices_of(struct index *c, struct arena *a, const struct str *type, const struct str *method,
		       const struct str *name)
{
	const char *texts = NULL;
	for (const struct registered *x = NULL; (x = registered_next(c, type, x));) {
		struct choices_reader r = { .c = c, .name = name };
		struct fn *f = NULL;
		const char *own = x->cls ? choices_in(&r, a, x->cls, method, &f, 0) : NULL;
		if (!own || (texts && strcmp(own, texts)))
			return NULL;
		texts = own;
	}
	return texts;
}
