// SPDX-License-Identifier: MIT
/* What is registered under which name: decorators, calls with module=, and builders that create a type by hand. */
#ifndef CODE_REGISTRY_H
#define CODE_REGISTRY_H
#include "base/str.h"
#include <stdbool.h>

struct arena;
struct cls;
struct fn;
struct index;
struct node;
struct registered {
	const struct str *name;
	struct cls *cls; /* NULL: a function, or something not followed (both NULL) */
	struct fn *fn;
	const struct node *registry; /* as the code there names it; NULL: it isn't a name */
	struct fn *at;		     /* the top level of the file that registers it */
	const struct str *home;	     /* scope of that registry, or the module that creates it; NULL: unknown */
	const struct str *kind;	 /* the registry's name in the module that creates it, "TRANSFORMS"; NULL: unknown */
	bool made_here;		 /* the project itself creates the registry */
	bool apart;		 /* registered_apart(), for tables, which lack registry and at */
	struct registered *next; /* another one of this name */
};
void registry_collect(struct index *c); /* after names_collect of all files */
void registry_list(struct index *c);	/* its types by name, from what is collected or read */
/* Iterates over what is registered under a name: for "Resize" all of it, for "Resize#0#2" the first and the third of
 * the list. after NULL: returns the first. NULL: there are no more. */
const struct registered *registered_next(const struct index *c, const struct str *chosen,
					 const struct registered *after);
/* The value of this keyword of a call; NULL: the call lacks it. */
const struct node *registry_argument(const struct node *call, const char *name);
#endif
