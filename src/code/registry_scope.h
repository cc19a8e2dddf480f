// SPDX-License-Identifier: MIT
/* Which of the classes that a project registers under one name a registry finds. Registries have scopes and parents. */
#ifndef CODE_REGISTRY_SCOPE_H
#define CODE_REGISTRY_SCOPE_H
#include "code/builds.h"
#include <stdbool.h>

struct arena;
struct cls;
struct code_params;
struct index;
struct registered;
void scope_collect(struct index *c); /* sets home of all that is registered; after flow_run, which resolves variables */
void scope_list(struct index *c);    /* lists the scopes of the project's registries */
struct type_query {
	const struct str *name;
	bool anywhere;		    /* in any scope */
	const struct str *scope;    /* else in this one; NULL: in the frameworks' own registries */
	const struct builds *among; /* in those from which training builds at a place (code/builds.h); NULL: in all */
	struct build place;
};
struct type_lookup {
	bool found;			  /* something is registered there */
	bool several;			  /* several classes match, and it can't be determined which is meant */
	bool unsure;			  /* something of the name is in a registry of unknown scope */
	const struct code_params *params; /* of the one class; or NULL */
	const struct str *chosen;	  /* what was found, for registered_next() */
};
struct type_lookup scope_types(const struct index *c, const struct type_query *query);
bool scope_is_ours(const struct index *c, const struct str *scope); /* the project creates a registry with it */
/* The modules that define what is registered under the name or, if nothing is, the classes of that name: dotted
 * names separated by blanks, `?` for a module that can't be determined and for all beyond 16. NULL: there is none.
 * scope: only those that a registry finds, those of that package first (an empty text: unknown package); NULL: all
 * of them. */
const char *registry_modules(struct index *c, struct arena *a, const struct str *name, const struct str *scope);
/* "mmseg.models.nets" and "tools.mmseg.models" lie in mmseg. */
bool registry_lies_in(const struct cls *k, const struct str *package);
/* The registry to which the class is added is the package's own. maybe: true also if its owner is unknown. */
bool registered_in(const struct registered *r, const struct str *package, bool maybe);
/* The package whose registries are the parents of those of this package of the project, `Registry('model',
 * parent=mmseg.MODELS)`; NULL: no parent is declared, or there are several. */
const struct str *registry_parent(struct index *c, const struct str *scope);
/* It is in a registry that the project creates without a parent: another registry doesn't find it under the name. */
bool registered_apart(struct index *c, const struct registered *r);
#endif
