// SPDX-License-Identifier: MIT
/* Reads what the build wrote: it is as deep as the rule files, which the parsers have limited. */
#include "spec/kept.h"
#include "spec/embedded.h"
#include <string.h>

static uint32_t take(const unsigned char **p)
{
	uint32_t v = 0;
	if (**p < 128)
		return *(*p)++;
	for (unsigned shift = 0;; shift += 7) {
		unsigned char c = *(*p)++;
		v |= (uint32_t)(c & 127) << shift;
		if (c < 128)
			return v;
	}
}

static const struct str *take_text(const unsigned char **p)
{
	uint32_t place = take(p);
	return place ? (const struct str *)(str_kept.words + (place - 1)) : NULL;
}

static void take_doc(struct arena *a, const unsigned char **p, uint32_t file, struct ynode *y);

/* The nodes of one list or map lie side by side. */
static void take_kids(struct arena *a, const unsigned char **p, struct ynode *y)
{
	uint32_t per = y->kind == Y_MAP ? 2 : 1;
	const struct ynode **kid = arena_array(a, const struct ynode *, y->n *per), **key = kid + y->n;
	struct ynode *made = arena_array(a, struct ynode, y->n * per);
	for (uint32_t i = 0; i < y->n; i++) {
		if (per == 2)
			take_doc(a, p, y->at.file, made);
		if (per == 2)
			key[i] = made++;
		take_doc(a, p, y->at.file, made);
		kid[i] = made++;
	}
	y->kid = kid;
	y->key = per == 2 ? key : NULL;
}

static void take_doc(struct arena *a, const unsigned char **p, uint32_t file, struct ynode *y)
{
	uint32_t head = take(p);
	y->kind = (enum ykind)(head & 3);
	y->plain = head & KEPT_PLAIN;
	y->at.file = file;
	y->at.lo = take(p);
	y->at.hi = take(p);
	y->text = take_text(p);
	y->body = take(p);
	if (head & KEPT_EXPR)
		y->expr = kept_rules.words + take(p);
	y->n = take(p);
	if (y->n)
		take_kids(a, p, y);
}

static const struct ynode *kept_of(struct arena *a, size_t i, uint32_t source)
{
	const unsigned char *p = kept_rules.words + kept_rules.file[i];
	struct ynode *doc = arena_new(a, struct ynode);
	take_doc(a, &p, source, doc);
	return doc;
}

const struct ynode *kept_doc(struct arena *a, size_t i, const struct source *s, struct err *e)
{
	if (!kept_rules.file || kept_rules.file[i] == KEPT_NONE)
		return yaml_parse(a, s, e);
	return kept_of(a, i, s->id);
}

const struct ynode *kept_embedded(struct arena *a, const char *path)
{
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *f = &embedded_files[i];
		if (strcmp(f->path, path))
			continue;
		if (kept_rules.file)
			return kept_of(a, i, 0);
		struct sources *all = sources_new();
		struct err e = { 0 };
		const struct source *s =
			sources_add(all, arena_printf(a, "rules/%s", path), (const char *)f->bytes, f->n);
		const struct ynode *root = kept_doc(a, i, s, &e);
		sources_free(all);
		if (!root)
			BUG("rules/%s: %s", path, e.msg);
		return root;
	}
	BUG("rules/%s is missing", path);
}

static const struct node *take_tree(struct arena *a, const unsigned char **p)
{
	uint32_t kind = take(p);
	if (!kind)
		return NULL;
	struct node head = { .kind = (uint8_t)(kind - 1) };
	head.op = (uint16_t)take(p);
	head.flags = (uint8_t)take(p);
	head.lo = take(p);
	head.hi = take(p);
	head.text = take_text(p);
	head.n = take(p);
	struct node *x = arena_alloc(a, 1, sizeof head + head.n * sizeof(struct node *), _Alignof(struct node));
	memcpy(x, &head, sizeof head);
	for (uint32_t i = 0; i < head.n; i++)
		x->kid[i] = take_tree(a, p);
	return x;
}

const struct node *kept_expr(struct arena *a, const struct ynode *n, bool message)
{
	const unsigned char *p = n->expr;
	return p && take(&p) == message ? take_tree(a, &p) : NULL;
}
