// SPDX-License-Identifier: MIT
/* Where the config goes: statements and rounds; expressions, calls and what is written down lie in flow_*.c. */
#ifndef CODE_FLOW_H
#define CODE_FLOW_H
#include "code/flow_look.h"
#include "code/aset.h"
#include "pymodel/names.h"

void flow_run(struct index *c); /* after names_collect and registry_collect */
/* What builds from configs calls it: its parameters are dicts of them (A_BUILT), as far as their defaults allow. */
void flow_build(struct fn *f);
void flow_statement(struct fn *f, const struct node *n); /* or an expression */
/* target = v; value: the expression that v comes from, NULL: not one. */
void flow_assign(struct fn *f, const struct node *target, struct aset v, const struct node *value);
void flow_return(struct fn *f, const struct aset *v, bool in);		   /* in: yields it */
struct aset flow_each(struct fn *f, const struct node *at, struct aset v); /* the elements of v */
struct aset *flow_var(struct fn *scope, const struct str *name);
/* names_find for the statement of f that is walked: again when f gets a variable of that name. */
struct found flow_find(struct fn *f, const struct str *name);
/* v, or an element like it, is put into the container that the name stands for, wherever it is bound: that gives f no
 * variable of its own. */
void flow_put(struct fn *f, const struct str *name, const struct aset *v, bool in);
struct aset *flow_field(struct index *c, const struct str *name); /* an attribute of whatever object */
#endif
