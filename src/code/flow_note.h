// SPDX-License-Identifier: MIT
/* Notes of the last walk: which code reads a place of the config, and where it leaves for code that is not followed.
 * The walks before it only create the places. */
#ifndef CODE_FLOW_NOTE_H
#define CODE_FLOW_NOTE_H
#include "code/cnode.h"
#include "code/aset.h"
#include "pymodel/names.h"

/* Whether the statement that is being walked writes its notes now. If not, the last walk writes them. */
bool flow_writes(struct index *c);
/* The key of what v stands for; NULL: v is a copy without it. */
struct cnode *flow_read(struct fn *f, const struct aval *v, const struct str *key, const struct node *at,
			const char *how);
void flow_open(struct fn *f, struct cnode *n, const struct node *at, bool abroad, const char *why);
void flow_copied(struct fn *f, struct cnode *n, const struct node *at, const char *why); /* `**x` goes outside */
void flow_escape(struct fn *f, const struct aset *v, const struct node *at, bool abroad,
		 const char *why); /* v goes to code that can't be followed */
void flow_sink(struct fn *f, const struct aval *v, const struct node *at, const struct code_params *to);
void flow_iterated(struct fn *f, struct cnode *n, const struct node *at);
/* A key is looked up in something that is not followed. below: that is a part of a config, if it is a config at all. */
void flow_mention(struct fn *f, const struct str *key, bool below);
/* `save_hyperparameters()`: a library gets all arguments of the function that has the call. */
void flow_frame(struct fn *f, const struct node *call);
/* A dict that a class is built from, under the key `in` (NULL: any), may have the key, which is read or removed
 * here. Reading a key of an arbitrary dict proves nothing, because the class gets it all the same. */
void flow_take(struct fn *f, const struct str *in, const struct str *key, bool removes);
/* "passes it on to " NAME "", "`" NAME "(...)` is not followed": empty except in the last walk. */
const char *flow_words(struct fn *f, const char *before, const char *name, const char *after);
const char *flow_source(struct fn *f, const struct node *n); /* its source on one line, shortened; in scratch memory */
#endif
