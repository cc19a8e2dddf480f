// SPDX-License-Identifier: MIT
/* Computes the reachable packages as a fixed point over the files: a file that is part of training makes the
 * packages that it imports part of it, until nothing changes. A package is identified by its top name, anywhere in a
 * dotted name (`src.pkg.a` is part of `pkg`). */
#include "code/apart.h"
#include "code/priv.h"
#include "base/path.h"
#include <string.h>

/* The file has `if __name__ == '__main__':` and belongs to no package. */
static bool is_script(const struct index *c, const struct cfile *f)
{
	const char *last = strrchr(f->dotted->s, '.');
	if (f->package)
		return false;
	if (last) {
		const struct cfile *dir = map_get(&c->m.by_dotted, str_of(f->dotted->s, (size_t)(last - f->dotted->s)));
		if (dir && dir->package)
			return false;
	}
	for (uint32_t i = 0; i < f->tree.root->n; i++) {
		const struct node *n = f->tree.root->kid[i], *t = n->kind == NODE_IF ? n->kid[0] : NULL;
		if (t && t->kind == NODE_COMPARE && t->kid[0]->kind == NODE_NAME &&
		    !strcmp(t->kid[0]->text->s, "__name__"))
			return true;
	}
	return false;
}

struct parts {
	struct index *c;
	struct map top; /* names of packages that are part of training */
	bool changed;
};

static void add_top(struct parts *p, const struct str *module)
{
	const struct str *top = str_of(module->s, strcspn(module->s, "."));
	if (!top->len || map_get(&p->top, top))
		return;
	map_put(&p->c->m.arena, &p->top, top, p->c);
	p->changed = true;
}

static void add_imports(struct parts *p, const struct cfile *f)
{
	for (uint32_t i = 0; i < f->nimports; i++)
		if (!f->import[i].relative)
			add_top(p, f->import[i].module);
}

static bool is_part(const struct parts *p, const struct cfile *f)
{
	const char *s = f->dotted->s;
	if (f->script)
		return f->trains;
	for (size_t n; *s; s += n, s += *s == '.') {
		n = strcspn(s, ".");
		if (map_get(&p->top, str_of(s, n)))
			return true;
	}
	return false;
}

/* It imports modules by computed names that are not config keys. */
static bool imports_anything(const struct index *c, const struct cfile *f)
{
	const struct code_texts *keys = &c->know->habits.import_keys;
	if (!f->src || (!strstr(f->src->bytes, "import_module(") && !strstr(f->src->bytes, "__import__(")))
		return false;
	for (uint32_t i = 0; i < keys->n; i++)
		if (strstr(f->src->bytes, keys->at[i]))
			return false;
	return true;
}

void files_apart(struct index *c)
{
	struct parts p = { .c = c };
	bool open = true; /* no training script, or one that imports anything */
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		struct cfile *f = c->m.file[i];
		f->script = is_script(c, f);
		f->trains = strstr(path_base(f->path), "train") != NULL;
		open &= !(f->script && f->trains);
	}
	do {
		p.changed = false;
		for (uint32_t i = 0; i < c->m.nfiles && !open; i++) {
			struct cfile *f = c->m.file[i];
			f->apart = !is_part(&p, f);
			open |= !f->apart && imports_anything(c, f);
			if (!f->apart)
				add_imports(&p, f);
		}
	} while (p.changed && !open);
	for (uint32_t i = 0; i < c->m.nfiles && open; i++)
		c->m.file[i]->apart = false;
}

/* ---- imports of a top-level folder ---- */

/* `import projects.x`, `from projects import x` */
static bool imports_top(const struct cfile *f, const char *top, size_t n)
{
	for (uint32_t i = 0; i < f->nimports; i++) {
		const struct import *x = &f->import[i];

		if (!x->relative && !strncmp(x->module->s, top, n) && (!x->module->s[n] || x->module->s[n] == '.'))
			return true;
	}
	return !f->tree.root;
}

/* If a training script is known, other scripts add nothing to training. */
static bool takes_no_part(const struct index *c, const struct cfile *f)
{
	return c->training && f->script && !f->trains;
}

bool file_imported_outside(const struct index *c, const struct cfile *f)
{
	const char *own = f->dotted->s;
	size_t top = strcspn(own, ".");
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		const struct cfile *by = c->m.file[i];
		bool outside = strncmp(by->dotted->s, own, top) || by->dotted->s[top] != '.';
		if (outside && !takes_no_part(c, by) && (c->m.deep_in == by || imports_top(by, own, top)))
			return true;
	}
	return false;
}
