// SPDX-License-Identifier: MIT
/* A model of a project's Python files: syntax trees, functions, classes, imports, name resolution and method
 * resolution order. Nothing is evaluated and nothing is run. Other rooms build on it: code/ follows configs through
 * it, script/ follows events along paths.
 *
 * 	struct pymodel m;
 * 	pymodel_init(&m, root, fs, NULL);
 * 	pymodel_add_file(&m, root, "/p/tools/train.py", NULL); ...
 * 	pymodel_build(&m);
 * 	struct found f = names_find(m.file[0]->top, str_lit("Runner"));
 * 	pymodel_release(&m);
 *
 * One thread builds it. Before several threads query it, `shared` must be set; from then on nothing is written. */
#ifndef PYMODEL_PYMODEL_H
#define PYMODEL_PYMODEL_H
#include "base/map.h"
#include "base/vec.h"
#include "pymodel/pyfile.h"

/* Beyond these limits a name is not found: never a crash, never a long search. */
enum {
	NEST_MAX = 600,	 /* nested syntax nodes; walks recurse, so this bounds the stack */
	HOPS_MAX = 24,	 /* modules that re-export a name, `from .x import *` */
	STARS_MAX = 256, /* files whose names one file re-exports, directly or indirectly */
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
	struct map by_dotted; /* dotted name -> struct cfile; the first of two files */
	VEC(, struct fn *) fn;
	VEC(, struct cls *) cls;
	struct map methods;	     /* name -> struct name_sym: all methods of that name */
	struct map imported;	     /* dotted names of imported modules, and of what may be one (pymodel/imports.h);
				      * computed on demand */
	bool imported_listed;	     /* ... it is computed */
	bool imported_more;	     /* ... some imports are unknown */
	bool shared;		     /* several threads may query it: nothing is cached any more */
	const struct cfile *deep_in; /* a file nested so deeply that some names are missing; NULL: none */
	const struct node *deep_at;
	uint32_t depth; /* recursion depth */
};
/* sources: receives the files' texts and must outlive the model; NULL: the model owns its own. */
void pymodel_init(struct pymodel *m, const char *root, const struct vfs *fs, struct sources *sources);
/* path lies below top, or below the root: this determines its dotted name. st NULL: unknown. */
void pymodel_add_file(struct pymodel *m, const char *top, const char *path, const struct stat *st);
void pymodel_build(struct pymodel *m); /* parses all files, in parallel, and collects their names */
struct cfile *pymodel_file(const struct pymodel *m, const char *path); /* NULL: not in the model */
void pymodel_read(struct pymodel *m);				       /* reads the texts of all files */
/* The place in the file's text, which is read if needed; nowhere: no file of the model, or after its end. Neither of
 * these two is thread-safe. */
struct code_place pymodel_place(struct pymodel *m, struct code_place p);
void pymodel_release(struct pymodel *m);
static inline struct fn *const *pymodel_functions(const struct pymodel *m,
						  size_t *n) /* includes lambdas and top levels */
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
