// SPDX-License-Identifier: MIT
/* Finds what stands at an offset of a config. Bases are compared first; then all keys and values that the file
 * writes, of which the smallest around the offset counts; then the syntax tree, for names that code uses.
 *
 * Invariant: a key or value is more specific than a use of a variable, and wins.
 *
 *	data = dict(wor|kers=2)		path data.workers, on_key
 *	print(model.back|bone)		path model.backbone, at: that token
 *	from torch.optim import S|GD	imported: torch.optim.SGD */
#include "server/cursor_spot.h"
#include "python/value/containers.h"
#include "python/syntax/ast.h"
#include "python/value/dict.h"
#include <string.h>

void spot_each(struct arena *a, const struct module *m, void (*see)(void *ctx, const struct written *w), void *ctx)
{
	struct tree t = tree_of(a, m->own);

	for (uint32_t i = 0; i < t.n; i++) {
		struct value in = t.at[i].val;
		struct keypath up = tree_path(a, &t, (struct keypath){ 0 }, 0, i);
		struct dict_iter it;
		const struct entry *e;

		if (in.kind == VALUE_DICT) {
			dict_begin(&it, in.as.dict);
			while ((e = dict_next(&it)))
				see(ctx, &(struct written){ keypath_add(a, up, e->key), e->key.at, e->use, e->val });
			continue;
		}
		for (uint32_t k = 0; k < in.as.list->n; k++) {
			const struct item *item = &in.as.list->at[k];
			struct keypath path = keypath_add(a, up, value_int(k, (struct span){ 0 }));

			see(ctx, &(struct written){ path, { 0 }, item->use, item->val });
		}
	}
}

struct spot_search {
	uint32_t file, offset;
	struct config_spot *out;
};

static bool holds(const struct spot_search *s, struct span at)
{
	return at.file == s->file && at.lo <= s->offset && s->offset <= at.hi && at.hi > at.lo;
}

/* A container literal is not a target: its keys and values are. */
static bool is_value(const struct spot_search *s, const struct written *w)
{
	return holds(s, w->use) && (!value_container(w->val) || !span_same(w->use, w->val.at));
}

static void seek(void *seeking, const struct written *w)
{
	struct spot_search *s = seeking;
	struct config_spot *o = s->out;
	bool on_key = holds(s, w->key);
	struct span at = on_key ? w->key : w->use;

	if (!on_key && !is_value(s, w))
		return;
	if (!o->path.n || at.hi - at.lo < o->at.hi - o->at.lo) {
		o->path = w->path;
		o->at = at;
		o->on_key = on_key;
		o->val = w->val;
		o->nalso = 0;
	} else if (span_same(o->at, at) && o->nalso < ARRAY_SIZE(o->also)) {
		o->also[o->nalso++] = w->path;
	}
}

/* ---- what code uses ---- */

static bool is_base_name(const struct module *m, const struct node *n)
{
	return !m->imported && n->kind == NODE_NAME && strcmp(n->text->s, "_base_") == 0;
}

/* The last part of an expression that stands for a key path; NULL: it has none. */
static const struct str *part_of(const struct node *n)
{
	return n->kind == NODE_NAME || n->kind == NODE_ATTR				   ? n->text
	       : n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR && !n->kid[1]->flags ? n->kid[1]->text
											   : NULL;
}

bool spot_path(struct arena *a, const struct module *m, const struct node *n, struct keypath *out)
{
	const struct str *part = part_of(n);

	*out = (struct keypath){ 0 };
	if (is_base_name(m, n))
		return true;
	if (!part || (n->kind != NODE_NAME && !spot_path(a, m, n->kid[0], out)))
		return false;
	*out = keypath_add(a, *out, value_str(part, (struct span){ 0 }));
	return true;
}

static bool is_there(struct arena *a, const struct module *m, struct keypath p)
{
	return p.n && (keypath_get(a, m->merged, p).found == p.n || keypath_get(a, m->inherited, p).found == p.n ||
		       keypath_get(a, m->own, p).found == p.n);
}

/* The token that is the last part. */
static struct span token_of(const struct module *m, const struct node *n)
{
	uint32_t lo = n->kind == NODE_ATTR    ? n->hi - (uint32_t)n->text->len
		      : n->kind == NODE_INDEX ? n->kid[1]->lo
					      : n->lo;

	return (struct span){ m->src->id, lo, n->kind == NODE_INDEX ? n->kid[1]->hi : n->hi };
}

struct name_use {
	struct arena *a;
	const struct module *m;
	uint32_t offset;
	const struct node *found; /* the name whose last part is there */
	const struct node *from;  /* the FROM node of the found ALIAS */
};

static void find_use(struct name_use *u, const struct node *n, const struct node *up)
{
	struct span at = { 0 };

	if (u->offset < n->lo || u->offset > n->hi)
		return;
	if (part_of(n))
		at = token_of(u->m, n);
	else if (n->kind == NODE_ALIAS)
		at = (struct span){ u->m->src->id, n->lo, n->hi };
	if (at.file && at.lo <= u->offset && u->offset <= at.hi) {
		u->found = n;
		u->from = n->kind == NODE_ALIAS && up->kind == NODE_FROM ? up : NULL;
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			find_use(u, n->kid[i], n);
}

/* "torch.optim.SGD" of `from torch.optim import SGD`, where the file binds that name so. */
static const char *import_of(struct arena *a, const struct node *root, const struct str *name)
{
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *from = root->kid[i];

		for (uint32_t k = 0; from->kind == NODE_FROM && !from->op && k < from->n; k++) {
			const struct node *alias = from->kid[k], *as = alias->n ? alias->kid[0] : NULL;

			if ((as ? as->text : alias->text) == name)
				return arena_printf(a, "%s.%s", from->text->s, alias->text->s);
		}
	}
	return NULL;
}

static void take_use(struct name_use *u, struct config_spot *out)
{
	const struct node *n = u->found;
	struct keypath path;

	if (n->kind == NODE_ALIAS && u->from && !u->from->op)
		out->imported = arena_printf(u->a, "%s.%s", u->from->text->s, n->text->s);
	else if (n->kind == NODE_NAME)
		out->imported = import_of(u->a, u->m->tree.root, n->text);
	if (n->kind == NODE_ALIAS || !spot_path(u->a, u->m, n, &path) || !is_there(u->a, u->m, path))
		return;
	if (n->kind == NODE_NAME || (n->kind == NODE_ATTR && is_base_name(u->m, n->kid[0])))
		out->variable = n;
	if (out->path.n) /* the value of a key: the key is more specific */
		return;
	out->path = path;
	out->at = token_of(u->m, n);
	out->val = keypath_get(u->a, u->m->merged, path).val;
}

bool spot_find(struct arena *a, const struct module *m, uint32_t offset, struct config_spot *out)
{
	struct spot_search s = { m->src->id, offset, out };
	struct name_use use = { .a = a, .m = m, .offset = offset };

	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < m->nbases; i++)
		if (holds(&s, m->base[i].at)) {
			out->base = &m->base[i];
			out->at = m->base[i].at;
			return true;
		}
	spot_each(a, m, seek, &s);
	if (m->tree.root)
		find_use(&use, m->tree.root, m->tree.root);
	if (use.found)
		take_use(&use, out);
	if (out->imported && !out->path.n)
		out->at = (struct span){ m->src->id, use.found->lo, use.found->hi };
	return out->path.n > 0 || out->imported;
}
