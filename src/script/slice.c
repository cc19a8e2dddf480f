// SPDX-License-Identifier: MIT
#include "script/slice.h"
#include "code/limits.h"
#include <string.h>

enum { WANTED_MAX = 128, BLOCKS_MAX = 32 };

struct slicing {
	const struct source *src;
	const struct slice_words *words;
	const struct str *wanted[WANTED_MAX]; /* names, and `self.x` as it is written */
	uint32_t n;
	struct {
		const struct node *block;
		uint32_t i;
	} up[BLOCKS_MAX]; /* from the loop down to what holds the use */
	uint32_t nup;
	unsigned depth;
};

static bool is_chain(const struct node *n)
{
	while (n->kind == NODE_ATTR)
		n = n->kid[0];
	return n->kind == NODE_NAME;
}

static const struct str *text_of(const struct slicing *w, const struct node *n)
{
	return str_of(w->src->bytes + n->lo, n->hi - n->lo);
}

static bool wants(const struct slicing *w, const struct str *name)
{
	return str_among(name, w->wanted, w->n);
}

/* All names that are read in it. */
static void want(struct slicing *w, const struct node *n)
{
	if (w->depth++ < NEST_MAX) {
		if ((n->kind == NODE_NAME || (n->kind == NODE_ATTR && is_chain(n))) && w->n < WANTED_MAX &&
		    !wants(w, text_of(w, n)))
			w->wanted[w->n++] = text_of(w, n);
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				want(w, n->kid[i]);
	}
	w->depth--;
}

static bool binds_target(const struct slicing *w, const struct node *n)
{
	if (n->kind == NODE_TUPLE || n->kind == NODE_LIST || n->kind == NODE_STAR) {
		for (uint32_t i = 0; i < n->n; i++)
			if (binds_target(w, n->kid[i]))
				return true;
		return false;
	}
	while (n->kind == NODE_INDEX)
		n = n->kid[0];
	return is_chain(n) && wants(w, text_of(w, n));
}

/* Whether it, or what stands in it, gives a wanted name a value. */
static bool binds(struct slicing *w, const struct node *n)
{
	bool is = false;

	if (n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_LAMBDA || w->depth++ > NEST_MAX)
		return false;
	if (n->kind == NODE_ASSIGN)
		for (uint32_t i = 1; i < n->n; i++)
			is |= binds_target(w, n->kid[i]);
	if (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR)
		is |= binds_target(w, n->kid[0]);
	for (uint32_t i = 0; i < n->n && !is; i++)
		is = n->kid[i] && binds(w, n->kid[i]);
	w->depth--;
	return is;
}

static bool calls(struct slicing *w, const struct node *n)
{
	bool is = n->kind == NODE_CALL;

	if (w->depth++ < NEST_MAX)
		for (uint32_t i = 0; i < n->n && !is; i++)
			is = n->kid[i] && calls(w, n->kid[i]);
	w->depth--;
	return is;
}

/* x.cuda(), x.cuda().float(), [t.cuda() for t in x], x.cuda(), y.cuda() */
static bool is_skipped(const struct slicing *w, const struct node *n)
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

static void drop_target(struct slicing *w, const struct node *n)
{
	for (uint32_t i = 0; n->kind == NODE_TUPLE && i < n->n; i++)
		drop_target(w, n->kid[i]);
	for (uint32_t i = w->n; is_chain(n) && i-- > 0;)
		if (w->wanted[i] == text_of(w, n))
			w->wanted[i] = w->wanted[--w->n];
}

/* with torch.no_grad(): */
static bool is_off(const struct slicing *w, const struct node *s)
{
	for (uint32_t i = 1; s->kind == NODE_WITH && i < s->n; i++)
		for (uint32_t k = 0; k < w->words->noff; k++)
			if (strstr(text_of(w, s->kid[i])->s, w->words->off[k]->s))
				return true;
	return false;
}

static bool has_off(struct slicing *w, const struct node *n)
{
	bool is = is_off(w, n);

	if (w->depth++ < NEST_MAX)
		for (uint32_t i = 0; i < n->n && !is; i++)
			is = n->kid[i] && has_off(w, n->kid[i]);
	w->depth--;
	return is;
}

static void drop_bound(struct slicing *w, const struct node *n)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		drop_target(w, n->kid[i]);
	if (w->depth++ < NEST_MAX)
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				drop_bound(w, n->kid[i]);
	w->depth--;
}

/* Below conditions, nothing but such. */
static bool only_skips(const struct slicing *w, const struct node *s, unsigned depth)
{
	const struct node *block = s->kind == NODE_BLOCK ? s : NULL;

	if (depth > NEST_MAX)
		return false;
	if (s->kind == NODE_IF)
		return only_skips(w, s->kid[1], depth + 1) && (!s->kid[2] || only_skips(w, s->kid[2], depth + 1));
	for (uint32_t i = 0; block && i < block->n; i++)
		if (!only_skips(w, block->kid[i], depth + 1))
			return false;
	return block || (s->kind == NODE_ASSIGN && is_skipped(w, s->kid[0]));
}

/* The statement is taken in: what it reads is wanted. Where it is skipped, what it makes is wanted no more. Whether it
 * counts. */
static bool take(struct slicing *w, const struct node *s)
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
	if (s->kind == NODE_IF && only_skips(w, s, 0))
		return false;
	want(w, s);
	return calls(w, s);
}

/* Fills up: the blocks on the way to the use, below the innermost loop. */
static void find_way(struct slicing *w, const struct node *n, const struct node *use)
{
	while (n && n != use) {
		const struct node *in = NULL;

		if (n->kind == NODE_FOR || n->kind == NODE_WHILE)
			w->nup = 0;
		for (uint32_t i = 0; i < n->n && !in; i++) {
			if (!n->kid[i] || n->kid[i]->lo > use->lo || n->kid[i]->hi < use->hi)
				continue;
			in = n->kid[i];
			if ((n->kind == NODE_BLOCK || n->kind == NODE_MODULE) && w->nup < BLOCKS_MAX) {
				w->up[w->nup].block = n;
				w->up[w->nup++].i = i;
			}
		}
		n = in;
	}
}

struct statements script_slice(const struct node *body, const struct node *use, const struct node *of,
			       const struct source *src, const struct slice_words *words)
{
	struct slicing w = { .src = src, .words = words };
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
