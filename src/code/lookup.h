// SPDX-License-Identifier: MIT
/* The class of the project that is built for a type in a config, as MMEngine's Registry.get finds it: `package.Name`
 * asks the registries of that package, a bare name those of the scope where it stands and then their parents; of these
 * those that training builds from at that place: a class of the project's is no transform where it is a model. */
#ifndef CODE_LOOKUP_H
#define CODE_LOOKUP_H
#include "code/code.h"

struct code_lookup {
	enum {
		CODE_TYPE_NONE,	  /* the project registers no such name */
		CODE_TYPE_OTHERS, /* it does, but not where it is looked for, or it can't be told whether */
		CODE_TYPE_FOUND
	} is;
	const struct str *name;		  /* as it is registered */
	const struct code_params *params; /* FOUND: of the class; NULL: a function, or one of several classes */
	/* FOUND: the name for code_method() and others that ask for a type: the name, or, where more than what was
	 * found is registered under it, that with which of them */
	const struct str *chosen;
};
struct code_asked {		  /* where the type stands; zeroed: nothing of that is known */
	const struct str *scope;  /* `_scope_` or default_scope; NULL: none is known */
	const struct str *family; /* of the training code, as rules/builds.yaml has them */
	const struct keypath
		*dict; /* of which the class is built: its place tells which kinds of registries are asked */
};
struct code_lookup code_lookup(const struct code *c, const struct str *type, const struct code_asked *by);
/* No package of the project: what its registries hold can't be seen. */
bool code_scope_is_foreign(const struct code *c, const struct str *scope);
#endif
