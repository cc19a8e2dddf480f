// SPDX-License-Identifier: MIT
/* Objects that scripts create, as values. A call of something outside the project, or of one of its classes, returns
 * a dict with its `name`, which identifies it. Also: what is certain of a value that may be one of several. */
#ifndef SCRIPT_VALUES_OBJECT_H
#define SCRIPT_VALUES_OBJECT_H
#include "script/values/script_project.h"

struct script_object {
	const struct str *name; /* dotted, as rules name it: "torch.utils.data.DataLoader" */
	struct cls *cls;	/* the class of the project with that name; NULL: none */
	struct call_site site;
	bool several; /* it stands for the objects of several calls; site is one of them */
	struct dict *dict;
	struct dict *
		arguments; /* of a parser: its arguments' defaults, script/values/arguments.h; NULL: not computed yet */
};
/* NULL: v is no object. */
const struct script_object *script_object_of(const struct script_project *p, struct value v);
/* The object that the call creates; always the same one for a call. */
struct value script_object_made(struct script_project *p, const struct str *name, struct cls *cls, struct fn *scope,
				const struct node *call);
/* `forward` of the project class of which v is an object, for the call `model(x)`; NULL: it has none, or has its own
 * `__call__`. */
struct fn *script_forward(struct script_project *p, struct value v);
/* The name of the class outside the project as which a call counts (rules/script.yaml, `subclasses`): of a project
 * class that inherits from it and has no constructor, or `super().__init__(...)` in one that has, with no other project
 * class's constructor between. NULL: none. is: of callee. */
const struct str *script_subclass_called(struct script_project *p, struct fn *scope, const struct node *callee,
					 struct found is);
/* The listed name of what happens if an object of another package is called: "torch.nn.Softmax.__call__". For one that
 * is made of others (`last`) it is that of the last of these. NULL: none. */
const struct str *script_object_called(struct script_project *p, struct value object);
/* A function, a class or an attribute of a module. */
struct value script_name_value(struct script_project *p, const struct str *name, struct fn *scope,
			       const struct node *n);
/* Only the name is known: the result of a function that is no class (a number, None ...), or an attribute of a
 * module. */
bool script_is_vague(const struct script_project *p, struct value v);
/* One of two values: what both have in common. */
struct value script_joined(struct script_project *p, struct value a, struct value b);
/* What `x` gets in `x, y = all`: of things that a tuple holds more is known than its value says. */
struct value script_item(struct script_project *p, struct value all, const struct binding *b);
/* What remains of a variable's value if its container is changed in place: of a dict, the keys that are not
 * assigned. */
struct value script_unchanged(struct script_project *p, const struct variable *v, struct value val);
enum { RETURNS_MAX = 64 /* nesting of statements */ };
/* The expression of the last `return` in a function's body, and the number of returns: 2 or more if it is unknown. */
const struct node *script_returned(const struct node *body, unsigned *count);
/* The one of its names that rules use; name itself if it has none. */
const struct str *script_known_name(const struct script_project *p, const struct str *name);
#endif
