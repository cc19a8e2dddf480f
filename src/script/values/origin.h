// SPDX-License-Identifier: MIT
/* What an expression is computed from: the names, attributes and calls in it and in the values of its variables. */
#ifndef SCRIPT_VALUES_ORIGIN_H
#define SCRIPT_VALUES_ORIGIN_H
#include "script/values/cell.h"

/* List of texts: "rank", "args.seed", for calls their dotted names ("torch.distributed.get_rank()"), for methods
 * that and the object. Values that can't be followed are left out. frame (may be NULL): the call in which scope is
 * walked; its arguments are followed. */
struct value script_origins(struct arena *a, struct script_project *p, const struct call_frame *frame, struct fn *scope,
			    const struct node *n);
/* List of the last names of all callees in n, in their order: "step" of `self.optimizer.step()`. at: the list's. */
struct value script_called_in(struct arena *a, const struct node *n, struct span at);
/* Constants that index, in the function, the variable that gets the call's result, up to the next assignment to it:
 * `x['model']`, `x.get('model')`, `'model' in x`. */
struct value script_keys(struct arena *a, struct fn *scope, const struct str *name, const struct node *call);
/* How often a scope, or a function in it, uses the variable's name without assigning it. */
uint32_t script_reads(struct script_project *p, const struct variable *v);
/* Whether a function reads it; what isn't in a function may be read by another file. */
bool script_is_read(struct script_project *p, struct fn *scope, const struct str *name);
/* What a function does, after the call, with the variable that gets its result: `methods`, names of the methods
 * called on it, and `others`, the number of other uses. */
struct value script_uses(struct arena *a, const struct fn *scope, const struct str *name, const struct node *call);
/* Names of the methods that a function calls on a variable: `x.backward()`. */
struct value script_methods(struct arena *a, const struct fn *scope, const struct str *name);
#endif
