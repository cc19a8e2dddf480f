// SPDX-License-Identifier: MIT
/* What expressions of a script are worth, as far as that is certain: literals, variables that one place gives a value,
 * parameters by all their call sites, attributes of `self`, command line arguments by their defaults. Whatever else is
 * Unknown, and nothing runs. */
#ifndef SCRIPT_VALUE_H
#define SCRIPT_VALUE_H
#include "script/project.h"

/* What a call of something outside the project makes: a dict with its `name`, by which it is known. */
struct script_object {
	const struct str *name; /* dotted, as rules call it: "torch.utils.data.DataLoader" */
	struct cls *cls;	/* a class of the project, whose name that is; NULL: none */
	struct call_site site;
	bool several; /* it stands for those of several calls; site is one of them */
	struct dict *dict;
	struct dict *arguments; /* of a parser: its arguments' defaults, script/arguments.h; NULL: not asked */
};
/* flag (may be NULL): the command line argument whose default it is. */
struct value script_value(struct script_project *p, struct fn *scope, const struct node *n, const struct str **flag);
/* NULL: it is none. */
const struct script_object *script_object_of(const struct script_project *p, struct value v);
/* The one of its names that rules use; name itself where none is known. */
const struct str *script_known_name(const struct script_project *p, const struct str *name);
/* Whose call that is: "torch.load", "argparse.ArgumentParser.add_argument" of an object's method; NULL: not known, or
 * the project's own. */
const struct str *script_called(struct script_project *p, struct fn *scope, const struct node *call);
/* The same of an attribute that is set: "torch.backends.cudnn.benchmark". of: what it is set on; may be NULL. */
const struct str *script_attribute_name(struct script_project *p, struct fn *scope, const struct node *attr);
#endif
