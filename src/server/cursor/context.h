// SPDX-License-Identifier: MIT
/* The context of the cursor in a config that is being written and need not parse: the container, by the keys that lead
 * there, and the part of it. Computed from the text alone, token by token up to the cursor and on to the end of that
 * container. */
#ifndef SERVER_CURSOR_CONTEXT_H
#define SERVER_CURSOR_CONTEXT_H
#include "base/arena.h"
#include "python/value/keypath.h"

struct context {
	enum {
		CONTEXT_NONE,
		CONTEXT_KEY,
		CONTEXT_TYPE /* in the text or name behind type= */,
		CONTEXT_VALUE /* in the text behind `key`, another one */,
		CONTEXT_BASE /* in a base's name */,
		CONTEXT_PART /* behind a dot: `container` is what stands before it, `_base_` or a variable first */,
		CONTEXT_MODULE /* in the name of a module of `from`, behind its last dot */
	} in;
	const char *module;	  /* MODULE: up to that dot */
	struct keypath container; /* n == 0: the top level */
	bool call;		  /* keys are written as in dict(...), not as in {...} */
	bool quoted;		  /* the cursor stands in quotes */
	uint32_t from;		  /* where the word begins that is being written */
	const char **given;	  /* keys that the container has, without that word; NULL-terminated */
	const char **text; /* of each of these what stands behind it, where that is a text or a name; else NULL */
	const char *type;  /* its `type`, likewise */
	const char *key;   /* TYPE, VALUE */
};
/* bytes: n of them. On a. */
void context_at(struct arena *a, const char *bytes, uint32_t n, uint32_t cursor, struct context *out);
#endif
