// SPDX-License-Identifier: MIT
/* What a function of rule expressions is (has, own, reads, keys ...). The functions are in facts/function, a room above
 * facts: who loads the vocabulary hands them in (facts/vocab.h). */
#ifndef FACTS_RULEFN_H
#define FACTS_RULEFN_H
#include "python/syntax/ast.h"
#include "python/value/value.h"

struct rulecall { /* the arguments are not evaluated: several functions ask for a place rather than a value */
	const struct asking *asking; /* who calls */
	struct facts *facts;	     /* its */
	const struct node *node;     /* CALL */
	uint32_t n;		     /* arguments */
	struct span at;
};
enum looks {		    /* what the answer depends on, beside the dialect, the settings and the training code */
	     LOOKS_VALUE,   /* its arguments' values */
	     LOOKS_FIRST,   /* the same, and what it gives is the first where that stands somewhere */
	     LOOKS_PLACE,   /* whether something stands where its argument says, not what */
	     LOOKS_TYPE,    /* the type of its first argument; the others' values */
	     LOOKS_CLASS,   /* its arguments' values, and the scopes that the config names: which class a type is */
	     LOOKS_KEYS,    /* its argument's value; with names behind it, only what stands at these keys of it */
	     LOOKS_OWN,	    /* its argument as the config itself has it */
	     LOOKS_BASE,    /* its argument as the config inherits it */
	     LOOKS_SETTER,  /* its first argument as that file sees it which sets the second */
	     LOOKS_PART,    /* its arguments' values, `packages`, whether dicts name packages */
	     LOOKS_AROUND,  /* the same, and where its first argument stands: in dicts of which types */
	     LOOKS_HOLDER,  /* what its argument stands in; where that is the tree, facts_gave_tree tells */
	     LOOKS_MISSING, /* which of the keys that the dialect requires are there */
	     LOOKS_MACHINE, /* whether a machine figure was given: takes machine.x only */
	     LOOKS_ALL	    /* more: its file, other files, what stands around a value */
};
struct rulefn {
	const char *name;			/* "has", "file.tag" */
	uint8_t min, max;			/* arguments; max 255: any */
	struct value (*fn)(struct rulecall *c); /* NULL: rules/advice.yaml defines it (facts/shared.h) */
	enum looks looks;
	enum { OF_ANY, OF_CONFIGS /* it asks for what nothing else has */ } of;
};
struct rulefns { /* those of one file */
	const struct rulefn *at;
	size_t n;
};
struct rulefn_table { /* all */
	const struct rulefns *const *file;
	size_t n;
};
#endif
