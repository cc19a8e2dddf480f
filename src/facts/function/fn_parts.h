// SPDX-License-Identifier: MIT
/* The facts that rules see of the parts of a model, for displays: the same rows, arguments and facts. */
#ifndef FACTS_FUNCTION_FN_PARTS_H
#define FACTS_FUNCTION_FN_PARTS_H
#include "facts/facts.h"

struct part_seen {
	bool known;	  /* its class has a row, and no other class replaces it */
	const char *why;  /* if not known: one clause */
	const char *type; /* last component of its name; NULL: unknown */
};
/* p: of a dict in the effective config. */
struct part_seen facts_part(struct facts *f, struct keypath p);
struct value facts_part_fact(struct facts *f, struct keypath p, const char *fact); /* absent: its row has none */
/* The data sets at or below p, without their wrappers, as key paths; false: the content is unknown. */
bool facts_leaves(struct facts *f, struct keypath p, struct keypath **out, uint32_t *n);
/* Whether the key names something that belongs to a part, such as its loss, rather than a part (rules/parts.yaml:
 * asides). */
bool facts_is_aside(const struct facts *f, const struct str *key);
#endif
