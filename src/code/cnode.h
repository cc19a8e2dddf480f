// SPDX-License-Identifier: MIT
/* The tree of config places that code refers to, and what code does with each. One tree is for the configs of
 * training, one for those of all other scripts. It grows during flow analysis and is only read afterwards. */
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
	const void *origin; /* the syntax that creates it: applying it again adds nothing */
	const struct str *const *name;
	uint32_t n, depth;
	bool keeps; /* only these keys; else all except these */
};
struct key_read { /* code reads the place */
	struct code_place at;
	const char *how;
	struct fn *in;
};
struct key_set { /* code stores a value there */
	struct code_place at;
	const char *how;
	struct fn *in;
	bool below; /* into keys below it */
};
struct key_sink { /* passed as `**x`: takes only these names; any other raises */
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
	bool open;     /* places below it may be used in ways that are not followed */
	bool abroad;   /* open, and the use is outside the project */
	bool copies;   /* the use is of copies, `f(**x)`, and nothing is removed from it */
	bool iterated; /* code iterates over its keys */
	bool argued;   /* its keys become defaults of command line arguments */
	bool stored;   /* a library stores it, where any other library may find it */
	/* A function outside that may read keys of it, depending on its version: children are open, unused. */
	const char *reader;
	struct code_place open_at, iterated_at;
	const char *open_why;
	VEC(, struct key_read) use;
	VEC(, struct key_set) set;
	VEC(, struct key_sink) sink;
};
struct plain_load { /* a call that reads a plain config, or gives a composed one */
	struct fn *in;
	const struct node *from; /* its first argument */
	const struct str *name;	 /* "yaml.safe_load" */
	struct cnode *root;	 /* the place of that config */
	bool composed;		 /* by the library that starts the program: from is its decorator, or as above */
};
/* Created if it is missing. key NULL: the element of a list. At the deepest level: returns up itself. */
struct cnode *cnode_kid(struct index *c, struct cnode *up, const struct str *key);
bool cnode_key(struct value part,
	       const struct str **key); /* false: this part of a path is not a key that the tree has */
const struct cnode *cnode_find(const struct cnode *up, const struct str *key); /* NULL: none; up may be NULL */
const struct cnode *cnode_at(const struct cnode *root, struct keypath p);      /* likewise */
void cnode_release(struct cnode *n); /* frees what it and all nodes beside and below it hold on the heap */
bool filter_has(const struct filter *f, const struct str *key); /* NULL: has all */
/* like: its outer, origin, keeps, name and n. Returns an existing equal filter if there is one. */
const struct filter *filter_make(struct index *c, struct filter like);
#endif
