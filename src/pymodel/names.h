// SPDX-License-Identifier: MIT
/* Names of a Python project: the functions, classes and imports of every file, what a name refers to at a place, and
 * the method resolution order of classes. All memory is the model's. */
#ifndef PYMODEL_NAMES_H
#define PYMODEL_NAMES_H
#include "pymodel/pyfile.h"

enum sym_kind { SYM_FUNC, SYM_CLASS, SYM_MODULE /* import a.b */, SYM_FROM /* from m import n */ };
struct name_sym { /* a binding of a name in a scope */
	enum sym_kind kind;
	const struct str *module, *name; /* MODULE, FROM: absolute dotted name of the module */
	struct fn *fn;
	struct cls *cls;
	const struct str *outside; /* MODULE, FROM: dotted, once it is known to be outside the project */
	struct name_sym *also;	   /* another definition of the name in the same scope */
};
struct name_alias {	       /* `B = A` */
	const struct str *to;  /* A; NULL: B is no alias, or something else binds B too */
	const struct str *end; /* end of the chain of aliases; NULL: not computed, or a cycle */
	enum { ALIAS_NEW, ALIAS_RUNNING, ALIAS_KNOWN } state;
};
struct fn { /* a function, or the top level of a file */
	struct cfile *file;
	const struct node *node; /* DEF, LAMBDA, MODULE */
	struct fn *up;		 /* enclosing scope */
	struct cls *cls;	 /* class of a method */
	const struct str *name;
	struct map inner;  /* name -> struct name_sym: imports, functions and classes inside; node -> struct fn,
			    * struct cls */
	struct map global; /* names declared global */
	bool method_static, method_of_class; /* by its decorators */
	struct map var;			     /* variables by name; the room that fills it defines the values */
	struct fn_flow *flow;		     /* of code/flow_look.h; NULL: no config flow is computed */
};
struct cls {
	struct cfile *file;
	const struct node *node;
	const struct str *name;
	struct fn *in;	   /* scope that defines it */
	struct map method; /* name -> struct fn */
	struct cls **mro;  /* method resolution order, the class itself first; NULL: not computed */
	uint32_t nmro;
	const struct str *const *abroad; /* dotted names of bases outside the project, in their search order */
	uint32_t nabroad;
	bool open_bases; /* a base is unresolved */
	const char *open_why;
	enum { NOT_YET, UNDER_WAY, DONE } bases_are;
	bool decorated;		    /* by a decorator other than a registry */
	bool chosen;		    /* defined under an if or try: it may be another class, or none */
	struct code_params *params; /* of code/params.h; NULL: not computed */
};
struct found { /* what a name refers to */
	enum { F_NONE, F_VAR, F_FUNC, F_CLASS, F_MODULE, F_EXT } kind;
	struct fn *fn; /* FUNC; VAR: the scope that binds it */
	struct cls *cls;
	struct cfile *file;
	const struct str *dotted; /* EXT */
	struct name_sym *sym;
	const struct str *name; /* VAR: its name in that scope */
};
void names_collect(struct pymodel *m, struct cfile *f);
void names_link(struct pymodel *m); /* computes star re-exports; once, when all files are collected */
/* the absolute name of `..a` in a package or a module of it */
const struct str *names_absolute(const struct cfile *f, const struct str *module, unsigned level);
const struct str *names_joined(const struct str *a, const struct str *b); /* a.b */
struct found names_find(struct fn *scope, const struct str *name);	  /* resolved from inside a function */
struct found names_bound(const struct cfile *f, struct name_sym *s);	  /* resolves one binding through imports */
struct found names_member(struct pymodel *m, struct cfile *f, const struct str *name, unsigned depth); /* a member of
													* a module */
struct found names_module(struct pymodel *m, const struct str *dotted, const struct cfile *from);
struct found names_of(struct fn *scope, const struct node *expr); /* NAME or dotted ATTR; values of variables are not
								   * followed */
#endif
