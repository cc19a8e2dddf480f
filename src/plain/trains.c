// SPDX-License-Identifier: MIT
/* Reachability over imports, which are edges between files. Backwards from the files that train: a file that imports
 * one is a training program. Then forwards: a file that such a program imports is part of it. */
#include "plain/trains.h"
#include "base/path.h"
#include "python/syntax/treewalk.h"
#include <string.h>

struct edge { /* file `from` imports file `to` */
	uint32_t from, to;
};
struct suffix {
	uint32_t file;
	const struct suffix *next;
};
struct imports {
	struct plain_project *p;
	struct cfile *const *file;
	size_t n;
	struct map number; /* cfile -> its number */
	struct map suffix; /* "b.c" of the dotted name a.b.c -> struct suffix */
	VEC(, struct edge) edge;
	bool *part; /* it is part of a program that trains */
	bool any;   /* such a program imports modules by computed names */
};

static bool says(const struct cfile *f, const struct code_texts *words)
{
	for (uint32_t i = 0; f->src && i < words->n; i++)
		if (strstr(f->src->bytes, words->at[i]))
			return true;
	return false;
}

static bool is_named_for_training(const struct cfile *f)
{
	const char *name = path_base(f->path);
	size_t n = strlen(name);
	return !strncmp(name, "train", 5) || (n > 8 && !strcmp(name + n - 8, "train.py"));
}

/* The name after each dot: the folder that is searched for packages may be below the project's. */
static void add_suffixes(struct imports *m, uint32_t i)
{
	for (const char *s = m->file[i]->dotted->s; (s = strchr(s, '.')); s++) {
		struct suffix *e = arena_new(&m->p->arena, struct suffix);
		*e = (struct suffix){ i, map_get(&m->suffix, str_lit(s + 1)) };
		map_put(&m->p->arena, &m->suffix, str_lit(s + 1), e);
	}
}

static void add_module(struct imports *m, uint32_t from, const struct str *module)
{
	struct found to = module && module->len ? names_module(index_model(m->p->index), module, m->file[from])
						: (struct found){ .kind = F_NONE };
	const size_t *number = to.kind == F_MODULE ? map_get(&m->number, to.file) : NULL;
	if (number && *number != from)
		vec_push(&m->edge, ((struct edge){ from, (uint32_t)*number }));
	for (const struct suffix *e = to.kind == F_MODULE || !module ? NULL : map_get(&m->suffix, module); e;
	     e = e->next)
		vec_push(&m->edge, ((struct edge){ from, e->file }));
}

/* Imports are in no expression. */
static void add_imports(struct imports *m, uint32_t from)
{
	struct walk w;
	walk_begin(&w, m->file[from]->tree.root);
	for (const struct node *n; (n = walk_next(&w));) {
		bool is_from = n->kind == NODE_FROM, is_import = n->kind == NODE_IMPORT;
		const struct str *module = is_from ? names_absolute(m->file[from], n->text, n->op) : NULL;
		add_module(m, from, module);
		for (uint32_t i = 0; (is_from || is_import) && i < n->n; i++)
			add_module(m, from, module ? names_joined(module, n->kid[i]->text) : n->kid[i]->text);
		if (is_from || is_import || n->kind == NODE_EXPR)
			walk_skip(&w);
	}
}

/* Along the edges, or against them, until nothing changes. */
static void spread(struct imports *m, bool back)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < m->edge.n; i++) {
			uint32_t at = back ? m->edge.at[i].to : m->edge.at[i].from;
			uint32_t to = back ? m->edge.at[i].from : m->edge.at[i].to;
			changed |= m->part[at] && !m->part[to];
			m->part[to] |= m->part[at];
		}
	}
}

static void find_programs(struct imports *m)
{
	static const char *const computed[] = { "import_module(", "__import__(" };
	struct code_texts words = { computed, ARRAY_SIZE(computed) };
	for (uint32_t i = 0; i < m->n; i++) {
		m->part[i] = is_named_for_training(m->file[i]) || says(m->file[i], &m->p->know.plain_train);
		if (m->file[i]->tree.root)
			add_imports(m, i);
	}
	spread(m, true);
	spread(m, false);
	for (size_t i = 0; i < m->n; i++)
		m->any |= m->part[i] && (m->file[i]->broken || says(m->file[i], &words));
}

void plain_trains(struct plain_project *p)
{
	struct imports m = { .p = p };
	size_t *number;
	m.file = pymodel_files(index_model(p->index), &m.n);
	number = arena_array(&p->arena, size_t, m.n + 1);
	m.part = arena_array(&p->arena, bool, m.n + 1);
	for (size_t i = 0; i < m.n; i++) {
		number[i] = i;
		map_put(&p->arena, &m.number, m.file[i], &number[i]);
		add_suffixes(&m, (uint32_t)i);
	}
	find_programs(&m);
	for (size_t i = 0; i < p->reader.n; i++) {
		const struct cfile *f = pymodel_file(index_model(p->index), p->reader.at[i].file->path);
		const size_t *at = f ? map_get(&m.number, f) : NULL;
		p->reader.at[i].trains = !at || m.part[*at] || (m.any && !f->script);
	}
	vec_release(&m.edge);
}
