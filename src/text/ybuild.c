// SPDX-License-Identifier: MIT
/*
 * Builds ynodes from events.
 *
 * Each node is allocated inside a struct sized, which stores its size (nodes after alias expansion) and its height.
 * All readers walk the result as a tree, so these two numbers bound their work. They are checked before an alias or
 * merge is accepted: an alias bomb costs no more than its own text.
 *
 * Example: a: &x [1, 2]    size 3, height 1
 *          b: [*x, *x]     size 7, height 2
 *          the limits apply to the sizes, although x exists once
 */
#include "text/ybuild.h"
#include "text/conflict.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_EXPANDED = 100000 };

struct sized {
	struct ynode node;
	uint32_t size, height; /* a scalar: 1, 0 */
};

static const struct sized *sized(const struct ynode *n)
{
	return (const struct sized *)n;
}

bool ybuild_fail(struct ybuild *b, int code, uint32_t byte, const char *fmt, ...)
{
	char msg[sizeof b->e->msg];
	struct conflict c;
	bool unmerged = code == ERR_SYNTAX && conflict_find(b->src->bytes, b->src->len, &c) && byte <= c.end;
	struct point p = source_point(b->src, unmerged ? c.lo : byte);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	if (unmerged)
		snprintf(msg, sizeof msg, "a merge is unresolved: conflict markers from line %u to %u", c.first,
			 c.last);
	err_set(b->e, code, "%s", msg);
	if (b->e) {
		b->e->line = p.line + 1;
		b->e->col = p.col32 + 1;
	}
	return false;
}

struct ynode *ybuild_scalar(struct ybuild *b, struct span at, const struct str *text, bool plain, uint32_t body)
{
	struct sized *s = arena_new(b->arena, struct sized);

	s->node = (struct ynode){ .kind = Y_SCALAR, .at = at, .text = text, .plain = plain, .body = body };
	s->size = 1;
	return &s->node;
}

void ybuild_tag(struct ynode *n, const char *tag)
{
	if (tag)
		n->tag = str_lit(tag);
}

bool ybuild_open(struct ybuild *b, enum ykind kind, uint32_t lo)
{
	if (b->open.n >= b->maxdepth)
		return ybuild_fail(b, ERR_LIMIT, lo, "nested deeper than %u levels", b->maxdepth);
	vec_push(&b->open, ((struct yframe){ .kind = kind, .lo = lo, .first = b->item.n }));
	return true;
}

bool ybuild_add(struct ybuild *b, const struct ynode *n)
{
	if (!b->open.n) {
		b->root = n;
		return true;
	}

	const struct yframe *top = &b->open.at[b->open.n - 1];
	bool is_key = top->kind == Y_MAP && (b->item.n - top->first) % 2 == 0;

	if (is_key && n->kind != Y_SCALAR)
		return ybuild_fail(b, ERR_SYNTAX, n->at.lo, "a key must be a scalar");
	vec_push(&b->item, n);
	return true;
}

static bool spend(struct ybuild *b, uint32_t nodes, uint32_t byte)
{
	if (nodes > MOST_EXPANDED - b->expanded)
		return ybuild_fail(b, ERR_LIMIT, byte, "aliases stand for more than %d nodes", MOST_EXPANDED);
	b->expanded += nodes;
	return true;
}

bool ybuild_alias(struct ybuild *b, const struct ynode *n, uint32_t byte)
{
	if (b->open.n + sized(n)->height > b->maxdepth)
		return ybuild_fail(b, ERR_LIMIT, byte, "nested deeper than %u levels", b->maxdepth);
	return spend(b, sized(n)->size, byte) && ybuild_add(b, n);
}

/* Could PyYAML read the plain scalar as something other than a string?  A wrong yes is allowed, a wrong no is not. */
static bool maybe_typed(const struct str *s)
{
	static const char *const word[] = { "y", "n", "yes", "no", "on", "off", "true", "false", "null" };

	if (!s->len || !((s->s[0] >= 'A' && s->s[0] <= 'Z') || (s->s[0] >= 'a' && s->s[0] <= 'z') || s->s[0] == '_'))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (strlen(word[i]) == s->len && !strcasecmp(word[i], s->s))
			return true;
	return false;
}

/* Pairs of a map under construction, with a hash table of its keys: 1 does not equal '1', but a equals 'a'. */
struct pairs {
	struct yitems key, val;
	uint32_t *slot; /* index + 1 into key, 0 when free; cap a power of two */
	size_t cap;
	bool refuse; /* duplicates are errors */
};

static bool same_key(const struct pairs *p, const struct ynode *a, const struct ynode *b)
{
	return a->text == b->text && (p->refuse || a->plain == b->plain || !maybe_typed(a->text));
}

static uint32_t *pairs_slot(const struct pairs *p, const struct ynode *key)
{
	size_t i = key->text->hash & (p->cap - 1);

	while (p->slot[i] && !same_key(p, p->key.at[p->slot[i] - 1], key))
		i = (i + 1) & (p->cap - 1);
	return &p->slot[i];
}

static void pairs_grow(struct pairs *p)
{
	p->cap = p->cap ? p->cap * 2 : 16;
	free(p->slot);
	p->slot = xcalloc(p->cap, sizeof *p->slot);
	for (size_t i = 0; i < p->key.n; i++)
		*pairs_slot(p, p->key.at[i]) = (uint32_t)i + 1;
}

/* A duplicate is replaced in place; then the earlier key is returned, else NULL. */
static const struct ynode *pairs_put(struct pairs *p, const struct ynode *key, const struct ynode *val)
{
	if ((p->key.n + 1) * 4 > p->cap * 3)
		pairs_grow(p);

	uint32_t *slot = pairs_slot(p, key);

	if (*slot) {
		const struct ynode *earlier = p->key.at[*slot - 1];

		/* Python keeps the first key object, but the last place is the one to show. */
		p->key.at[*slot - 1] = key;
		p->val.at[*slot - 1] = val;
		return earlier;
	}
	vec_push(&p->key, key);
	vec_push(&p->val, val);
	*slot = (uint32_t)p->key.n;
	return NULL;
}

static void pairs_release(struct pairs *p)
{
	vec_release(&p->key);
	vec_release(&p->val);
	free(p->slot);
}

static bool is_merge(const struct ybuild *b, const struct ynode *key)
{
	return b->merge && key->plain && key->text->len == 2 && !memcmp(key->text->s, "<<", 2);
}

static bool merge_map(struct ybuild *b, struct pairs *to, const struct ynode *from, uint32_t byte)
{
	if (from->kind != Y_MAP)
		return ybuild_fail(b, ERR_SYNTAX, byte, "expected a mapping or list of mappings for merging");
	if (!spend(b, 2 * from->n, byte))
		return false;
	for (uint32_t i = 0; i < from->n; i++)
		pairs_put(to, from->key[i], from->kid[i]);
	return true;
}

/* As PyYAML's flatten_mapping: the first of several maps in a list wins. */
static bool merge_value(struct ybuild *b, struct pairs *to, const struct ynode *value, uint32_t byte)
{
	if (value->kind != Y_SEQ)
		return merge_map(b, to, value, byte);
	for (uint32_t i = value->n; i > 0; i--)
		if (!merge_map(b, to, value->kid[i - 1], byte))
			return false;
	return true;
}

/* The map's own key, not one that a merge brought. */
static bool is_own(const struct ybuild *b, const struct yframe *f, const struct ynode *key)
{
	for (size_t i = f->first; i + 1 < b->item.n; i += 2)
		if (b->item.at[i] == key)
			return true;
	return false;
}

static bool put_own(struct ybuild *b, const struct yframe *f, struct pairs *to, const struct ynode *key,
		    const struct ynode *val)
{
	const struct ynode *earlier = pairs_put(to, key, val);

	if (earlier && !b->twice && b->dup == YDUP_LAST && is_own(b, f, earlier)) {
		b->twice = key;
		b->first = earlier;
	}
	if (!earlier || b->dup == YDUP_LAST)
		return true;
	return ybuild_fail(b, ERR_SYNTAX, key->at.lo, "duplicate key '%.100s' (first on line %u)", key->text->s,
			   source_point(b->src, earlier->at.lo).line + 1);
}

/* Merged pairs come first wherever `<<` stands, so that the map's own keys win. */
static bool collect_pairs(struct ybuild *b, const struct yframe *f, struct pairs *to)
{
	const struct ynode *const *item = b->item.at;

	for (size_t i = f->first; b->merge && i + 1 < b->item.n; i += 2)
		if (is_merge(b, item[i]) && !merge_value(b, to, item[i + 1], item[i]->at.lo))
			return false;
	for (size_t i = f->first; i + 1 < b->item.n; i += 2)
		if (!is_merge(b, item[i]) && !put_own(b, f, to, item[i], item[i + 1]))
			return false;
	return true;
}

static const struct ynode *const *keep(struct arena *a, const struct ynode *const *from, size_t n)
{
	const struct ynode **copy = arena_array(a, const struct ynode *, n);

	if (n)
		memcpy(copy, from, n * sizeof *copy);
	return copy;
}

static void count(struct sized *to, const struct ynode *kid)
{
	const struct sized *s = sized(kid);

	if (__builtin_add_overflow(to->size, s->size, &to->size))
		to->size = UINT32_MAX;
	if (s->height + 1 > to->height)
		to->height = s->height + 1;
}

static struct ynode *make(struct ybuild *b, struct sized *s, const struct yitems *key, size_t n,
			  const struct ynode *const *kid)
{
	s->size = 1;
	s->height = 1;
	s->node.n = (uint32_t)n;
	s->node.kid = keep(b->arena, kid, n);
	if (key)
		s->node.key = keep(b->arena, key->at, n);
	for (size_t i = 0; i < n; i++) {
		count(s, kid[i]);
		if (key)
			count(s, key->at[i]);
	}
	return &s->node;
}

static struct ynode *make_map(struct ybuild *b, const struct yframe *f, struct sized *s)
{
	struct pairs pairs = { .refuse = b->dup == YDUP_REFUSE };
	struct ynode *node = NULL;

	if (collect_pairs(b, f, &pairs))
		node = make(b, s, &pairs.key, pairs.key.n, pairs.val.at);
	pairs_release(&pairs);
	return node;
}

struct ynode *ybuild_close(struct ybuild *b, uint32_t hi)
{
	struct yframe f = b->open.at[b->open.n - 1];
	struct sized *s = arena_new(b->arena, struct sized);
	size_t n = b->item.n - f.first;
	struct ynode *node;

	if (!hi)
		hi = n ? b->item.at[b->item.n - 1]->at.hi : f.lo;
	if (hi < f.lo)
		hi = f.lo; /* its last item is an alias, whose anchor comes earlier in the text */
	s->node = (struct ynode){ .kind = f.kind, .at = { b->src->id, f.lo, hi } };
	if (f.kind == Y_MAP)
		node = make_map(b, &f, s);
	else
		node = make(b, s, NULL, n, n ? b->item.at + f.first : NULL);
	b->item.n = f.first;
	b->open.n--;
	return node;
}

void ybuild_release(struct ybuild *b)
{
	vec_release(&b->open);
	vec_release(&b->item);
}
