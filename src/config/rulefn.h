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
enum rule_reads { /* what its answer depends on besides its arguments' values or, where they are places, what is there */
	READS_ANYTHING, /* other files, what is around a place */
	READS_ARGUMENTS,
	READS_LEVEL,	/* own(), base(): the same places in other dicts */
	READS_REQUIRED, /* the keys that the dialect requires */
	READS_FILE,	/* the config's name or comments */
};
struct rulefn {
	const char *name; /* "has", "file.tag" */
	uint8_t min, max; /* arguments; max 255: any */
	struct value (*fn)(struct rulecall *c);
	enum rule_reads reads;
};
const struct rulefn *rulefn_find(const char *name); /* NULL */
const struct rulefn *rulefn_all(size_t *n);
/* The function that a CALL node names, NULL: none of ours. */
const struct rulefn *rulefn_of(const struct vocab *v, const struct node *call);
#endif
