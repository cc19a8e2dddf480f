// SPDX-License-Identifier: MIT
/* There are many ways to register a class, or to build it without registering. It is certain that no code does so if
 * its name isn't passed on: it is only imported, exported, inherited from and created as a part of other classes. */
#include "code/priv.h"
#include "code/registry.h"
#include "code/unregistered.h"
#include <string.h>

static bool says(const struct cfile *f, const struct str *name)
{
	return f->tree.root && f->src && memmem(f->src->bytes, f->src->len, name->s, name->len);
}

static bool is_name(const struct node *n, const char *name)
{
	return n->kind == NODE_NAME && !strcmp(n->text->s, name);
}

struct name_query {
	const struct str *name;
	bool in_class;
};

static bool hands_on(struct name_query h, const struct node *n, unsigned depth);

static bool kids_hand_on(struct name_query h, const struct node *n, unsigned depth)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && hands_on(h, n->kid[i], depth + 1))
			return true;
	return false;
}

static bool is_it(struct name_query h, const struct node *n)
{
	return (n->kind == NODE_NAME || n->kind == NODE_ATTR) && n->text == h.name;
}

/* True if the call passes the name on. A class that creates it as a part with explicit arguments, or tests it, doesn't.
 */
static bool call_hands_on(struct name_query h, const struct node *n, unsigned depth)
{
	bool asks = is_name(n->kid[0], "super") || is_name(n->kid[0], "isinstance") || is_name(n->kid[0], "issubclass");
	bool part = h.in_class && is_it(h, n->kid[0]);
	for (uint32_t i = 1; i < n->n; i++) {
		if (part && n->kid[i]->kind == NODE_DSTAR)
			return true;
		if (!(asks && is_it(h, n->kid[i])) && hands_on(h, n->kid[i], depth + 1))
			return true;
	}
	return !part && hands_on(h, n->kid[0], depth + 1);
}

static bool class_hands_on(struct name_query h, const struct node *n, unsigned depth)
{
	h.in_class = true;
	if (hands_on(h, n->kid[0], depth + 1))
		return true;
	for (uint32_t i = 1; i < n->n; i++)
		if ((i >= n->n - n->op || !is_it(h, n->kid[i])) && hands_on(h, n->kid[i], depth + 1))
			return true;
	return false;
}

/* __all__ = ['Net'], but not {'Net': Net}, in which classes are looked up. */
static bool lists_names(const struct node *n)
{
	return (n->kind == NODE_ASSIGN && is_name(n->kid[1], "__all__") && n->kid[0]->kind != NODE_DICT) ||
	       (n->kind == NODE_AUGASSIGN && is_name(n->kid[0], "__all__"));
}

static bool hands_on(struct name_query h, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX || is_it(h, n) || (n->kind == NODE_STR && n->text == h.name))
		return true;
	if (n->kind == NODE_ALIAS)
		return n->n && n->kid[0] && n->text == h.name;
	if (lists_names(n))
		return false;
	if (n->kind == NODE_CALL)
		return call_hands_on(h, n, depth);
	return n->kind == NODE_CLASS ? class_hands_on(h, n, depth) : kids_hand_on(h, n, depth);
}

/* class Net(metaclass=Registering) */
static bool has_metaclass(const struct cls *k)
{
	for (uint32_t i = 1; i < k->node->n - k->node->op; i++) {
		const struct node *n = k->node->kid[i], *of = n->kind == NODE_KW ? n->kid[0] : NULL;
		bool named = of && (of->kind == NODE_NAME || of->kind == NODE_ATTR);
		if ((of && !(named && !strcmp(of->text->s, "ABCMeta"))) || n->kind == NODE_DSTAR)
			return true;
	}
	return false;
}

/* A base that registers all its subclasses. */
static bool line_registers(const struct cls *k)
{
	for (uint32_t i = 0; i < k->nmro; i++)
		if (map_get(&k->mro[i]->method, str_lit("__init_subclass__")) || has_metaclass(k->mro[i]))
			return true;
	return false;
}

bool unregistered_class(struct index *c, const struct str *name)
{
	if (!c->type.n || c->classes_open || map_get(&c->type, name))
		return false;
	for (const struct registered *r = map_get(&c->class_name, name); r; r = r->next) {
		if (!r->cls || r->cls->node->op)
			return false; /* decorated */
		class_bases(&c->m, r->cls);
		if (r->cls->open_bases || line_registers(r->cls))
			return false;
	}
	for (uint32_t i = 0; i < c->m.nfiles; i++)
		if (says(c->m.file[i], name) &&
		    hands_on((struct name_query){ name, false }, c->m.file[i]->tree.root, 0))
			return false;
	return true;
}
