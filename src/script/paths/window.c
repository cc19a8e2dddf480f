// SPDX-License-Identifier: MIT
#include "script/paths/window.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { DEPTH_MAX = 64 };

struct window {
	const char *text;	       /* of the file */
	const struct node *index, *of; /* `i % n` */
	bool ends;		       /* `(i + 1) % n == 0`, `i % n == n - 1`; else `i % n == 0` */
};

static bool is_int(const struct node *n, const char *digit)
{
	return n->kind == NODE_INT && !strcmp(n->text->s, digit);
}

static bool window_of(const char *text, const struct node *n, struct window *out)
{
	const struct node *mod = n->kind == NODE_COMPARE && n->n == 2 && n->kid[1]->op == OP_EQ ? n->kid[0] : NULL;

	if (!mod || mod->kind != NODE_BINARY || mod->op != OP_MOD)
		return false;
	const struct node *x = mod->kid[0], *rest = n->kid[1]->kid[0];
	bool next = x->kind == NODE_BINARY && x->op == OP_ADD && is_int(x->kid[1], "1");
	bool last = rest->kind == NODE_BINARY && rest->op == OP_SUB && is_int(rest->kid[1], "1") &&
		    node_same_text(text, rest->kid[0], mod->kid[1]);

	*out = (struct window){ text, next ? x->kid[0] : x, mod->kid[1], next || last };
	return next ? is_int(rest, "0") : last || is_int(rest, "0");
}

/* Such a test, or a conjunction with one, or where a window ends `or i + 1 == len(loader)`; of the same window as
 * `like`, if that is given. */
static bool tests(const char *text, const struct node *n, bool ends, const struct window *like, struct window *out)
{
	if (n->kind == NODE_BOOL && (n->op == OP_AND || ends))
		return tests(text, n->kid[0], ends, like, out) || tests(text, n->kid[1], ends, like, out);
	return window_of(text, n, out) && out->ends == ends &&
	       (!like || (like->text == text && node_same_text(text, like->index, out->index) &&
			  node_same_text(text, like->of, out->of)));
}

static bool holds(const struct op *op, const struct op *what, unsigned depth)
{
	for (; op && depth < DEPTH_MAX; op = op->next)
		if (op == what || holds(op->kid, what, depth + 1) || holds(op->other, what, depth + 1))
			return true;
	return false;
}

/* Something else happens to the same object. */
static bool acts(const struct op *op, const struct op *at, unsigned depth)
{
	for (; op && depth < DEPTH_MAX; op = op->next)
		if ((op->kind == OP_EVENT && (op->cell == at->cell || op->with == at->cell) &&
		     op->event != at->event) ||
		    acts(op->kid, at, depth + 1) || acts(op->other, at, depth + 1))
			return true;
	return false;
}

static bool ends(const struct op *op, const struct window *w, const struct op *at, unsigned depth)
{
	for (struct window x; op && depth < DEPTH_MAX; op = op->next)
		if ((op->kind == OP_IF && tests(op->in->file->src->bytes, op->node->kid[0], true, w, &x) &&
		     acts(op->kid, at, 0)) ||
		    ends(op->kid, w, at, depth + 1) || ends(op->other, w, at, depth + 1))
			return true;
	return false;
}

static bool begins(const struct op *loop, const struct op *op, const struct op *at, unsigned depth)
{
	for (struct window w; op && depth < DEPTH_MAX; op = op->next)
		if ((op->kind == OP_IF && tests(op->in->file->src->bytes, op->node->kid[0], false, NULL, &w) &&
		     holds(op->kid, at, 0) && ends(loop->kid, &w, at, 0)) ||
		    begins(loop, op->kid, at, depth + 1) || begins(loop, op->other, at, depth + 1))
			return true;
	return false;
}

bool window_begins(const struct op *loop, const struct op *at)
{
	return loop && at->cell && begins(loop, loop->kid, at, 0);
}
