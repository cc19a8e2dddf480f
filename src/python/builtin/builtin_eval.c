// SPDX-License-Identifier: MIT
/* eval() of a known text: evaluates its expression at the place of the call. */
#include "python/builtin/builtin_eval.h"
#include "python/builtin/priv.h"
#include "python/state/doubt.h"
#include "python/syntax/parse.h"
#include <string.h>

enum { NODES_DEEP = 400, COST = 500 };

/* Copies the nodes with the place of the call: offsets in the text must not be taken for offsets in the file. */
static const struct node *moved_to(struct arena *a, const struct node *n, struct span at, unsigned depth)
{
	struct node *own = node_copy(a, n);
	own->lo = at.lo;
	own->hi = at.hi;
	for (uint32_t i = 0; i < n->n && depth < NODES_DEEP; i++)
		if (n->kid[i])
			own->kid[i] = moved_to(a, n->kid[i], at, depth + 1);
	return own;
}

/* At module level, or in a comprehension there: elsewhere eval() does not see some names of the surrounding scopes.
 * */
static bool sees_all_names(const struct eval *ev)
{
	return !ev->frame || (!ev->frame->outer && !ev->frame->func && !ev->frame->is_class);
}

static const struct node *parse_text(struct eval *ev, const struct str *s, struct span at)
{
	struct err e = { 0 };
	const char *text = s->s + strspn(s->s, " \t");
	if (strpbrk(text, "\n\r#") || strstr(text, ":=") || strlen(s->s) != s->len)
		return NULL;
	struct parser *p = parser_new();
	const struct node *n = parse_expr(p, ev->arena, text, (uint32_t)strlen(text), at.lo, &e);
	parser_free(p);
	return n ? moved_to(ev->arena, n, at, 0) : NULL;
}

struct value eval_text(struct eval *ev, const struct str *s, struct span at)
{
	const struct node *n = NULL;
	if (sees_all_names(ev) && op_spend(ev, COST + (uint64_t)s->len)) /* parsing has a cost too */
		n = parse_text(ev, s, at);
	if (!n)
		return value_unknown(ev->arena, WHY_CALL, at, "builtins.eval");
	ev->many++;
	struct value v = ev->walker->expr(ev, n);
	ev->many--;
	return v;
}

static struct value fn_eval(struct eval *ev, const struct call *c)
{
	bool known = c->n == 1 && c->arg[0].kind == VALUE_STR && !ev->rule;
	struct value v = known ? eval_text(ev, c->arg[0].as.s, c->at)
			       : value_unknown(ev->arena, WHY_CALL, c->at, "builtins.eval");
	struct value names = { .kind = VALUE_DICT, .at = c->at, .as.dict = ev->globals };
	if (known && strstr(c->arg[0].as.s->s, ":=")) /* binds a name of the config */
		eval_poison(ev, names, v.kind == VALUE_UNKNOWN ? v.as.cause : NULL);
	return v;
}

const struct builtin rows_eval[] = {
	{ "eval", 1, 3, BF_TAKES_UNKNOWN, NULL, fn_eval, "the expression in a text" },
	{ 0 },
};
