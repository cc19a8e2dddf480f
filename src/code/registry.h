// SPDX-License-Identifier: MIT
/* What is registered under which name: decorators, calls with module=, and builders that make a type by hand. */
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
	const struct node *registry; /* as the code there names it; NULL: not by a name */
	struct fn *at;		     /* the top level of the file where it is registered */
	const struct str *home;	     /* scope of that registry, or the module that makes it; NULL: not known */
	const struct str *kind;	 /* what the module that makes the registry calls it, "TRANSFORMS"; NULL: not known */
	bool made_here;		 /* by the project itself */
	bool apart;		 /* registered_apart(), of tables, which have no registry and at */
	struct registered *next; /* another one of this name */
};
void registry_collect(struct index *c); /* after names_collect of all files */
void registry_list(struct index *c);	/* its types by name, of what is collected or read */
/* What is registered under a name: of "Resize" all of it, of "Resize#0#2" the first and the third of the list; after
 * NULL: the first of them. NULL: there are no more. */
const struct registered *registered_next(const struct index *c, const struct str *chosen,
					 const struct registered *after);
/* The value of this keyword of a call; NULL: it has none. */
const struct node *registry_argument(const struct node *call, const char *name);
#endif
