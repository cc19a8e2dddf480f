// SPDX-License-Identifier: MIT
/* Walks the statements of the decorated function that are in no branch, loop or nested function, and of functions of
 * the same file that get the config as an argument there.
 *
 * Invariant: a read is listed only if it runs in every run of the program that gets that far; a statement that may
 * leave the function (return, raise, exit) ends the walk, and so does an `if` that holds one.
 *
 *	def main(cfg):
 *	    print(cfg.data.root)		"data.root"
 *	    if cfg.debug: print(cfg.seed)	"debug"; seed is not certain */
#include "hydra/config_reads.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include <string.h>

enum { DEEP = 6, READS_MAX = 500 };
struct reads_finder {
	struct arena *a;
	const char *text;
	const struct node *root;
	struct hydra_reads *out;
	bool changed; /* what follows may read another config, or not run at all */
};

uint32_t hydra_line_of(const char *text, uint32_t at)
{
	uint32_t line = 1;

	for (const char *p = text; (p = memchr(p, '\n', (size_t)(text + at - p))); p++)
		line++;
	return line;
}

/* "data.root" of cfg.data.root or cfg["data"]; "": the config itself; NULL: it is something else. */
static const char *key_of(struct reads_finder *f, const struct node *n, const struct str *config, unsigned depth)
{
	const char *up, *part;

	if (node_is_name(n, config))
		return "";
	if ((n->kind != NODE_ATTR && n->kind != NODE_INDEX) || depth > 32)
		return NULL;
	part = n->kind == NODE_ATTR ? n->text->s : n->kid[1]->kind == NODE_STR ? n->kid[1]->text->s : NULL;
	up = part ? key_of(f, n->kid[0], config, depth + 1) : NULL;
	return !up ? NULL : *up ? arena_printf(f->a, "%s.%s", up, part) : part;
}

static void add_read(struct reads_finder *f, const char *key, const struct node *at, bool below)
{
	if (f->out->n < READS_MAX && *key)
		vec_push(f->out, ((struct hydra_read){ key, hydra_line_of(f->text, at->lo), below }));
}

static void find_in_function(struct reads_finder *f, const struct node *def, const struct str *config, unsigned depth);

static const struct node *function_of(const struct reads_finder *f, const struct node *callee)
{
	const struct node *found = NULL;

	for (uint32_t i = 0; callee->kind == NODE_NAME && i < f->root->n; i++)
		if (f->root->kid[i]->kind == NODE_DEF && f->root->kid[i]->text == callee->text)
			found = f->root->kid[i];
	return found && found->n == 2 ? found : NULL;
}

static const char *last_name(const struct node *n)
{
	return n->kind == NODE_NAME || n->kind == NODE_ATTR ? n->text->s : "";
}

/* Functions that get the config and leave it as it is. */
static bool is_harmless(const char *name)
{
	static const char *const names[] = { "print", "pprint",	 "to_yaml", "to_container", "info",
					     "str",   "warning", "debug",   "instantiate",  "len" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Some call in it gets the whole config and may change it. here: a function of the file is followed, and no such. */
static bool may_change(const struct reads_finder *f, const struct node *n, const struct str *config, bool here)
{
	struct walk w;

	walk_begin(&w, n);
	for (const struct node *x; (x = walk_next(&w));) {
		bool gets = false;

		for (uint32_t i = 1; x->kind == NODE_CALL && i < x->n; i++)
			gets |= node_is_name(x->kid[i]->kind == NODE_KW ? x->kid[i]->kid[0] : x->kid[i], config);
		if (gets && !is_harmless(last_name(x->kid[0])) && !(here && function_of(f, x->kid[0])))
			return true;
	}
	return false;
}

static void see_call(struct reads_finder *f, const struct node *n, const struct str *config, unsigned depth)
{
	const struct node *def = function_of(f, n->kid[0]);
	const char *key =
		n->n > 1 && !strcmp(last_name(n->kid[0]), "instantiate") ? key_of(f, n->kid[1], config, 0) : NULL;

	if (key)
		add_read(f, key, n, true);
	for (uint32_t i = 1; def && i < n->n && i <= def->kid[0]->n; i++) {
		const struct node *p = def->kid[0]->kid[i - 1];

		if (n->kid[i]->kind == NODE_KW || n->kid[i]->kind == NODE_STAR || !p->text || p->op)
			break;
		if (node_is_name(n->kid[i], config) && depth < DEEP)
			find_in_function(f, def, p->text, depth + 1);
	}
}

/* An expression that is evaluated as a whole. What `and`, `or`, `if`, comprehensions and lambdas hold may not be. */
static void see_expression(struct reads_finder *f, const struct node *n, const struct str *config, unsigned depth)
{
	struct walk w;

	walk_begin(&w, n);
	for (const struct node *x; (x = walk_next(&w));) {
		const struct node *up = walk_around(&w, 0);
		bool inner = up && (up->kind == NODE_ATTR || up->kind == NODE_INDEX) && up->kid[0] == x &&
			     key_of(f, up, config, 0);
		bool method = up && up->kind == NODE_CALL && up->kid[0] == x;
		const char *key = inner || method ? NULL : key_of(f, x, config, 0);

		if (node_is_scope(x) || x->kind == NODE_BOOL || x->kind == NODE_COND || x->kind == NODE_LISTCOMP ||
		    x->kind == NODE_GENEXP || x->kind == NODE_SETCOMP || x->kind == NODE_DICTCOMP ||
		    x->kind == NODE_OPAQUE)
			walk_skip(&w);
		else if (x->kind == NODE_CALL)
			see_call(f, x, config, depth);
		else if (key)
			add_read(f, key, x, false);
	}
}

static bool leaves(const struct node *n)
{
	return n->kind == NODE_RETURN || n->kind == NODE_RAISE || n->kind == NODE_BREAK || n->kind == NODE_CONTINUE ||
	       (n->kind == NODE_CALL &&
		(!strcmp(last_name(n->kid[0]), "exit") || !strcmp(last_name(n->kid[0]), "_exit")));
}

/* The config is given a value, or may be, by a call that gets all of it or by an assignment. */
static bool binds(const struct node *n, const struct str *config)
{
	return (n->kind == NODE_ASSIGN || n->kind == NODE_AUGASSIGN) && node_find_name(n, config) &&
	       !(n->kind == NODE_ASSIGN && n->n == 2 && n->kid[1]->kind == NODE_NAME && n->kid[1]->text != config);
}

static bool changes(const struct node *n)
{
	return n->kind == NODE_ASSIGN || n->kind == NODE_AUGASSIGN || n->kind == NODE_DEL ||
	       (n->kind == NODE_CALL && (leaves(n) || !strcmp(last_name(n->kid[0]), "update")));
}

/* false: what follows may not run, or reads another config. */
static bool see_statement(struct reads_finder *f, const struct node *n, const struct str *config, unsigned depth);

static bool see_block(struct reads_finder *f, const struct node *block, const struct str *config, unsigned depth)
{
	for (uint32_t i = 0; i < block->n; i++) {
		const struct node *n = block->kid[i];
		bool simple = n->kind == NODE_EXPR || n->kind == NODE_ASSIGN || n->kind == NODE_ANNASSIGN;

		if (n->kind != NODE_WITH && n->kind != NODE_DEF && n->kind != NODE_CLASS &&
		    may_change(f, n, config, simple))
			f->changed = true;
		if (f->changed || !see_statement(f, n, config, depth) || f->changed)
			return false;
	}
	return true;
}

static bool see_statement(struct reads_finder *f, const struct node *n, const struct str *config, unsigned depth)
{
	switch (n->kind) {
	case NODE_EXPR:
		see_expression(f, n, config, depth);
		f->changed |= node_find(n, leaves) != NULL;
		return !f->changed;
	case NODE_ASSIGN:
	case NODE_ANNASSIGN:
		if (n->kid[n->kind == NODE_ASSIGN ? 0 : n->n - 1])
			see_expression(f, n->kid[n->kind == NODE_ASSIGN ? 0 : n->n - 1], config, depth);
		f->changed |= binds(n, config);
		return !f->changed;
	case NODE_RETURN:
		if (n->n && n->kid[0])
			see_expression(f, n->kid[0], config, depth);
		return false;
	case NODE_WITH:
		return see_block(f, n->kid[0], config, depth);
	case NODE_IF:
		see_expression(f, n->kid[0], config, depth);
		f->changed |= node_find(n, changes) && node_find_name(n, config);
		return !f->changed && !node_find(n, leaves);
	case NODE_PASS:
	case NODE_IMPORT:
	case NODE_FROM:
	case NODE_DEF:
	case NODE_CLASS:
	case NODE_GLOBAL:
		return true;
	case NODE_FOR:
	case NODE_WHILE:
	case NODE_ASSERT:
		f->changed |= node_find(n, changes) && node_find_name(n, config);
		return !node_find(n, leaves);
	default:
		return false;
	}
}

static void find_in_function(struct reads_finder *f, const struct node *def, const struct str *config, unsigned depth)
{
	see_block(f, node_body(def), config, depth);
}

static bool is_decorated_at(const char *text, const struct node *def, uint32_t line)
{
	for (uint32_t i = 2; def->kind == NODE_DEF && i < def->n; i++)
		if (hydra_line_of(text, def->kid[i]->lo) == line)
			return true;
	return false;
}

const struct node *hydra_main_function(const struct node *root, const char *text, uint32_t line)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (is_decorated_at(text, root->kid[i], line))
			return root->kid[i];
	return NULL;
}

void hydra_reads_find(struct arena *a, const struct vfs *fs, const char *script, uint32_t line, struct hydra_reads *out)
{
	struct buf b = { 0 };

	if (vfs_read(fs, script, &b, NULL)) {
		const struct parsed *p = parse_once(vfs_results(fs), script, buf_str(&b), (uint32_t)b.n);
		struct reads_finder f = { a, arena_strndup(a, buf_str(&b), b.n), p->root, out, false };

		const struct node *n = p->nerrors ? NULL : hydra_main_function(p->root, f.text, line);

		if (n && n->n == 3 && n->kid[0]->n && n->kid[0]->kid[0]->text)
			find_in_function(&f, n, n->kid[0]->kid[0]->text, 0);
	}
	buf_release(&b);
}

const struct hydra_read *hydra_reads_key(const struct hydra_reads *all, const char *key)
{
	for (size_t i = 0; i < all->n; i++) {
		const char *read = all->at[i].key;
		size_t n = strlen(read);

		if (!strcmp(read, key) || (all->at[i].below && !strncmp(read, key, n) && key[n] == '.'))
			return &all->at[i];
	}
	return NULL;
}
