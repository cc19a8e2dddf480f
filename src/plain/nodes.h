// SPDX-License-Identifier: MIT
/* Trees of defaults into which configs are merged and which they must fit (yacs): `_C.TRAIN.LR = 0.1` in a project's
 * code, analysed and never run. */
#ifndef PLAIN_NODES_H
#define PLAIN_NODES_H
#include "base/vec.h"
#include "script/values/script_project.h"

struct plain_node {
	const struct str *key; /* of the tree's root: the variable */
	struct plain_node *kids, *next;
	bool branch;	  /* has keys of its own */
	bool open;	  /* accepts new keys */
	bool unsure;	  /* assigned in several ways */
	const char *type; /* of a leaf: "float"; NULL: unknown */
	const struct node *value;
	const struct cfile *file;
};
struct plain_nodes {
	struct plain_node *roots;
	bool open; /* the project changes such trees in ways that aren't followed */
};
void plain_nodes_find(struct arena *a, struct script_project *p, const struct knowledge *know, struct plain_nodes *out);
const struct plain_node *plain_node_kid(const struct plain_node *n, const struct str *key); /* NULL: none */
#endif
