// SPDX-License-Identifier: MIT
/* Who is called what: the functions, classes and imports of every file, what a name stands for somewhere, and in which
 * order a class's bases are searched. All of it is the model's. */
#ifndef PYMODEL_NAMES_H
#define PYMODEL_NAMES_H
#include "pymodel/pyfile.h"

enum sym_kind { SYM_FUNC, SYM_CLASS, SYM_MODULE /* import a.b */, SYM_FROM /* from m import n */ };
struct name_sym { /* what a scope binds a name to */
	enum sym_kind kind;
	const struct str *module, *name; /* MODULE, FROM: absolute dotted name of the module */
	struct fn *fn;
	struct cls *cls;
	const struct str *outside; /* MODULE, FROM: dotted, once it is known to lie outside the project */
	struct name_sym *also;	   /* another definition of the name in the same scope */
};
struct name_alias {	       /* `B = A` */
	const struct str *to;  /* A; NULL: no name, or something else binds B, too */
	const struct str *end; /* behind all aliases; NULL: not asked, or they are a circle */
	enum { ALIAS_NEW, ALIAS_ASKED, ALIAS_KNOWN } state;
};
struct fn { /* a function, or the top level of a file */
	struct cfile *file;
	const struct node *node; /* DEF, LAMBDA, MODULE */
	struct fn *up;		 /* lexically around it */
	struct cls *cls;	 /* a method of */
	const struct str *name;
	struct map inner;  /* name -> struct name_sym: imports, functions and classes inside; node -> struct fn, struct
			      cls */
	struct map global; /* names declared global */
	bool method_static;
	struct map var;	      /* its variables, by their names; what they are is who fills it in's */
	struct fn_flow *flow; /* code/flow_look.h's; NULL: no configs are followed */
};
struct cls {
	struct cfile *file;
	const struct node *node;
	const struct str *name;
	struct fn *in;	   /* scope that defines it */
	struct map method; /* name -> struct fn */
	struct cls **mro;  /* itself first; NULL: not computed */
	uint32_t nmro;
	const struct str *const *abroad; /* dotted names of bases outside the project, in the order of their search */
	uint32_t nabroad;
	bool open_bases; /* a base that can't be resolved */
	const char *open_why;
	enum { NOT_YET, UNDER_WAY, DONE } bases_are;
	bool decorated;		    /* by something else than a registry */
	bool chosen;		    /* under an if or try: it may be another class, or none */
	struct code_params *params; /* code/params.h's; NULL: not asked */
};
struct found { /* what a name stands for */
	enum { F_NONE, F_VAR, F_FUNC, F_CLASS, F_MODULE, F_EXT } kind;
	struct fn *fn; /* FUNC; VAR: the scope that has it */
	struct cls *cls;
	struct cfile *file;
	const struct str *dotted; /* EXT */
	struct name_sym *sym;
	const struct str *name; /* VAR: as its scope calls it */
};
void names_collect(struct pymodel *m, struct cfile *f);
void names_link(struct pymodel *m); /* what hands names on to what; once, when all files are collected */
/* `..a` seen from a package or a module of it */
const struct str *names_absolute(const struct cfile *f, const struct str *module, unsigned level);
const struct str *names_joined(const struct str *a, const struct str *b); /* a.b */
struct found names_find(struct fn *scope, const struct str *name);	  /* as seen from inside a function */
struct found names_bound(const struct cfile *f, struct name_sym *s);	  /* one binding, imports followed */
struct found names_member(struct pymodel *m, struct cfile *f, const struct str *name, unsigned depth); /* of a module */
struct found names_module(struct pymodel *m, const struct str *dotted, const struct cfile *from);
struct found names_of(struct fn *scope, const struct node *expr); /* NAME or dotted ATTR; without variables' values */
#endif
