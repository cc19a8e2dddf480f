// SPDX-License-Identifier: MIT
/* The values of a script's expressions, as far as they are certain: literals, variables with one binding, parameters
 * by all their call sites, attributes of `self`, command line arguments by their defaults. Everything else is
 * Unknown, and nothing is run. */
#ifndef SCRIPT_VALUES_SCRIPT_VALUE_H
#define SCRIPT_VALUES_SCRIPT_VALUE_H
#include "script/values/object.h"

/* flag (may be NULL): the command line argument whose default it is. */
struct value script_value(struct script_project *p, struct fn *scope, const struct node *n, const struct str **flag);
/* The callee of a call: "torch.load", "argparse.ArgumentParser.add_argument" for an object's method; NULL: unknown,
 * or the project's own. */
const struct str *script_called(struct script_project *p, struct fn *scope, const struct node *call);
/* The same for an attribute that is assigned: "torch.backends.cudnn.benchmark". of: the object of the attribute; may
 * be NULL. */
const struct str *script_attribute_name(struct script_project *p, struct fn *scope, const struct node *attr);
#endif
