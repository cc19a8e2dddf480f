// SPDX-License-Identifier: MIT
/* Statements alone are walked: imports stand in no expression. */
#include "code/imported.h"
#include "code/priv.h"
#include <string.h>

/* `import projects.x`, `from projects import x`, wherever that stands */
static bool imports_below(const struct node *n, const char *top, size_t len, uint32_t depth)
{
	const struct str *module = n->kind == NODE_ALIAS || (n->kind == NODE_FROM && !n->op) ? n->text : NULL;
	if (depth > NEST_MAX || (module && !strncmp(module->s, top, len) && (!module->s[len] || module->s[len] == '.')))
		return true;
	for (uint32_t i = 0; n->kind != NODE_FROM && n->kind != NODE_EXPR && i < n->n; i++)
		if (n->kid[i] && imports_below(n->kid[i], top, len, depth + 1))
			return true;
	return false;
}

bool file_imported_outside(const struct index *c, const struct cfile *f)
{
	const char *own = f->dotted->s;
	size_t top = strcspn(own, ".");
	for (uint32_t i = 0; i < c->nfiles; i++)
		if ((strncmp(c->file[i]->dotted->s, own, top) || c->file[i]->dotted->s[top] != '.') &&
		    (!c->file[i]->tree.root || imports_below(c->file[i]->tree.root, own, top, 0)))
			return true;
	return false;
}

/* `a.b` is meant by "x.a.b": the folder that is searched for packages may lie deeper than the project's. */
static bool means(const struct str *module, const struct str *dotted)
{
	size_t n = module->len, k = dotted->len;
	return n && k >= n && !memcmp(dotted->s + k - n, module->s, n) && (k == n || dotted->s[k - n - 1] == '.');
}

static bool names_file(const struct cfile *by, const struct node *n, const struct str *dotted)
{
	const struct str *module = n->kind == NODE_FROM ? names_absolute(by, n->text, n->op) : NULL;
	if (module && means(module, dotted))
		return true;
	for (uint32_t i = 0; i < n->n; i++)
		if (means(module ? names_joined(module, n->kid[i]->text) : n->kid[i]->text, dotted))
			return true;
	return false;
}

static bool imports_file(const struct cfile *by, const struct node *n, const struct str *dotted, uint32_t depth)
{
	if (depth > NEST_MAX)
		return true;
	if (n->kind == NODE_FROM || n->kind == NODE_IMPORT)
		return names_file(by, n, dotted);
	for (uint32_t i = 0; n->kind != NODE_EXPR && n->kind != NODE_ASSIGN && i < n->n; i++)
		if (n->kid[i] && imports_file(by, n->kid[i], dotted, depth + 1))
			return true;
	return false;
}

bool file_imported(const struct index *c, const struct cfile *f)
{
	for (uint32_t i = 0; i < c->nfiles; i++)
		if (c->file[i] != f &&
		    (!c->file[i]->tree.root || imports_file(c->file[i], c->file[i]->tree.root, f->dotted, 0)))
			return true;
	return f->script;
}
