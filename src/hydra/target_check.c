// SPDX-License-Identifier: MIT
/* Finds the module of each `_target_` below the project's folder, the script's folder or src/, parses it, and compares
 * the node's keys with the parameters of the class's own __init__ or of the function.
 *
 * Invariant: nothing is reported where a decorator, a base, a metaclass, `**kwargs` or a second definition may change
 * the signature.
 *
 *	model: {_target_: src.net.Net, dept: 3}	class Net: def __init__(self, depth)
 *	-> TARGET_NO_PARAMETER, "dept", near "depth" */
#include "hydra/target_check.h"
#include "base/near.h"
#include "base/path.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { DEEP = 64, TARGETS_MAX = 400, PARAMS_MAX = 64 };
struct checker {
	struct arena *a;
	const struct vfs *fs;
	const char *root, *script;
	struct hydra_refusals *out;
	uint32_t n;
};
struct module {
	const struct node *root;
	const char *path, *text;
};

static bool read_module(struct checker *c, const char *path, struct module *m)
{
	struct buf b = { 0 };
	bool good = vfs_exists(c->fs, path) && vfs_read(c->fs, path, &b, NULL);

	if (good) {
		const struct parsed *p = parse_once(vfs_results(c->fs), path, buf_str(&b), (uint32_t)b.n);

		*m = (struct module){ p->root, path, arena_strndup(c->a, buf_str(&b), b.n) };
		good = !p->nerrors;
	}
	buf_release(&b);
	return good;
}

/* "package.module" as a file below the folder. */
static bool find_in(struct checker *c, const char *folder, const char *dotted, struct module *m)
{
	char *rel = arena_strdup(c->a, dotted);

	for (char *p = rel; *p; p++)
		*p = *p == '.' ? '/' : *p;
	return read_module(c, path_join(c->a, folder, arena_printf(c->a, "%s.py", rel)), m) ||
	       read_module(c, path_join(c->a, folder, arena_printf(c->a, "%s/__init__.py", rel)), m);
}

static bool find_module(struct checker *c, const char *dotted, struct module *m)
{
	const char *folders[] = { path_dir(c->a, c->script), c->root, path_join(c->a, c->root, "src") };

	for (size_t i = 0; i < ARRAY_SIZE(folders); i++)
		if (find_in(c, folders[i], dotted, m))
			return true;
	return false;
}

/* The only definition of the name at the top of the module; NULL: none, or several. */
static const struct node *definition(const struct node *root, const char *name)
{
	const struct node *found = NULL;

	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *n = root->kid[i];

		if ((n->kind != NODE_DEF && n->kind != NODE_CLASS) || strcmp(n->text->s, name) != 0)
			continue;
		if (found)
			return NULL;
		found = n;
	}
	return found;
}

static bool is_word_char(char ch)
{
	return ch == '_' || (ch >= '0' && ch <= '9') || ((ch | 32) >= 'a' && (ch | 32) <= 'z');
}

static bool says_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = text; (p = strstr(p, word)); p += n)
		if ((p == text || !is_word_char(p[-1])) && !is_word_char(p[n]))
			return true;
	return false;
}

static uint32_t line_of(const char *text, uint32_t at)
{
	uint32_t line = 1;

	for (const char *p = text; (p = memchr(p, '\n', (size_t)(text + at - p))); p++)
		line++;
	return line;
}

/* ---- parameters ---- */

/* PARAMS of the class's own __init__, or of the function; NULL: not certain. */
static const struct node *parameters(const struct node *def, uint32_t *first)
{
	const struct node *init = NULL, *body = def->kid[0];

	*first = 0;
	if (def->kind == NODE_DEF)
		return def->n == 2 ? def->kid[0] : NULL;
	if (def->op)
		return NULL;
	for (uint32_t i = 1; i < def->n; i++)
		if (def->kid[i]->kind == NODE_KW || def->kid[i]->kind == NODE_DSTAR)
			return NULL;
	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i];

		if (n->kind == NODE_DEF && !strcmp(n->text->s, "__new__"))
			return NULL;
		if (n->kind != NODE_DEF || strcmp(n->text->s, "__init__") != 0)
			continue;
		if (init || n->n > 2)
			return NULL;
		init = n;
	}
	*first = 1;
	return init ? init->kid[0] : NULL;
}

struct names {
	const char *at[PARAMS_MAX];
	uint32_t n;
	bool any;
};

static struct names names_of(const struct node *params, uint32_t first)
{
	struct names l = { 0 };

	for (uint32_t i = first; i < params->n; i++) {
		const struct node *p = params->kid[i];

		l.any |= p->op == '2' || l.n >= PARAMS_MAX || (p->op == '/' && !p->text);
		if (p->text && !p->op && l.n < PARAMS_MAX)
			l.at[l.n++] = p->text->s;
	}
	return l;
}

static bool is_hydras(const char *key)
{
	return key[0] == '_' && strlen(key) > 2 && key[strlen(key) - 1] == '_';
}

static bool has_name(const struct names *l, const char *name)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(l->at[i], name))
			return true;
	return false;
}

static void check_keys(struct checker *c, struct value node, const char *target, const struct module *m,
		       const struct node *def)
{
	uint32_t first;
	const struct node *params = parameters(def, &first);
	struct names l = params ? names_of(params, first) : (struct names){ .any = true };
	struct dict_iter it;

	if (l.any)
		return;
	dict_begin(&it, node.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || is_hydras(e->key.as.s->s) || has_name(&l, e->key.as.s->s) ||
		    (e->flags & EF_MAYBE))
			continue;
		vec_push(c->out, ((struct hydra_refusal){ .what = TARGET_NO_PARAMETER,
							  .target = target,
							  .file = path_relative(c->a, c->root, m->path),
							  .line = line_of(m->text, def->lo),
							  .name = e->key.as.s->s,
							  .near = near_find(e->key.as.s->s, l.at, l.n),
							  .at = e->key.at }));
	}
}

/* ---- the tree ---- */

static bool imports_all(const struct node *root)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		if ((n->kind == NODE_ALIAS && n->text && !strcmp(n->text->s, "*")) ||
		    (n->kind == NODE_DEF && !strcmp(n->text->s, "__getattr__")))
			return true;
	return false;
}

static void check_node(struct checker *c, struct value node, struct value target)
{
	const char *dotted = target.as.s->s, *dot = strrchr(dotted, '.');
	struct module m;

	if (!dot || dot == dotted || c->n++ >= TARGETS_MAX ||
	    !find_module(c, arena_strndup(c->a, dotted, (size_t)(dot - dotted)), &m))
		return;
	const struct node *def = definition(m.root, dot + 1);

	if (def) {
		check_keys(c, node, dotted, &m, def);
		return;
	}
	const char *package = path_dir(c->a, m.path);
	bool is_package = !strcmp(path_base(m.path), "__init__.py"),
	     file = is_package && vfs_stands(c->fs, path_join(c->a, package, arena_printf(c->a, "%s.py", dot + 1)));

	if (file || says_word(m.text, dot + 1) || imports_all(m.root) ||
	    (is_package && vfs_stands(c->fs, path_join(c->a, package, dot + 1))))
		return;
	vec_push(c->out, ((struct hydra_refusal){ .what = TARGET_NO_NAME,
						  .target = dotted,
						  .file = path_relative(c->a, c->root, m.path),
						  .name = dot + 1,
						  .at = target.at }));
}

static void check_in(struct checker *c, struct value v, unsigned depth)
{
	struct dict_iter it;

	if (depth > DEEP)
		return;
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++)
		check_in(c, v.as.list->at[i].val, depth + 1);
	if (v.kind != VALUE_DICT)
		return;
	const struct entry *target = dict_find_lit(v.as.dict, "_target_");

	if (target && target->val.kind == VALUE_STR && !strstr(target->val.as.s->s, "${"))
		check_node(c, v, target->val);
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		check_in(c, e->val, depth + 1);
}

void hydra_targets_check(struct arena *a, const struct vfs *fs, const char *root, const char *script, struct value tree,
			 struct hydra_refusals *out)
{
	struct checker c = { a, fs, root, script, out, 0 };
	struct dict_iter it;

	/* the config itself is rarely what is built */
	dict_begin(&it, tree.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		check_in(&c, e->val, 1);
}
