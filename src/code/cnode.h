// SPDX-License-Identifier: MIT
/* The tree of places in configs that code speaks of, and what it does with each. One tree is the configs of training,
 * one those of all other scripts. Grows while flow runs, is read afterwards. */
#ifndef CODE_CNODE_H
#define CODE_CNODE_H
#include "base/vec.h"
#include "code/code.h"
#include "base/map.h"

struct index;
struct fn;
struct node;

struct filter { /* of a copy of a container: which of its keys it holds */
	const struct filter *outer;
	const void *origin; /* the syntax that made it: the same one again adds nothing */
	const struct str *const *name;
	uint32_t n, depth;
	bool keeps; /* only these; else all but these */
};
struct key_read { /* code reads the place */
	struct code_place at;
	const char *how;
	struct fn *in;
};
struct key_set { /* code puts a value there */
	struct code_place at;
	const char *how;
	struct fn *in;
	bool below; /* into keys below it */
};
struct key_sink { /* handed over as `**x`: takes only these names, anything else raises */
	struct code_place at;
	const struct code_params *to;
	const struct filter *filter;
};
struct cnode {
	struct cnode *up, *kids, *next;
	struct map kid;	       /* key -> one of kids; itself -> the element of a list */
	const struct str *key; /* NULL: any element of a list */
	bool training;
	uint8_t level; /* below the root, at most LEVELS_MAX */
	bool open;     /* what is below may be used in ways that are not followed */
	bool abroad;   /* ... namely outside the project */
	bool copies;   /* ... where copies go, `f(**x)`, and nothing is taken out of it */
	bool iterated; /* its keys are walked over */
	bool argued;   /* its keys become defaults of command line arguments */
	bool kept;     /* a library keeps it, where any other library may find it */
	const char
		*reader; /* a function outside that may read keys of it, by its version: kids that are open, unused */
	struct code_place open_at, iterated_at;
	const char *open_why;
	VEC(, struct key_read) use;
	VEC(, struct key_set) set;
	VEC(, struct key_sink) sink;
};
struct loading { /* a call that reads a plain config */
	struct fn *in;
	const struct node *from; /* its first argument */
	const struct str *name;	 /* "yaml.safe_load" */
	struct cnode *root;	 /* what becomes of that config */
};
/* Made when it is not there; key NULL: the element of a list. At the deepest level: up itself. */
struct cnode *cnode_kid(struct index *c, struct cnode *up, const struct str *key);
bool cnode_key(struct value part, const struct str **key); /* false: a part of a path that is no key of ours */
const struct cnode *cnode_find(const struct cnode *up, const struct str *key); /* NULL: none; up may be NULL */
const struct cnode *cnode_at(const struct cnode *root, struct keypath p);      /* likewise */
void cnode_release(struct cnode *n);				/* what it and all beside and below hold on the heap */
bool filter_has(const struct filter *f, const struct str *key); /* NULL: has all */
/* like: its outer, origin, keeps, name and n. The same filter as before where there is one. */
const struct filter *filter_make(struct index *c, struct filter like);
#endif
