// SPDX-License-Identifier: MIT
/* Finds the project's class that is built for a type in a config, as MMEngine's Registry.get does. `package.Name`
 * searches the registries of that package; a bare name searches those of its scope and then their parents. Only
 * registries from which training builds at that place count: a registered transform is no candidate for a model. */
#ifndef CODE_CLASSES_LOOKUP_H
#define CODE_CLASSES_LOOKUP_H
#include "code/code.h"

struct code_lookup {
	enum {
		CODE_TYPE_NONE,	  /* the project registers no such name */
		CODE_TYPE_OTHERS, /* it does, but elsewhere, or possibly elsewhere */
		CODE_TYPE_FOUND
	} is;
	const struct str *name;		  /* as it is registered */
	const struct code_params *params; /* FOUND: of the class; NULL: a function, or one of several classes */
	/* FOUND: the name for code_method() and others that take a type. It is the name itself; if more than the
	 * found class is registered under it, it also says which of them. */
	const struct str *chosen;
};
struct type_place {		  /* the place of the type; zeroed: unknown */
	const struct str *scope;  /* `_scope_` or default_scope; NULL: none is known */
	const struct str *family; /* of the training code, as rules/builds.yaml has them */
	const struct keypath
		/* The dict from which the class is built: its place determines which kinds of registries are
		 * searched. */
		*dict;
};
struct code_lookup code_lookup(const struct code *c, const struct str *type, const struct type_place *by);
/* It is no package of the project: the content of its registries is unknown. */
bool code_scope_is_foreign(const struct code *c, const struct str *scope);
#endif
