// SPDX-License-Identifier: MIT
/* Loading of the vocabulary (concepts.yaml), for facts/dialect.c; functions of expressions. */
#ifndef FACTS_VOCAB_H
#define FACTS_VOCAB_H
#include "facts/dialect.h"
#include "spec/read.h"

/* given: functions and kinds. NULL: e is filled. A folder without concepts.yaml has an empty vocabulary. */
const struct vocab *vocab_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
			       const struct dialects *given, struct err *e);
struct special_name { /* a name with a fixed meaning in all expressions */
	const char *name;
	const char *member[8]; /* all that it has; NULL-terminated */
};
const struct special_name *vocab_special(enum special s); /* not of TREE, which has a name in each kind */
/* The function that a CALL node names, NULL: none of ours. */
const struct rulefn *vocab_function(const struct vocab *v, const struct node *call);
const struct str **vocab_strs(struct arena *a, const char *const *text, uint32_t n); /* interned */
#endif
