// SPDX-License-Identifier: MIT
/* What rules are told of the parts of a model, for who shows them: the same rows, arguments and facts. */
#ifndef FACTS_FUNCTION_FN_PARTS_H
#define FACTS_FUNCTION_FN_PARTS_H
#include "facts/facts.h"

struct part_seen {
	bool known;	  /* its class has a row, and no other class stands in its place */
	const char *why;  /* it isn't: one clause */
	const char *type; /* last component of its name; NULL: not known */
};
/* p: of a dict in the effective config. */
struct part_seen facts_part(struct facts *f, struct keypath p);
struct value facts_part_fact(struct facts *f, struct keypath p, const char *fact); /* absent: its row has none */
/* The data sets at or below p, without what wraps them, as key paths; false: what holds them is not known. */
bool facts_leaves(struct facts *f, struct keypath p, struct keypath **out, uint32_t *n);
/* Whether the key names what belongs to a part, as its loss does, rather than a part (rules/parts.yaml: asides). */
bool facts_is_aside(const struct facts *f, const struct str *key);
#endif
