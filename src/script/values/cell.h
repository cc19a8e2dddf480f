// SPDX-License-Identifier: MIT
/* Cells of training code: a variable, or an attribute of `self`, that holds an object. Objects are distinguished by
 * their cells, which are followed through plain aliases and through the parameters of calls that are walked into. */
#ifndef SCRIPT_VALUES_CELL_H
#define SCRIPT_VALUES_CELL_H
#include "script/values/script_value.h"

struct call_frame { /* a call that is walked into */
	struct fn *fn;
	const struct call_frame *up; /* the caller's; NULL: the walk begins here */
	const struct node *call;
	unsigned depth;
	unsigned skip; /* the number of first arguments that aren't the function's: partial(f, x) */
};
/* Whether the frame or one of its callers runs the function. */
bool script_frames_run(const struct call_frame *f, const struct fn *fn);
/* The argument that the frame's call passes for a parameter of its function; NULL: unknown. */
const struct node *script_given_to(const struct call_frame *f, const struct variable *v);
/* NULL: n is no cell. */
struct variable *script_cell(struct script_project *p, const struct call_frame *f, const struct node *n);
/* The kind of its objects (rules/script.yaml, `kinds`); NULL: unknown, or several. *foreign: they are certainly of
 * no kind. */
const struct script_kind_of *script_cell_kind(struct script_project *p, struct variable *v, bool *foreign);
/* The kind of what calls of that dotted name create; NULL: none. */
const struct script_kind_of *script_kind_made(const struct script_project *p, const struct str *name);
/* What element `item` of the call's result is, of a call that returns its arguments (SCRIPT_ALL: the result, of one
 * argument); NULL: it is no such call. */
enum { SCRIPT_ALL = -1 };
const struct node *script_passed(struct script_project *p, struct fn *in, const struct node *call, int item);
/* The class of the method whose first parameter is the name, `self`; NULL: it is no such parameter. */
struct cls *script_self_class(const struct fn *scope, const struct str *name);
/* The class of the project of which an expression is an object: `self`, or created by a call of the class. NULL:
 * unknown. */
struct cls *script_class_of(struct script_project *p, const struct call_frame *f, const struct node *n);
/* The function of the project that a call runs: a function, a method, a constructor, `__call__`. NULL: unknown. */
struct fn *script_runs(struct script_project *p, const struct call_frame *f, const struct node *call);
#endif
