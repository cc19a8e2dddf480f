// SPDX-License-Identifier: MIT
/*
 * Reachability over imports, which are edges between files: from a script backwards to the files that import it, and
 * from all of these forwards.
 *
 *	main.py: import engine		of engine.py: main.py, engine.py, util.py
 *	engine.py: import util
 *	other.py: import util		no part of it
 *
 * A module is searched as Python does, from the folder of the file that imports it. If it isn't there, any file whose
 * dotted name ends in its name may be it.
 */
#include "script/values/program_files.h"
#include "pymodel/names.h"
#include <stdlib.h>
#include <string.h>

struct edge { /* file `from` imports file `to` */
	uint32_t from, to;
};
struct file_imports {
	struct cfile *const *file;
	size_t n;
	struct map number; /* struct cfile -> its number plus one, as a pointer to it */
	struct map suffix; /* "b.c" of the dotted name a.b.c -> struct suffix */
	struct edge *edge;
	size_t nedges, room;
};
struct suffix {
	uint32_t file;
	const struct suffix *next;
};

static void add_edge(struct script_project *p, struct file_imports *m, uint32_t from, uint32_t to)
{
	if (from == to)
		return;
	if (m->nedges == m->room) {
		struct edge *more = arena_array(&p->arena, struct edge, m->room * 2 + 64);

		if (m->nedges)
			memcpy(more, m->edge, m->nedges * sizeof *more);
		m->edge = more;
		m->room = m->room * 2 + 64;
	}
	m->edge[m->nedges++] = (struct edge){ from, to };
}

static void add_suffixes(struct script_project *p, struct file_imports *m, uint32_t i)
{
	for (const char *s = m->file[i]->dotted->s; s; s = strchr(s, '.') ? strchr(s, '.') + 1 : NULL) {
		struct suffix *e = arena_new(&p->arena, struct suffix);

		*e = (struct suffix){ i, map_get(&m->suffix, str_lit(s)) };
		map_put(&p->arena, &m->suffix, str_lit(s), e);
	}
}

static bool add_module(struct script_project *p, struct file_imports *m, uint32_t from, const struct str *module)
{
	struct found to = names_module(&p->model, module, m->file[from]);
	const uint32_t *number = to.kind == F_MODULE ? map_get(&m->number, to.file) : NULL;

	if (number)
		add_edge(p, m, from, *number);
	for (const struct suffix *e = number ? NULL : map_get(&m->suffix, module); e; e = e->next)
		add_edge(p, m, from, e->file);
	return number || map_get(&m->suffix, module);
}

static void add_imports(struct script_project *p, struct file_imports *m, uint32_t from)
{
	const struct cfile *f = m->file[from];

	for (uint32_t k = 0; k < f->nimports; k++) {
		const struct import *x = &f->import[k];

		if (x->module && x->module->len)
			add_module(p, m, from, x->module);
		if (x->module && x->module->len && x->name)
			add_module(p, m, from, names_joined(x->module, x->name));
	}
}

static struct file_imports *imports_of(struct script_project *p)
{
	struct file_imports *m = p->imports;

	if (m)
		return m;
	m = p->imports = arena_new(&p->arena, struct file_imports);
	*m = (struct file_imports){ 0 };
	m->file = pymodel_files(&p->model, &m->n);
	for (size_t i = 0; i < m->n; i++) {
		uint32_t *number = arena_new(&p->arena, uint32_t);

		*number = (uint32_t)i;
		map_put(&p->arena, &m->number, m->file[i], number);
		add_suffixes(p, m, (uint32_t)i);
	}
	for (size_t i = 0; i < m->n; i++)
		add_imports(p, m, (uint32_t)i);
	return m;
}

/* Along the edges, or against them, until nothing changes. */
static void spread(const struct file_imports *m, bool *part, bool back)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < m->nedges; i++) {
			uint32_t at = back ? m->edge[i].to : m->edge[i].from,
				 to = back ? m->edge[i].from : m->edge[i].to;

			changed |= part[at] && !part[to];
			part[to] |= part[at];
		}
	}
}

static bool imports_any(const struct cfile *f)
{
	return f->broken || !f->src || strstr(f->src->bytes, "import_module(") || strstr(f->src->bytes, "__import__(");
}

void program_files_of(struct script_project *p, const struct cfile *f, struct program_files *out)
{
	const struct file_imports *m = imports_of(p);
	bool *part = xcalloc(m->n + 1, sizeof *part), all = false;
	const uint32_t *number = map_get(&m->number, f);

	all = !number;
	if (number) {
		part[*number] = true;
		spread(m, part, true);
		spread(m, part, false);
	}
	for (size_t i = 0; i < m->n; i++)
		all |= part[i] && imports_any(m->file[i]);
	for (size_t i = 0; i < m->n; i++)
		if (all || part[i])
			vec_push(out, m->file[i]);
	free(part);
}
