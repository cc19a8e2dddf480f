// SPDX-License-Identifier: MIT
/* Finds the calls in training code that a patch applies to. The code's index lists all reads of the first key; from
 * each read the syntax tree is descended to the innermost call around it, and the call's name and arguments are
 * checked.
 *
 * Invariant: a site's $in and $on are expressions that can be repeated without effects: names, attributes and literal
 * subscripts. Each call is one site.
 *
 *	DataLoader(ds, num_workers=cfg.data.workers_per_gpu)	key data.workers_per_gpu
 *	call: DataLoader(...), read: cfg.data.workers_per_gpu
 *	$in: cfg.data */
#include "fix/code/site.h"
#include <string.h>

struct site_search {
	struct arena *a;
	const struct code *c;
	const struct patch *p;
	struct sites *out;
	struct parser *parser;
	const struct source *src; /* the file that was parsed last */
	const struct node *root;
};

static const char *text_of(struct arena *a, const struct source *s, const struct node *n)
{
	return arena_strndup(a, s->bytes + n->lo, n->hi - n->lo);
}

/* Its tree; NULL: Python would not load it. */
static const struct node *tree_of(struct site_search *k, const struct source *s)
{
	struct parsed tree;

	if (k->src != s) {
		parse_module(k->parser, k->a, s->bytes, s->len, NULL, &tree);
		k->src = s;
		k->root = tree.nerrors ? NULL : tree.root;
	}
	return k->root;
}

static const struct node *kid_around(const struct node *n, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && n->kid[i]->lo <= lo && hi <= n->kid[i]->hi)
			return n->kid[i];
	return NULL;
}

/* The innermost call around [lo, hi), excluding the expression there itself. */
static bool find_call(struct site *s, uint32_t lo, uint32_t hi, bool itself)
{
	for (const struct node *n = s->root, *kid; n; n = kid) {
		kid = kid_around(n, lo, hi);
		if (n->kind == NODE_BLOCK || n->kind == NODE_MODULE) {
			s->block = n;
			s->statement = kid;
		}
		if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA)
			s->def = n->kind == NODE_DEF ? n : NULL;
		if (n->kind == NODE_CALL && (itself || n->lo != lo || n->hi != hi))
			s->call = n;
		if (n->lo == lo && n->hi == hi && n->kind != NODE_EXPR && n->kind != NODE_BLOCK &&
		    n->kind != NODE_MODULE)
			break;
	}
	return s->call != NULL;
}

/* A name, an attribute of it ...: what can be written down again. */
static bool is_plain(const struct node *n)
{
	while (n->kind == NODE_ATTR || (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR))
		n = n->kid[0];
	return n->kind == NODE_NAME;
}

/* cfg.data of cfg.data.workers_per_gpu, cfg.data['workers_per_gpu'] or cfg.data.get('workers_per_gpu'); NULL: it is
 * read in another way. */
static const struct node *container_of(const struct node *n, const struct str *key)
{
	if (n->kind == NODE_ATTR && n->text == key)
		return n->kid[0];
	if (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR && n->kid[1]->text == key)
		return n->kid[0];
	if (n->kind == NODE_CALL && n->n > 1 && n->kid[0]->kind == NODE_ATTR && n->kid[1]->kind == NODE_STR &&
	    n->kid[1]->text == key)
		return n->kid[0]->kid[0];
	return NULL;
}

static const struct node *node_at(const struct node *n, uint32_t lo, uint32_t hi)
{
	while (n && (n->lo != lo || n->hi != hi || n->kind == NODE_EXPR))
		n = kid_around(n, lo, hi);
	return n;
}

static bool is_called(const struct node *call, const char *name)
{
	const struct node *callee = call->kid[0];

	return !name ||
	       ((callee->kind == NODE_NAME || callee->kind == NODE_ATTR) && strcmp(callee->text->s, name) == 0);
}

static bool has_argument(const struct site *s, const char *name, const char *value)
{
	for (uint32_t i = 1; i < s->call->n; i++) {
		const struct node *n = s->call->kid[i];

		if (n->kind == NODE_KW && strcmp(n->text->s, name) == 0 &&
		    n->kid[0]->hi - n->kid[0]->lo == strlen(value) &&
		    memcmp(s->src->bytes + n->kid[0]->lo, value, strlen(value)) == 0)
			return true;
	}
	return false;
}

/* Another key is read in the arguments of the call, too. */
static bool reads_there(struct site_search *k, const struct site *s, struct keypath key)
{
	struct code_use *use;
	size_t n = code_uses(k->c, k->a, key, &use);

	for (size_t i = 0; i < n; i++)
		if (use[i].training && !use[i].sets && use[i].at.file == s->src &&
		    s->call->kid[0]->hi <= use[i].at.lo && use[i].at.hi <= s->call->hi)
			return true;
	return false;
}

static void add_site(struct site_search *k, struct site s)
{
	const struct node *callee = s.call->kid[0];

	for (size_t i = 0; i < k->out->n; i++)
		if (k->out->at[i].src == s.src && k->out->at[i].call->lo == s.call->lo)
			return;
	if (callee->kind == NODE_ATTR && is_plain(callee->kid[0]))
		s.on = text_of(k->a, s.src, callee->kid[0]);
	vec_push(k->out, s);
}

static void see_use(struct site_search *k, const struct code_use *use)
{
	const struct patch *p = k->p;
	struct keypath key = p->gets[0];
	struct site s = { .src = use->at.file, .root = tree_of(k, use->at.file) };
	const struct node *read = s.root ? node_at(s.root, use->at.lo, use->at.hi) : NULL, *of;

	if (!read || !(of = container_of(read, key.part[key.n - 1].as.s)) || !is_plain(of) ||
	    !find_call(&s, read->lo, read->hi, false) || !is_called(s.call, p->call) || read->lo < s.call->kid[0]->hi)
		return;
	if (p->without_name && has_argument(&s, p->without_name, p->without_value))
		return;
	for (uint32_t i = 1; i < p->ngets; i++)
		if (!reads_there(k, &s, p->gets[i]))
			return;
	s.read = read;
	s.of = text_of(k->a, s.src, of);
	add_site(k, s);
}

static const char *no_site(struct site_search *k)
{
	struct buf b = { 0 };
	const char *out;

	buf_printf(&b, "no %s%scall in the training code gets ", k->p->call ? k->p->call : "", k->p->call ? " " : "");
	for (uint32_t i = 0; i < k->p->ngets; i++)
		buf_printf(&b, "%s%s", i ? " and " : "", keypath_text(k->a, k->p->gets[i]));
	out = arena_strdup(k->a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* The key stands beside those that the site reads. */
static bool is_beside(struct keypath key, struct keypath other)
{
	return key.n == other.n && keypath_under(key, (struct keypath){ other.part, other.n - 1 });
}

static void by_keys(struct site_search *k, struct keypath key)
{
	struct code_use *use;
	size_t n = code_uses(k->c, k->a, k->p->gets[0], &use);

	for (size_t i = 0; i < n && is_beside(key, k->p->gets[0]); i++)
		if (use[i].training && !use[i].sets)
			see_use(k, &use[i]);
}

static void by_hook(struct site_search *k)
{
	struct code_place at;
	struct site s = { 0 };

	if (!code_early_hook(k->c, &at))
		return;
	s.src = at.file;
	s.root = tree_of(k, at.file);
	if (s.root && find_call(&s, at.lo, at.hi, true))
		add_site(k, s);
}

void sites_find(struct arena *a, const struct code *c, const struct patch *p, struct keypath key, struct sites *out,
		const char **why)
{
	struct site_search k = { .a = a, .c = c, .p = p, .out = out, .parser = parser_new() };

	if (p->early)
		by_hook(&k);
	else
		by_keys(&k, key);
	if (!out->n)
		*why = p->early ? "no hook of the evaluation is registered in the training code" : no_site(&k);
	parser_free(k.parser);
}
