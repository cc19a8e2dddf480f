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
 *
 * Invariant: a query takes steps for each file and edge once, whatever the order of files; the last answer is held,
 * since several facts of a script need it in a row.
 */
#include "script/values/program_files.h"
#include "base/path.h"
#include "pymodel/names.h"
#include <stdlib.h>
#include <string.h>

enum way { IMPORTED, IMPORTERS, WAYS };
struct edge { /* to one more file, in a list */
	uint32_t to;
	const struct edge *next;
};
struct node_of { /* of a file */
	const struct edge *edge[WAYS];
	enum { ANY_UNKNOWN, ANY_NO, ANY_YES } any; /* it imports modules by computed names, or can't be parsed */
};
struct file_imports {
	struct cfile *const *file;
	size_t n;
	struct node_of *node;	    /* by number */
	uint32_t *from;		    /* by number: the last file that got an edge to this one, and 1 */
	struct map number;	    /* struct cfile -> a pointer to its number */
	struct map suffix;	    /* "b.c" of the dotted name a.b.c -> struct suffix */
	const struct cfile *last;   /* the file whose programs were queried last, */
	struct program_files files; /* and their files */
};
struct suffix {
	uint32_t file;
	const struct suffix *next;
};

static void add_edge(struct script_project *p, struct file_imports *m, uint32_t from, uint32_t to)
{
	struct edge *e;

	if (from == to || m->from[to] == from + 1)
		return;
	m->from[to] = from + 1;
	e = arena_array(&p->arena, struct edge, WAYS);
	e[IMPORTED] = (struct edge){ to, m->node[from].edge[IMPORTED] };
	e[IMPORTERS] = (struct edge){ from, m->node[to].edge[IMPORTERS] };
	m->node[from].edge[IMPORTED] = &e[IMPORTED];
	m->node[to].edge[IMPORTERS] = &e[IMPORTERS];
}

static void add_suffixes(struct script_project *p, struct file_imports *m, uint32_t i, const char *dotted)
{
	for (const char *s = dotted; s; s = strchr(s, '.') ? strchr(s, '.') + 1 : NULL) {
		struct suffix *e = arena_new(&p->arena, struct suffix);
		const struct str *key = str_lit(s);

		*e = (struct suffix){ i, map_get(&m->suffix, key) };
		if (!e->next || e->next->file != i)
			map_put(&p->arena, &m->suffix, key, e);
	}
}

/* The name of a file from above the project's root on, whatever folder its own imports begin at: p.a.b for /p/a/b.py. A
 * script may be started from there. */
static const char *name_from_root(struct script_project *p, const struct cfile *f)
{
	char *name;

	if (!p->root || !path_inside(p->root, f->path))
		return NULL;
	name = arena_strdup(&p->arena, path_relative(&p->arena, path_dir(&p->arena, p->root), f->path));
	if (strlen(name) > 3 && !strcmp(name + strlen(name) - 3, ".py"))
		name[strlen(name) - 3] = '\0';
	for (char *s = name; *s; s++)
		*s = *s == '/' ? '.' : *s;
	return name;
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
	m->node = arena_array(&p->arena, struct node_of, m->n + 1);
	memset(m->node, 0, (m->n + 1) * sizeof *m->node);
	m->from = arena_array(&p->arena, uint32_t, m->n + 1);
	memset(m->from, 0, (m->n + 1) * sizeof *m->from);
	for (size_t i = 0; i < m->n; i++) {
		uint32_t *number = arena_new(&p->arena, uint32_t);

		*number = (uint32_t)i;
		map_put(&p->arena, &m->number, m->file[i], number);
		add_suffixes(p, m, (uint32_t)i, name_from_root(p, m->file[i]));
		add_suffixes(p, m, (uint32_t)i, m->file[i]->dotted->s);
	}
	for (size_t i = 0; i < m->n; i++)
		add_imports(p, m, (uint32_t)i);
	return m;
}

/* Adds what can be reached from the files in part; stack has room for all. */
static void spread(const struct file_imports *m, bool *part, uint32_t *stack, enum way way)
{
	size_t top = 0;

	for (uint32_t i = 0; i < m->n; i++)
		if (part[i])
			stack[top++] = i;
	while (top)
		for (const struct edge *e = m->node[stack[--top]].edge[way]; e; e = e->next)
			if (!part[e->to]) {
				part[e->to] = true;
				stack[top++] = e->to;
			}
}

static bool imports_any(struct file_imports *m, size_t i)
{
	const struct cfile *f = m->file[i];

	if (m->node[i].any == ANY_UNKNOWN)
		m->node[i].any = f->broken || !f->src || strstr(f->src->bytes, "import_module(") ||
						 strstr(f->src->bytes, "__import__(")
					 ? ANY_YES
					 : ANY_NO;
	return m->node[i].any == ANY_YES;
}

static void find_files(struct file_imports *m, const struct cfile *f)
{
	bool *part = xcalloc(m->n + 1, sizeof *part), all;
	uint32_t *stack = xcalloc(m->n + 1, sizeof *stack);
	const uint32_t *number = map_get(&m->number, f);

	all = !number;
	if (number) {
		part[*number] = true;
		spread(m, part, stack, IMPORTERS);
		spread(m, part, stack, IMPORTED);
	}
	for (size_t i = 0; i < m->n && !all; i++)
		all = part[i] && imports_any(m, i);
	m->files.n = 0;
	for (size_t i = 0; i < m->n; i++)
		if (all || part[i])
			vec_push(&m->files, m->file[i]);
	free(stack);
	free(part);
}

const struct program_files *program_files_of(struct script_project *p, const struct cfile *f)
{
	struct file_imports *m = imports_of(p);

	if (m->last != f)
		find_files(m, f);
	m->last = f;
	return &m->files;
}

void program_files_release(struct script_project *p)
{
	if (p->imports)
		vec_release(&p->imports->files);
}
