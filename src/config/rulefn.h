// SPDX-License-Identifier: MIT
/* The functions of rule expressions (has, own, reads, keys ...): one sorted table. They get their arguments
 * unevaluated, because several of them ask for a place rather than a value. */
#ifndef CONFIG_RULEFN_H
#define CONFIG_RULEFN_H
#include "config/facts.h"

struct rulecall {
	struct facts *facts;
	struct eval *ev;
	const struct node *node; /* CALL */
	uint32_t n;		 /* arguments */
	struct span at;
};
struct rulefn {
	const char *name; /* "has", "file.tag" */
	uint8_t min, max; /* arguments; max 255: any */
	struct value (*fn)(struct rulecall *c);
};
const struct rulefn *rulefn_find(const char *name); /* NULL */
const struct rulefn *rulefn_all(size_t *n);
/* The function that a CALL node names, NULL: none of ours. */
const struct rulefn *rulefn_of(const struct vocab *v, const struct node *call);
#endif
