// SPDX-License-Identifier: MIT
/* Flow analysis of configs: statements and rounds. Expressions, calls and notes are in flow_*.c. */
#ifndef CODE_FLOW_H
#define CODE_FLOW_H
#include "code/flow_look.h"
#include "code/aset.h"
#include "pymodel/names.h"

void flow_run(struct index *c); /* after names_collect and registry_collect */
/* Code that builds from configs calls f: its parameters are dicts of configs (A_BUILT), if their defaults allow a
 * dict. */
void flow_build(struct fn *f);
void flow_statement(struct fn *f, const struct node *n); /* or an expression */
/* target = v; value: the expression that v comes from; NULL: it is not one expression. */
void flow_assign(struct fn *f, const struct node *target, struct aset v, const struct node *value);
void flow_return(struct fn *f, const struct aset *v, bool in);		   /* in: v is an element (yield) */
struct aset flow_each(struct fn *f, const struct node *at, struct aset v); /* the elements of v */
struct aset *flow_var(struct fn *scope, const struct str *name);
/* names_find for the statement of f that is being walked. The statement is walked again if f gets a variable of that
 * name. */
struct found flow_find(struct fn *f, const struct str *name);
/* Stores v, or elements like it, in the container that the name stands for, wherever it is bound. f gets no variable
 * of its own by this. */
void flow_put(struct fn *f, const struct str *name, const struct aset *v, bool in);
struct aset *flow_field(struct index *c, const struct str *name); /* an attribute of any object */
#endif
