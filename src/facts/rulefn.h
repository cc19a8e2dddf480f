// SPDX-License-Identifier: MIT
/* A function of rule expressions (has, own, reads, keys ...). The functions are in facts/function, a room above
 * facts: the caller that loads the vocabulary passes them in (facts/vocab.h). */
#ifndef FACTS_RULEFN_H
#define FACTS_RULEFN_H
#include "python/syntax/ast.h"
#include "python/value/value.h"

struct rulecall { /* the arguments are not evaluated: several functions need a place rather than a value */
	const struct facts_ctx *facts_ctx; /* the calling evaluation */
	struct facts *facts;		   /* its */
	const struct node *node;	   /* CALL */
	uint32_t n;			   /* arguments */
	struct span at;
};
enum looks {		    /* what the result depends on, beside the dialect, the settings and the training code */
	     LOOKS_VALUE,   /* its arguments' values */
	     LOOKS_FIRST,   /* the same, and its result is the first if that exists */
	     LOOKS_PLACE,   /* whether its argument's place exists, not its value */
	     LOOKS_TYPE,    /* the type of its first argument; the others' values */
	     LOOKS_CLASS,   /* its arguments' values, and the scopes that the config names: the class of a type */
	     LOOKS_KEYS,    /* its argument's value; with further names, only the values at these keys of it */
	     LOOKS_OWN,	    /* its argument in the config itself */
	     LOOKS_BASE,    /* its argument in the inherited config */
	     LOOKS_SETTER,  /* its first argument in the file that sets the second */
	     LOOKS_PART,    /* its arguments' values, `packages`, whether dicts name packages */
	     LOOKS_AROUND,  /* the same, and the place of its first argument: the types of the dicts around */
	     LOOKS_HOLDER,  /* the container of its argument; if that is the tree, see facts_gave_tree */
	     LOOKS_MISSING, /* which of the dialect's required keys exist */
	     LOOKS_MACHINE, /* whether a machine figure was given: takes machine.x only */
	     LOOKS_ALL	    /* more: its file, other files, what is around a value */
};
struct rulefn {
	const char *name;			/* "has", "file.tag" */
	uint8_t min, max;			/* arguments; max 255: any */
	struct value (*fn)(struct rulecall *c); /* NULL: rules/advice.yaml defines it (facts/shared.h) */
	enum looks looks;
	enum { OF_ANY, OF_CONFIGS /* it needs what only configs have */ } of;
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
