// SPDX-License-Identifier: MIT
/* What the last walk writes down: who reads a place of the config, and where it leaves for code that is not followed.
 * Walks before it only make the places. */
#ifndef CODE_FLOW_NOTE_H
#define CODE_FLOW_NOTE_H
#include "code/cnode.h"
#include "code/aset.h"
#include "pymodel/names.h"

/* Whether what the statement that is walked has to say is written down now. If not, the last walk comes to it. */
bool flow_writes(struct index *c);
/* The key of what v stands for; NULL: the copy does not hold it. */
struct cnode *flow_read(struct fn *f, const struct aval *v, const struct str *key, const struct node *at,
			const char *how);
void flow_open(struct fn *f, struct cnode *n, const struct node *at, bool abroad, const char *why);
void flow_copied(struct fn *f, struct cnode *n, const struct node *at, const char *why); /* `**x` goes abroad */
void flow_escape(struct fn *f, const struct aset *v, const struct node *at, bool abroad,
		 const char *why); /* v goes to where it can't be followed */
void flow_sink(struct fn *f, const struct aval *v, const struct node *at, const struct code_params *to);
void flow_iterated(struct fn *f, struct cnode *n, const struct node *at);
/* Looked up in something that is not followed; below: which is a part of a config, if it is one. */
void flow_mention(struct fn *f, const struct str *key, bool below);
/* A dict that a class is built from, under the key `in` (NULL: any), may have the key, which is looked at or taken out
 * here. To look at a key of any dict whatever proves nothing: the class gets it all the same. */
void flow_take(struct fn *f, const struct str *in, const struct str *key, bool removes);
/* "passes it on to " NAME "", "`" NAME "(...)` is not followed": empty but in the last walk. */
const char *flow_words(struct fn *f, const char *before, const char *name, const char *after);
const char *flow_source(struct fn *f, const struct node *n); /* its text on one line, short; in scratch memory */
#endif
