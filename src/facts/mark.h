// SPDX-License-Identifier: MIT
/* Values that know their key path: those that come from keys(), dicts() and each carry its number in value.spare, which
 * travels with copies of the value. Beyond FACTS_MARKS a value goes without. */
#ifndef FACTS_MARK_H
#define FACTS_MARK_H
#include "python/value/keypath.h"

struct facts;
struct tree;
struct mark { /* the key path `up`, then tree nodes below `top` down to `node`; put together when asked for */
	struct keypath up;
	const struct tree *tree; /* NULL: no nodes */
	uint32_t top, node;
	struct value of; /* else, not Unknown: a container whose path is looked for when it is asked for */
	bool keys;	 /* then the value itself: it is a key of what stands there */
};
struct value facts_mark_as(struct facts *f, struct value v, const struct mark *m);
/* v, knowing its key path: facts_path of an expression that gives it is p (elements of `each`). */
struct value facts_mark(struct facts *f, struct value v, struct keypath p);
bool facts_marked(struct facts *f, struct value v, struct keypath *out);
/* All containers of the subject, listed when that is first asked. */
const struct tree *facts_tree(struct facts *f);
/* Marked, or where it stands: frozen configs are trees, so a container has one path at most. */
bool facts_path_of_value(struct facts *f, struct value v, struct keypath *out);
#endif
