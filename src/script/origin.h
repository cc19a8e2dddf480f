// SPDX-License-Identifier: MIT
/* What an expression is made of: the names, attributes and calls in it, and in what its variables were given. */
#ifndef SCRIPT_ORIGIN_H
#define SCRIPT_ORIGIN_H
#include "script/cell.h"

/* List of texts: "rank", "args.seed", of calls their dotted names ("torch.distributed.get_rank()"), of methods that and
 * the object. What a variable's value isn't followed to is left out. frame (may be NULL): the call that scope is walked
 * in, through which its parameters are followed. */
struct value script_origins(struct arena *a, struct script_project *p, const struct call_frame *frame, struct fn *scope,
			    const struct node *n);
/* List of the last names of all that is called in n, in their order: "step" of `self.optimizer.step()`. at: the list's.
 */
struct value script_called_in(struct arena *a, const struct node *n, struct span at);
/* Constants with which what a call gave a variable is indexed in the function, up to where the variable is given anew:
 * `x['model']`, `x.get('model')`, `'model' in x`. */
struct value script_keys(struct arena *a, struct fn *scope, const struct str *name, const struct node *call);
/* How often a scope, or a function in it, has the variable's name where it isn't assigned. */
uint32_t script_reads(struct script_project *p, const struct variable *v);
/* Whether a function does; of what isn't in a function another file may. */
bool script_is_read(struct script_project *p, struct fn *scope, const struct str *name);
/* What a function does, behind the call, with the variable that it is assigned to: `methods`, names of those that it
 * calls on it, and `others`, how many other mentions there are. */
struct value script_uses(struct arena *a, const struct fn *scope, const struct str *name, const struct node *call);
/* Names of the methods that a function calls on a variable: `x.backward()`. */
struct value script_methods(struct arena *a, const struct fn *scope, const struct str *name);
#endif
