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

/* Where a training script is known, other scripts bring nothing into training. */
static bool takes_no_part(const struct index *c, const struct cfile *f)
{
	return c->training && f->script && !f->trains;
}

bool file_imported_outside(const struct index *c, const struct cfile *f)
{
	const char *own = f->dotted->s;
	size_t top = strcspn(own, ".");
	for (uint32_t i = 0; i < c->nfiles; i++) {
		const struct cfile *by = c->file[i];
		bool outside = strncmp(by->dotted->s, own, top) || by->dotted->s[top] != '.';
		if (outside && !takes_no_part(c, by) && (!by->tree.root || imports_below(by->tree.root, own, top, 0)))
			return true;
	}
	return false;
}

/* Whoever imports a.b.c runs a and a.b before. */
static void note_module(struct index *c, const struct str *module)
{
	while (module && module->len && !map_get(&c->imported, module)) {
		map_put(&c->arena, &c->imported, module, c);
		const char *dot = strrchr(module->s, '.');
		module = dot ? str_of(module->s, (size_t)(dot - module->s)) : NULL;
	}
}

/* Of `from m import a` both m and m.a: the name may be a module's. */
static void note_imports(struct index *c, const struct cfile *by, const struct node *n, uint32_t depth)
{
	bool from = n->kind == NODE_FROM, import = n->kind == NODE_IMPORT;
	const struct str *module = from ? names_absolute(by, n->text, n->op) : NULL;
	c->imports_more |= depth > NEST_MAX;
	note_module(c, module);
	for (uint32_t i = 0; (from || import) && i < n->n; i++)
		note_module(c, module ? names_joined(module, n->kid[i]->text) : n->kid[i]->text);
	for (uint32_t i = 0; !from && !import && n->kind != NODE_EXPR && n->kind != NODE_ASSIGN && i < n->n; i++)
		if (n->kid[i] && depth <= NEST_MAX)
			note_imports(c, by, n->kid[i], depth + 1);
}

/* All files once, whatever is asked. */
static void find_imports(struct index *c)
{
	for (uint32_t i = 0; i < c->nfiles && !c->imports_found; i++) {
		c->imports_more |= !c->file[i]->tree.root;
		if (c->file[i]->tree.root)
			note_imports(c, c->file[i], c->file[i]->tree.root, 0);
	}
	c->imports_found = true;
}

bool file_imported(struct index *c, const struct cfile *f)
{
	find_imports(c);
	if (c->imports_more || f->script)
		return true;
	/* `a.b` is meant by "x.a.b": the folder that is searched for packages may lie deeper than the project's. */
	for (const char *s = f->dotted->s; s; s = strchr(s, '.') ? strchr(s, '.') + 1 : NULL)
		if (map_get(&c->imported, str_lit(s)))
			return true;
	return false;
}
