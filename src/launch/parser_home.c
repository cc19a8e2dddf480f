// SPDX-License-Identifier: MIT
/*
 * Follows the imports of a script that creates no parser itself to the module that does.
 *
 *	from options import parser		options.py: parser = argparse.ArgumentParser()
 *	args = parser.parse_args()
 *
 * A module counts if it lies beside the script or below the project's root or its src/, and the script calls what it
 *imports from there: a function or class that calls parse_args, or a parser whose parse_args the script calls. A class
 *may inherit that from another module. Two such modules are two parsers: then neither counts.
 */
#include "launch/parser_home.h"
#include "base/path.h"
#include "python/syntax/treewalk.h"
#include <string.h>

struct module {
	const char *path;
	struct parser_file file;
};
struct imported { /* a name of the script that stands for one of a module, or for the module (of NULL) */
	const struct str *name, *of;
	struct module module;
};

static bool module_at(struct launch_targets *t, const char *path, struct module *out)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	bool is = path_inside(t->e->root, path) && vfs_exists(t->e->fs, path) && vfs_read(t->e->fs, path, &text, &e) &&
		  text.n < UINT32_MAX - 8;

	if (is) {
		out->path = path;
		out->file.text = arena_strdup(t->e->a, buf_str(&text));
		out->file.parsed = parse_once(vfs_results(t->e->fs), path, out->file.text, (uint32_t)text.n);
	}
	buf_release(&text);
	return is;
}

static bool module_of(struct launch_targets *t, const char *from, unsigned level, const char *name, struct module *out)
{
	const char *dir = path_dir(t->a, from);
	const char *place[] = { dir, level ? dir : t->e->root, level ? dir : path_join(t->a, t->e->root, "src") };
	char *slashed = arena_strdup(t->a, name);

	for (char *p = slashed; *p; p++)
		*p = *p == '.' ? '/' : *p;
	for (unsigned up = 1; up < level; up++)
		place[0] = place[1] = place[2] = path_dir(t->a, place[0]);
	for (size_t i = 0; i < ARRAY_SIZE(place); i++) {
		const char *at = *slashed ? path_join(t->a, place[i], slashed) : place[i];

		if (module_at(t, arena_printf(t->a, "%s.py", at), out) ||
		    module_at(t, arena_printf(t->a, "%s/__init__.py", at), out))
			return true;
	}
	return false;
}

const struct node *parser_module(struct launch_targets *t, const char *from, unsigned level, const char *name,
				 const char **file)
{
	struct module m;

	if (!module_of(t, from, level, name, &m))
		return NULL;
	*file = m.path;
	return m.file.parsed->root;
}

static bool is_parse(const struct node *n)
{
	return n->kind == NODE_ATTR && !strcmp(n->text->s, "parse_args");
}

static bool is_parser(const struct node *n)
{
	return (n->kind == NODE_ATTR || n->kind == NODE_NAME) && !strcmp(n->text->s, "ArgumentParser");
}

/* What gives the name its value at the module's top level; NULL: nothing, or something nested. */
static const struct node *definition(const struct node *root, const struct str *name)
{
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *n = root->kid[i];

		if ((n->kind == NODE_DEF || n->kind == NODE_CLASS) && n->text == name)
			return n;
		for (uint32_t k = 1; n->kind == NODE_ASSIGN && k < n->n; k++)
			if (node_is_name(n->kid[k], name))
				return n;
	}
	return NULL;
}

/* `name(...)`, `name.x(...)`, or of a module `name.of(...)`. */
static bool is_called(const struct node *root, const struct str *name, const struct str *of)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *at = n->kind == NODE_CALL ? n->kid[0] : NULL;
		bool seen = !of;

		while (at && (at->kind == NODE_ATTR || at->kind == NODE_CALL)) {
			seen |= at->kind == NODE_ATTR && at->text == of;
			at = at->kid[0];
		}
		if (at && seen && node_is_name(at, name))
			return true;
	}
	return false;
}

static bool import_of(struct launch_targets *t, const char *from, const struct node *n, const struct node *alias,
		      struct imported *out)
{
	const struct str *as = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
	const char *below;

	*out = (struct imported){ .name = as };
	if (n->kind == NODE_IMPORT)
		return (as != alias->text || !strchr(as->s, '.')) &&
		       module_of(t, from, 0, alias->text->s, &out->module);
	out->of = alias->text;
	if (module_of(t, from, n->op, n->text->s, &out->module) &&
	    definition(out->module.file.parsed->root, alias->text))
		return true;
	below = *n->text->s ? arena_printf(t->a, "%s.%s", n->text->s, alias->text->s) : alias->text->s;
	out->of = NULL;
	return module_of(t, from, n->op, below, &out->module);
}

/* The class calls parse_args, or a class from another module that it inherits from does: that is *base. */
static bool class_parses(struct launch_targets *t, const struct module *m, const struct node *cls, struct module *base)
{
	const struct node *root = m->file.parsed->root;

	if (node_find(cls, is_parse))
		return true;
	for (uint32_t i = 0; i < root->n; i++)
		for (uint32_t k = 0; root->kid[i]->kind == NODE_FROM && k < root->kid[i]->n; k++) {
			struct imported x;
			const struct node *def;

			for (uint32_t b = 1; b < cls->n; b++)
				if (cls->kid[b]->kind == NODE_NAME &&
				    import_of(t, m->path, root->kid[i], root->kid[i]->kid[k], &x) && x.of &&
				    node_is_name(cls->kid[b], x.name)) {
					def = definition(x.module.file.parsed->root, x.of);
					*base = x.module;
					return def && def->kind == NODE_CLASS && node_find(def, is_parse);
				}
		}
	return false;
}

/* The script parses its command line by what it imports. */
static bool parses(struct launch_targets *t, const struct node *script, const struct imported *x, const struct str *of,
		   struct module *base)
{
	const struct node *def = definition(x->module.file.parsed->root, of);

	if (!def || (def->kind != NODE_ASSIGN && !is_called(script, x->name, x->of ? NULL : of)))
		return false;
	if (def->kind == NODE_CLASS)
		return class_parses(t, &x->module, def, base);
	return node_find(def, is_parse) || (node_find(def, is_parser) && node_find(script, is_parse));
}

static bool any_parses(struct launch_targets *t, const struct node *script, const struct imported *x,
		       struct module *base)
{
	const struct node *root = x->module.file.parsed->root;

	if (x->of)
		return parses(t, script, x, x->of, base);
	for (uint32_t i = 0; i < root->n; i++)
		if ((root->kid[i]->kind == NODE_DEF || root->kid[i]->kind == NODE_CLASS) &&
		    parses(t, script, x, root->kid[i]->text, base))
			return true;
	return false;
}

size_t parser_home(struct launch_targets *t, const char *path, struct parser_file file[PARSER_FILES_MAX])
{
	const struct node *script = file[0].parsed->root;
	const char *found = NULL;
	size_t n = 1;
	struct walk w;

	walk_begin(&w, script);
	for (const struct node *x; (x = walk_next(&w));)
		for (uint32_t i = 0; (x->kind == NODE_FROM || x->kind == NODE_IMPORT) && i < x->n; i++) {
			struct imported one;
			struct module base = { 0 };

			if (!import_of(t, path, x, x->kid[i], &one) || !any_parses(t, script, &one, &base))
				continue;
			if (found && strcmp(found, one.module.path) != 0)
				return 1;
			found = one.module.path;
			n = 1;
			file[n++] = one.module.file;
			if (base.path)
				file[n++] = base.file;
		}
	return n;
}
