// SPDX-License-Identifier: MIT
/* The containers at and below a value as one array: parents before children, siblings in Python's order. Built once;
 * then a container's place and all dicts below it are looked up without walking. Values must not change while their
 * tree is used. */
#ifndef PYTHON_VALUE_CONTAINERS_H
#define PYTHON_VALUE_CONTAINERS_H
#include "python/value/keypath.h"

enum { TREE_NONE = UINT32_MAX };
struct tree_node {
	struct value val;  /* dict, list or tuple */
	struct value part; /* its key or index in the parent; the root's is Unknown */
	uint32_t up;	   /* index of the parent; the root's is its own */
	uint32_t end;	   /* end of the range of containers below it, exclusive */
	bool maybe;	   /* an optional key: EF_MAYBE of its dict entry */
};
struct tree {
	struct tree_node *at;
	uint32_t n; /* 0: the value is no container */
	uint32_t *index, nindex;
};
struct tree tree_of(struct arena *a, struct value root);
bool tree_holds(struct value v); /* dict, list or tuple: it has a node */
/* The container's index, TREE_NONE: not in this tree. */
uint32_t tree_find(const struct tree *t, struct value container);
/* The path from node `top` down to node i, appended to `up`. */
struct keypath tree_path(struct arena *a, const struct tree *t, struct keypath up, uint32_t top, uint32_t i);
#endif
