// SPDX-License-Identifier: MIT
/* Reads signatures, keywords and `.get('k', x)` of the whole project by name alone. If all have the same constant,
 * it is the default. */
#include "code/defaults.h"
#include "code/priv.h"
#include <string.h>

struct gathered {
	const struct cfile *file;    /* the current one */
	const struct str *key;	     /* the parameter */
	const struct source *src;    /* of the constant */
	const struct node *constant; /* NULL: none yet */
	bool differ;		     /* another constant, or a value that is not constant */
	bool named;		     /* some code gives it a value, or reads or sets it in an object */
	VEC(, const struct node *) todo;
};

static bool is_constant(const struct node *n)
{
	return n->kind == NODE_CONST || n->kind == NODE_INT;
}

static bool same_text(const struct gathered *g, const struct node *n)
{
	uint32_t len = n->hi - n->lo;
	return len == g->constant->hi - g->constant->lo &&
	       !memcmp(g->file->src->bytes + n->lo, g->src->bytes + g->constant->lo, len);
}

static bool is_text(const struct node *n, const struct str *s)
{
	return n && n->kind == NODE_STR && n->text == s;
}

/* x.get('k', value) */
static bool is_get(const struct gathered *g, const struct node *n)
{
	return n->kind == NODE_CALL && n->n == 3 && n->kid[0]->kind == NODE_ATTR &&
	       !strcmp(n->kid[0]->text->s, "get") && is_text(n->kid[1], g->key);
}

/* The value for the parameter. The parameter's own name only passes it on; a .get() with a default counts where it
 * stands. */
static void see_value(struct gathered *g, const struct node *n)
{
	if ((n->kind == NODE_NAME && n->text == g->key) || is_get(g, n))
		return;
	if (!is_constant(n) || (g->constant && !same_text(g, n))) {
		g->differ = true;
	} else if (!g->constant) {
		g->constant = n;
		g->src = g->file->src;
	}
}

/* k=v, {'k': v}, x['k'], x.k, x.get('k', v); not in a list of keys that are copied from the config */
static bool names_it(const struct gathered *g, const struct node *n)
{
	return ((n->kind == NODE_KW || n->kind == NODE_ATTR) && n->text == g->key) ||
	       (n->kind == NODE_PAIR && is_text(n->kid[0], g->key)) ||
	       (n->kind == NODE_INDEX && is_text(n->kid[1], g->key)) ||
	       (n->kind == NODE_CALL && n->n > 1 && is_text(n->kid[1], g->key));
}

static void see_node(struct gathered *g, const struct node *n)
{
	g->named |= names_it(g, n);
	if (n->kind == NODE_KW && n->text == g->key)
		see_value(g, n->kid[0]);
	else if (n->kind == NODE_PAIR && is_text(n->kid[0], g->key))
		see_value(g, n->kid[1]);
	else if (is_get(g, n))
		see_value(g, n->kid[2]);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			vec_push(&g->todo, n->kid[i]);
}

static void read_file(struct gathered *g, const struct cfile *f)
{
	g->file = f;
	if (f->src && !memmem(f->src->bytes, f->src->len, g->key->s, g->key->len))
		return;
	g->differ |= f->broken || !f->src;
	if (!f->broken && f->tree.root)
		vec_push(&g->todo, f->tree.root);
	while (g->todo.n)
		see_node(g, vec_pop(&g->todo));
}

/* Returns whether the function takes it as one of any keywords. */
static bool see_signature(struct gathered *g, const struct fn *f)
{
	const struct node *params = f->node->kid[0];
	bool any = false, own = false;
	g->file = f->file;
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];
		any |= p->op == '2';
		own |= p->text == g->key;
		if (p->text == g->key && p->kid[0])
			see_value(g, p->kid[0]);
	}
	return any && !own;
}

struct code_default defaults_of(const struct index *c, struct arena *a, const struct str *function,
				const struct str *parameter)
{
	struct gathered g = { .key = parameter };
	bool any = false, passes = true;
	for (size_t i = 0; i < c->m.fn.n; i++) {
		const struct fn *f = c->m.fn.at[i];
		if (f->name != function || f->node->kind != NODE_DEF || f->cls)
			continue;
		any = true;
		passes &= see_signature(&g, f);
	}
	for (uint32_t i = 0; any && i < c->m.nfiles; i++)
		read_file(&g, c->m.file[i]);
	vec_release(&g.todo);
	struct code_default out = { .is = any ? CODE_DEFAULT_UNKNOWN : CODE_DEFAULT_NONE };
	if (any && g.constant && !g.differ) {
		out.is = CODE_DEFAULT_KNOWN;
		out.text =
			arena_strndup(a, (const char *)g.src->bytes + g.constant->lo, g.constant->hi - g.constant->lo);
	}
	if (any && passes && !g.named && !g.differ)
		out.is = CODE_DEFAULT_PASSED;
	return out;
}
