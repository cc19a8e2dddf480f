// SPDX-License-Identifier: MIT
/* One walk over each class of the resolution order, or over the file of each. A key is listed once. */
#include "code/classes/sample_keys.h"
#include "base/buf.h"
#include "base/map.h"
#include "code/classes/sample_step.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { KEY_MAX = 60 /* longer texts are no keys */, TARGETS_MAX = 20 };

struct key_list {
	struct arena *a;
	struct map put, named; /* what is listed */
	struct buf out;
};

static void list_text(struct key_list *l, const char *mark, const struct str *key)
{
	if (key->len <= KEY_MAX && !strpbrk(key->s, "'\\\n"))
		buf_printf(&l->out, "%s'%s%s'", l->out.n ? ", " : "", mark, key->s);
}

static void add_key(struct key_list *l, struct map *to, const char *mark, const struct str *key)
{
	if (map_get(to, key))
		return;
	map_put(l->a, to, key, l);
	list_text(l, mark, key);
}

static void put_key(struct key_list *l, const struct str *key)
{
	add_key(l, &l->put, "=", key);
}

/* The key of `x['key']`; NULL: n is nothing of the kind. */
static const struct str *constant_key(const struct node *n)
{
	bool is = n && n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR;
	return is ? n->kid[1]->text : NULL;
}

/* Somewhere in it is x['key']. */
static bool takes_key(const struct node *in, const struct str *key)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (constant_key(n) == key)
			return true;
	return false;
}

/* `x['img'] = flip(x['img'])` adds no key. */
static void see_target(struct key_list *l, const struct node *to, const struct node *value)
{
	const struct str *key = constant_key(to);
	if (key && (!value || !takes_key(value, key)))
		put_key(l, key);
	for (uint32_t i = 0; (to->kind == NODE_TUPLE || to->kind == NODE_LIST) && i < to->n; i++)
		see_target(l, to->kid[i], value);
}

/* dict(key=...), x.update(key=...), x.setdefault('key', ...) */
static void see_call(struct key_list *l, const struct node *n)
{
	const struct node *of = n->kid[0];
	const char *name = of->kind == NODE_NAME || of->kind == NODE_ATTR ? of->text->s : "";
	bool makes = !strcmp(name, "dict") || !strcmp(name, "update");
	for (uint32_t i = 1; makes && i < n->n; i++)
		if (n->kid[i]->kind == NODE_KW)
			put_key(l, n->kid[i]->text);
	if (!strcmp(name, "setdefault") && n->n > 1 && n->kid[1]->kind == NODE_STR)
		put_key(l, n->kid[1]->text);
}

static void see_node(struct key_list *l, const struct node *n)
{
	if (n->kind == NODE_STR)
		add_key(l, &l->named, "", n->text);
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		see_target(l, n->kid[i], n->n > TARGETS_MAX ? NULL : n->kid[0]);
	if (n->kind == NODE_ANNASSIGN)
		see_target(l, n->kid[0], n->kid[2]);
	else if (n->kind == NODE_PAIR && n->kid[0]->kind == NODE_STR)
		put_key(l, n->kid[0]->text);
	else if (n->kind == NODE_CALL)
		see_call(l, n);
}

static void see_code(struct key_list *l, const struct node *code)
{
	struct walk w;
	walk_begin(&w, code);
	for (const struct node *n; (n = walk_next(&w));)
		see_node(l, n);
	if (w.too_deep)
		list_text(l, "?", str_lit(""));
}

const char *sample_keys(struct arena *a, const struct cls *k, const char *how)
{
	struct key_list l = { .a = a };
	const char *methods = strchr(how, ' ');
	bool whole = !strcmp(how, "file");
	if (methods)
		return sample_step(a, k, methods + 1);
	for (uint32_t i = 0; i < k->nmro; i++)
		see_code(&l, whole ? k->mro[i]->file->top->node : k->mro[i]->node);
	const char *out = arena_printf(a, "[%s]", buf_str(&l.out));
	buf_release(&l.out);
	return out;
}
