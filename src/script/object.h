// SPDX-License-Identifier: MIT
/* Objects that scripts make, as values: what a call of something outside the project, or of one of its classes, gives
 * is a dict with its `name`, by which it is known. And what is certain of values that may be one of several. */
#ifndef SCRIPT_OBJECT_H
#define SCRIPT_OBJECT_H
#include "script/script_project.h"

struct script_object {
	const struct str *name; /* dotted, as rules call it: "torch.utils.data.DataLoader" */
	struct cls *cls;	/* a class of the project, whose name that is; NULL: none */
	struct call_site site;
	bool several; /* it stands for those of several calls; site is one of them */
	struct dict *dict;
	struct dict *arguments; /* of a parser: its arguments' defaults, script/arguments.h; NULL: not asked */
};
/* NULL: it is none. */
const struct script_object *script_object_of(const struct script_project *p, struct value v);
/* What that call makes; the same object whenever it is asked. */
struct value script_object_made(struct script_project *p, const struct str *name, struct cls *cls, struct fn *scope,
				const struct node *call);
/* `forward` of a project's class of which v is an object that is called, `model(x)`; NULL: it has none, or a `__call__`
 * of its own. */
struct fn *script_forward(struct script_project *p, struct value v);
/* A function, a class or an attribute of a module. */
struct value script_name_value(struct script_project *p, const struct str *name, struct fn *scope,
			       const struct node *n);
/* Of which only the name is known: what a function gives that is no class (a number, None ...), an attribute of a
 * module. */
bool script_is_vague(const struct script_project *p, struct value v);
/* One of two: what is the same of both. */
struct value script_joined(struct script_project *p, struct value a, struct value b);
/* What is left of a variable's value where a container is changed where it stands: of a dict that is given keys the
 * others. */
struct value script_unchanged(struct script_project *p, const struct variable *v, struct value val);
enum { RETURNS_MAX = 64 /* nesting of statements */ };
/* The expression of the last `return` in a function's body, and how many there are: 2 or more where that isn't known.
 */
const struct node *script_returned(const struct node *body, unsigned *count);
/* The one of its names that rules use; name itself where none is known. */
const struct str *script_known_name(const struct script_project *p, const struct str *name);
#endif
