// SPDX-License-Identifier: MIT
#include "pymodel/pymodel.h"
#include "base/path.h"
#include "base/pool.h"
#include "pymodel/names.h"
#include <string.h>

void pymodel_init(struct pymodel *m, const char *root, const struct vfs *fs, struct sources *sources)
{
	*m = (struct pymodel){ .fs = fs, .own_sources = !sources, .sources = sources ? sources : sources_new() };
	m->root = arena_strdup(&m->arena, root);
}

/* Capacity doubles. */
static void add(struct pymodel *m, struct cfile *f)
{
	if (m->nfiles == m->room) {
		uint32_t room = m->room ? 2 * m->room : 1;
		struct cfile **file = arena_array(&m->arena, struct cfile *, room);
		if (m->nfiles)
			memcpy(file, m->file, m->nfiles * sizeof(struct cfile *));
		m->file = file;
		m->room = room;
	}
	m->file[m->nfiles++] = f;
}

void pymodel_add_file(struct pymodel *m, const char *top, const char *path, const struct stat *st)
{
	struct cfile *f = arena_new(&m->arena, struct cfile);
	f->of = m;
	f->path = arena_strdup(&m->arena, path);
	f->unread.path = f->path;
	if (st)
		f->st = *st;
	f->rel = path_relative(&m->arena, path_inside(m->root, path) ? m->root : top, path);
	f->dotted = pyfile_dotted_name(f->rel, &f->package);
	add(m, f);
	map_put(&m->arena, &m->by_path, str_lit(path), f);
	if (!map_get(&m->by_dotted, f->dotted))
		map_put(&m->arena, &m->by_dotted, f->dotted, f);
}

static void parse(void *file)
{
	pyfile_parse(file);
}

void pymodel_build(struct pymodel *m)
{
	struct pool *p = pool_new(0);

	for (uint32_t i = 0; i < m->nfiles; i++)
		pool_push(p, parse, m->file[i]);
	pool_wait(p);
	pool_free(p);
	for (uint32_t i = 0; i < m->nfiles; i++)
		names_collect(m, m->file[i]);
	names_link(m);
}

void pymodel_read(struct pymodel *m)
{
	for (uint32_t i = 0; i < m->nfiles; i++)
		if (!m->file[i]->src)
			pyfile_read(m->file[i]);
}

struct code_place pymodel_place(struct pymodel *m, struct code_place p)
{
	struct cfile *f = p.file ? map_get(&m->by_path, str_lit(p.file->path)) : NULL;

	if (!f)
		return (struct code_place){ 0 };
	if (!f->src)
		pyfile_read(f);
	p.file = f->src;
	return p.lo <= p.hi && p.hi <= f->src->len ? p : (struct code_place){ 0 };
}

struct cfile *pymodel_file(const struct pymodel *m, const char *path)
{
	return map_get(&m->by_path, str_lit(path));
}

void pymodel_release(struct pymodel *m)
{
	vec_release(&m->fn);
	vec_release(&m->cls);
	if (m->own_sources)
		sources_free(m->sources);
	arena_release(&m->arena);
}
