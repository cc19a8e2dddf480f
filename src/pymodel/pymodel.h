// SPDX-License-Identifier: MIT
/* A project's Python files as a whole: their syntax trees, functions, classes and imports, what a name stands for, and
 * in which order a class's bases are searched. Nothing is evaluated and nothing is run. Who asks more builds upon it:
 * code/ follows configs through it, script/ follows events along paths.
 *
 *	struct pymodel m;
 *	pymodel_init(&m, root, fs, NULL);
 *	pymodel_add_file(&m, root, "/p/tools/train.py", NULL); ...
 *	pymodel_build(&m);
 *	struct found f = names_find(m.file[0]->top, str_lit("Runner"));
 *	pymodel_release(&m);
 *
 * One thread builds it; where several ask, `shared` is set first, and nothing is written from then on. */
#ifndef PYMODEL_PYMODEL_H
#define PYMODEL_PYMODEL_H
#include "base/map.h"
#include "base/vec.h"
#include "pymodel/pyfile.h"

/* Beyond these a name is not found: never a crash, never a long wait. */
enum {
	NEST_MAX = 600,	 /* syntax nodes within each other; calls of the walks, so bounded by the stack */
	HOPS_MAX = 24,	 /* modules that hand a name on, `from .x import *` */
	STARS_MAX = 256, /* files that hand names on to one, through others that do */
	DOTS_MAX = 16,	 /* attributes of a dotted name */
	BASES_MAX = 16,	 /* of one class */
	MRO_MAX = 64	 /* classes in a method resolution order */
};
struct fn;
struct cls;
struct pymodel {
	struct arena arena;
	const char *root;
	const struct vfs *fs;
	struct sources *sources;
	bool own_sources;
	struct cfile **file;
	uint32_t nfiles, room;
	struct map by_path;   /* path -> struct cfile */
	struct map by_dotted; /* dotted name -> struct cfile; of two files the first */
	VEC(, struct fn *) fn;
	VEC(, struct cls *) cls;
	struct map methods;   /* name -> struct name_sym: all methods of that name */
	struct map imported;  /* dotted names of modules, and of what may be one (pymodel/imports.h); on demand */
	bool imported_listed; /* ... they are there */
	bool imported_more;   /* ... a file's are not known */
	bool shared;	      /* several threads may ask: nothing is remembered any more */
	const struct cfile *deep_in; /* a file with code nested so deeply that names of it are missing; NULL: none */
	const struct node *deep_at;
	uint32_t depth; /* of calls into each other */
};
/* sources: that the files' texts come into, and that outlive it; NULL: its own. */
void pymodel_init(struct pymodel *m, const char *root, const struct vfs *fs, struct sources *sources);
/* Below top, or below the root where it lies there: that tells its dotted name. st NULL: not known. */
void pymodel_add_file(struct pymodel *m, const char *top, const char *path, const struct stat *st);
void pymodel_build(struct pymodel *m); /* parses all files, in parallel, and collects their names */
struct cfile *pymodel_file(const struct pymodel *m, const char *path); /* NULL: none of them */
void pymodel_read(struct pymodel *m);				       /* the texts of all */
/* The place in the file's text, read if it is not yet; nowhere: it is of no file of the model, or behind its end.
 * Neither of these two is thread-safe. */
struct code_place pymodel_place(struct pymodel *m, struct code_place p);
void pymodel_release(struct pymodel *m);
static inline struct fn *const *pymodel_functions(const struct pymodel *m,
						  size_t *n) /* lambdas and tops of files, too */
{
	*n = m->fn.n;
	return m->fn.at;
}
static inline struct cfile *const *pymodel_files(const struct pymodel *m, size_t *n) /* some may not be read yet */
{
	*n = m->nfiles;
	return m->file;
}
#endif
