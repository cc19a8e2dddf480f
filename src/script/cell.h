// SPDX-License-Identifier: MIT
/* What holds an object in training code: a variable, or an attribute of `self`. Objects are told apart by their cells,
 * followed through plain aliases and through the parameters of calls that are walked into. */
#ifndef SCRIPT_CELL_H
#define SCRIPT_CELL_H
#include "script/script_value.h"

struct call_frame { /* a call that is walked into */
	struct fn *fn;
	const struct call_frame *up; /* the caller's; NULL: none, the walk begins here */
	const struct node *call;
	unsigned depth;
	unsigned skip; /* so many of its first arguments aren't the function's: partial(f, x) */
};
/* Whether the frame or one of its callers runs the function. */
bool script_frames_run(const struct call_frame *f, const struct fn *fn);
/* What the frame's call gives a parameter of its function; NULL: not known. */
const struct node *script_given_to(const struct call_frame *f, const struct variable *v);
/* NULL: it is none. */
struct variable *script_cell(struct script_project *p, const struct call_frame *f, const struct node *n);
/* Of which kind (rules/script.yaml, `kinds`) its objects are; NULL: not known, or of several. *foreign: they are
 * certainly of none. */
const struct script_kind_of *script_cell_kind(struct script_project *p, struct variable *v, bool *foreign);
/* The class of the method whose first parameter the name is, `self`; NULL: it is none. */
struct cls *script_self_class(const struct fn *scope, const struct str *name);
/* The class of the project that an expression is an object of: `self`, or what is made by its name. NULL: not known. */
struct cls *script_class_of(struct script_project *p, const struct call_frame *f, const struct node *n);
/* The function of the project that a call runs: a function, a method, a constructor, `__call__`. NULL: not known. */
struct fn *script_runs(struct script_project *p, const struct call_frame *f, const struct node *call);
#endif
