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
	bool apart;		     /* registered_apart(), of tables, which have none of the two above */
	struct registered *next;     /* another one of this name */
};
void registry_collect(struct index *c); /* after names_collect of all files */
void registry_list(struct index *c);	/* its types by name, of what is collected or read */
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
const struct str *registry_parent(const struct index *c, const struct str *package);
/* In a registry that the project makes for itself, without a parent: who asks another registry for the name doesn't get
 * this one. */
bool registered_apart(struct index *c, const struct registered *r);
#endif
