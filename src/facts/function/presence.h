// SPDX-License-Identifier: MIT
/* The functions of rule expressions (has, own, reads, keys ...): one sorted table. They get their arguments
 * unevaluated, because several of them ask for a place rather than a value. */
#ifndef FACTS_FUNCTION_PRESENCE_H
#define FACTS_FUNCTION_PRESENCE_H
#include "facts/facts.h"

struct rulecall {
	struct facts *facts;
	struct eval *ev;
	const struct node *node; /* CALL */
	uint32_t n;		 /* arguments */
	struct span at;
};
enum rule_reads {		/* what its answer depends on; for who listens (facts/question.h) */
		  READS_CONFIG, /* more of the config, its file or other files than its arguments say: only the whole
				   call can be asked again */
		  READS_VALUES, /* its arguments' values, and the key paths that these know */
		  READS_PLACES, /* what stands at the places that its arguments are: tells the listener itself */
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
