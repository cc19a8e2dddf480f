// SPDX-License-Identifier: MIT
/* Which of the classes that a project registers under one name a registry finds: registries have scopes, and parents.
 */
#ifndef CODE_REGISTRY_SCOPE_H
#define CODE_REGISTRY_SCOPE_H
#include "code/builds.h"
#include <stdbool.h>

struct arena;
struct cls;
struct code_params;
struct index;
struct registered;
void scope_collect(struct index *c); /* home of all that is registered; after flow_run, which tells variables */
void scope_list(struct index *c);    /* which scopes the project's registries have */
struct type_asked {
	const struct str *name;
	bool anywhere;		    /* in whatever scope */
	const struct str *scope;    /* else in this one; NULL: in the frameworks' own registries */
	const struct builds *among; /* in those that training builds from at a place (code/builds.h); NULL: in all */
	struct build place;
};
struct type_lookup {
	bool found;			  /* something is registered there */
	bool several;			  /* of several classes nobody can tell which is meant */
	bool unsure;			  /* something of the name is in a registry of unknown scope */
	const struct code_params *params; /* of the one class; or NULL */
	const struct str *chosen;	  /* what was found, for registered_next() */
};
struct type_lookup scope_types(const struct index *c, const struct type_asked *asked);
bool scope_is_ours(const struct index *c, const struct str *scope); /* the project makes a registry with it */
/* The modules that define what is registered under the name, or, where nothing is, the classes that are called so:
 * dotted names with a blank between, `?` for what isn't seen, and for all beyond 16; NULL: there is none.
 * scope: where a registry finds it, that of this package before others (an empty text: it isn't known whose); NULL:
 * wherever it is. */
const char *registry_modules(struct index *c, struct arena *a, const struct str *name, const struct str *scope);
/* "mmseg.models.nets" and "tools.mmseg.models" lie in mmseg. */
bool registry_lies_in(const struct cls *k, const struct str *package);
/* The registry that the class is added to is the package's own. maybe: or it can't be told whose it is. */
bool registered_in(const struct registered *r, const struct str *package, bool maybe);
/* The package whose registries those of this package of the project ask next, `Registry('model', parent=mmseg.MODELS)`;
 * NULL: the project has none that do, or they ask several. */
const struct str *registry_parent(struct index *c, const struct str *scope);
/* In a registry that the project makes for itself, without a parent: who asks another registry for the name doesn't get
 * this one. */
bool registered_apart(struct index *c, const struct registered *r);
#endif
