// SPDX-License-Identifier: MIT
/* A backward slice: from the use up to the start of the innermost loop around it, statement by statement, with the
 * set of wanted names. A statement that binds one of them is included, and the names that it reads become wanted.
 *
 * Invariant: a name stays wanted above a statement that binds it, because that may be one arm of a branch. Only
 * names from a copy to a device or from code without gradients stop being wanted: these are not followed.
 *
 * 	x = x.cuda()			skipped, a copy
 * 	y = model(x)			included: the first of the slice
 * 	loss = f(y)			included: the last
 * 	loss.backward()			the use; wanted at first: loss */
#include "script/values/slice.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { WANTED_MAX = 128, BLOCKS_MAX = 32 };

struct slice_ctx {
	const struct source *src;
	const struct slice_words *words;
	const struct str *wanted[WANTED_MAX]; /* names, and `self.x` as written */
	uint32_t n;
	struct {
		const struct node *block;
		uint32_t i;
	} up[BLOCKS_MAX]; /* from the loop down to the block of the use */
	uint32_t nup;
};

static const struct str *text_of(const struct slice_ctx *w, const struct node *n)
{
	return str_of(w->src->bytes + n->lo, n->hi - n->lo);
}

static bool wants(const struct slice_ctx *w, const struct str *name)
{
	return str_among(name, w->wanted, w->n);
}

/* All names that are read in it. */
static void want(struct slice_ctx *w, const struct node *in)
{
	struct walk walk;

	walk_begin(&walk, in);
	for (const struct node *n; w->n < WANTED_MAX && (n = walk_next(&walk));)
		if ((n->kind == NODE_NAME || n->kind == NODE_ATTR) && node_is_chain(n) && !wants(w, text_of(w, n)))
			w->wanted[w->n++] = text_of(w, n);
}

static bool binds_target(const struct slice_ctx *w, const struct node *target)
{
	struct walk walk;

	walk_begin(&walk, target);
	for (const struct node *n; (n = walk_next_target(&walk));) {
		while (n->kind == NODE_INDEX)
			n = n->kid[0];
		if (node_is_chain(n) && wants(w, text_of(w, n)))
			return true;
	}
	return false;
}

/* Whether it, or a statement in it, binds a wanted name. */
static bool binds(const struct slice_ctx *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));) {
		bool target = n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR;

		if (target && binds_target(w, n->kid[0]))
			return true;
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			if (binds_target(w, n->kid[i]))
				return true;
		if (node_is_scope(n))
			walk_skip(&walk);
	}
	return false;
}

static bool is_call(const struct node *n)
{
	return n->kind == NODE_CALL;
}

/* x.cuda(), x.cuda().float(), [t.cuda() for t in x], x.cuda(), y.cuda() */
static bool is_skipped(const struct slice_ctx *w, const struct node *n)
{
	if (n->kind == NODE_LISTCOMP || n->kind == NODE_DICTCOMP || n->kind == NODE_GENEXP)
		return is_skipped(w, n->kid[0]);
	if (n->kind == NODE_PAIR)
		return is_skipped(w, n->kid[1]);
	for (uint32_t i = 0; n->kind == NODE_TUPLE && i < n->n; i++)
		if (!is_skipped(w, n->kid[i]))
			return false;
	if (n->kind == NODE_TUPLE)
		return n->n > 0;
	for (; n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR; n = n->kid[0]->kid[0])
		if (str_among(n->kid[0]->text, w->words->skip, w->words->nskip))
			return true;
	return false;
}

static void drop_name(struct slice_ctx *w, const struct str *name)
{
	for (uint32_t i = w->n; i-- > 0;)
		if (w->wanted[i] == name)
			w->wanted[i] = w->wanted[--w->n];
}

/* A list, or a starred target, removes none. */
static void drop_target(struct slice_ctx *w, const struct node *target)
{
	struct walk walk;

	walk_begin(&walk, target);
	for (const struct node *n; (n = walk_next(&walk));) {
		if (n->kind == NODE_TUPLE)
			continue;
		walk_skip(&walk);
		if (node_is_chain(n))
			drop_name(w, text_of(w, n));
	}
}

/* with torch.no_grad(): */
static bool is_off(const struct slice_ctx *w, const struct node *s)
{
	for (uint32_t i = 1; s->kind == NODE_WITH && i < s->n; i++)
		for (uint32_t k = 0; k < w->words->noff; k++)
			if (strstr(text_of(w, s->kid[i])->s, w->words->off[k]->s))
				return true;
	return false;
}

static bool has_off(const struct slice_ctx *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));)
		if (is_off(w, n))
			return true;
	return false;
}

static void drop_bound(struct slice_ctx *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));)
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			drop_target(w, n->kid[i]);
}

/* Below the condition only such statements, and conditions with them. */
static bool only_skips(const struct slice_ctx *w, const struct node *branch)
{
	const struct node *up;
	struct walk walk;

	walk_begin(&walk, branch);
	for (const struct node *n; (n = walk_next(&walk));) {
		up = walk_around(&walk, 0);
		if (n->kind == NODE_IF || n->kind == NODE_BLOCK)
			continue;
		walk_skip(&walk);
		if ((!up || up->kind != NODE_IF) && !(n->kind == NODE_ASSIGN && is_skipped(w, n->kid[0])))
			return false;
	}
	return !walk.too_deep;
}

/* Includes the statement: the names that it reads become wanted. If it is skipped, the names that it binds stop
 * being wanted. Returns whether it counts. */
static bool take(struct slice_ctx *w, const struct node *s)
{
	if (s->kind == NODE_ASSIGN && is_skipped(w, s->kid[0])) {
		for (uint32_t i = 1; i < s->n; i++)
			drop_target(w, s->kid[i]);
		return false;
	}
	if (is_off(w, s)) {
		drop_bound(w, s);
		return false;
	}
	if (s->kind == NODE_IF && only_skips(w, s))
		return false;
	want(w, s);
	return node_find(s, is_call);
}

/* Fills `up`: the blocks on the path to the use, below the innermost loop. */
static void find_way(struct slice_ctx *w, const struct node *n, const struct node *use)
{
	while (n && n != use) {
		uint32_t i;
		const struct node *in = node_kid_with(n, use, &i);

		if (node_is_loop(n))
			w->nup = 0;
		if (in && (n->kind == NODE_BLOCK || n->kind == NODE_MODULE) && w->nup < BLOCKS_MAX) {
			w->up[w->nup].block = n;
			w->up[w->nup++].i = i;
		}
		n = in;
	}
}

struct statements script_slice(const struct node *body, const struct node *use, const struct node *of,
			       const struct source *src, const struct slice_words *words)
{
	struct slice_ctx w = { .src = src, .words = words };
	struct statements out = { 0 };

	find_way(&w, body, use);
	want(&w, of);
	for (uint32_t k = w.nup; k-- > 0;)
		for (uint32_t i = w.up[k].i; i-- > 0;) {
			const struct node *s = w.up[k].block->kid[i];

			if (!binds(&w, s) || !take(&w, s))
				continue;
			out.split |= out.block && out.block != w.up[k].block;
			if (!out.block || out.block == w.up[k].block) {
				out.last = out.block ? out.last : i;
				out.block = w.up[k].block;
				out.first = i;
			}
		}
	for (uint32_t i = out.first; out.block && i <= out.last; i++)
		out.off |= has_off(&w, out.block->kid[i]);
	return out;
}
