// SPDX-License-Identifier: MIT
/* Values with their key path: values from keys(), dicts() and each have its number in value.spare, which is copied
 * with the value. After FACTS_MARKS a value has none. */
#ifndef FACTS_MARK_H
#define FACTS_MARK_H
#include "python/value/keypath.h"

struct facts;
struct tree;
struct mark { /* the key path `up`, then tree nodes below `top` down to `node`; assembled on demand */
	struct keypath up;
	const struct tree *tree; /* NULL: no nodes */
	uint32_t top, node;
	struct value of; /* else, not Unknown: a container whose path is searched on demand */
	bool keys;	 /* followed by the value itself, which is a key of that container */
};
struct value facts_mark_as(struct facts *f, struct value v, const struct mark *m);
/* v with its key path: facts_path of an expression with this value is p (elements of `each`). */
struct value facts_mark(struct facts *f, struct value v, struct keypath p);
bool facts_marked(struct facts *f, struct value v, struct keypath *out);
/* All containers of the subject, listed on first use. */
const struct tree *facts_tree(struct facts *f);
/* Its mark, or its place in the tree: frozen configs are trees, so a container has at most one path. */
bool facts_path_of_value(struct facts *f, struct value v, struct keypath *out);
#endif
