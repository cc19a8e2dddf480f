// SPDX-License-Identifier: MIT
/* Sets of values that an expression may stand for: places of configs, texts, functions, classes. Sets are small:
 * beyond limits.h a set becomes "anything", and a config place that no longer fits is treated as open (not
 * followed). */
#ifndef CODE_ASET_H
#define CODE_ASET_H
#include "base/str.h"

struct index;
struct cfile;
struct cls;
struct cnode;
struct filter;
struct fn;

/* BUILT: a dict or list under the key `text` of any config (NULL: any key). It came through an argument of that name
 * of a class that a type names. */
enum aval_kind { A_NODE, A_TEXT, A_FUNC, A_CLASS, A_INST, A_MODULE, A_EXT, A_BUILT };
struct aval { /* one thing that an expression may stand for */
	uint8_t kind;
	bool in;    /* an element of a list or a value of a dict that is created here */
	bool items; /* NODE, BUILT: pairs of it, `x.items()` */
	bool copy;  /* NODE: of a copy; what is stored in it reaches no config */
	union {
		struct cnode *node;
		const struct str *text; /* TEXT; EXT: dotted name outside the project; BUILT */
		struct fn *fn;
		struct cls *cls;
		struct cfile *file;
		const void *p;
	};
	union {
		const struct filter *filter; /* NODE */
		struct cls *self;	     /* FUNC: bound to an object of this class */
	};
};
struct aset {
	struct aval *at;
	uint32_t n, cap;
	bool top;	    /* it may be other things too */
	bool permanent;	    /* a variable's: in the index's memory, else in scratch memory of the walk */
	struct look *looks; /* if long_lived: statements that read it (code/flow.h) */
};
struct aset aset_anything(void);
struct aset aset_of_node(struct index *c, struct cnode *n); /* a place and anything else; NULL: anything */
bool aset_add(struct index *c, struct aset *to,
	      struct aval v); /* true if the set grew; the functions below return the same */
bool aset_join(struct index *c, struct aset *to, const struct aset *from);
bool aset_join_in(struct index *c, struct aset *to, const struct aset *from);	 /* as elements of a container */
void aset_join_built(struct index *c, struct aset *to, const struct aset *from); /* BUILT alone */
bool aset_has_config(const struct aset *s);					 /* NODE or BUILT */
bool aval_may_be_config(const struct aval *v);
#endif
