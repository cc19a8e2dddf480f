// SPDX-License-Identifier: MIT
/* What expressions of a script are worth, as far as that is certain: literals, variables that one place gives a value,
 * parameters by all their call sites, attributes of `self`, command line arguments by their defaults. Whatever else is
 * Unknown, and nothing runs. */
#ifndef SCRIPT_SCRIPT_VALUE_H
#define SCRIPT_SCRIPT_VALUE_H
#include "script/object.h"

/* flag (may be NULL): the command line argument whose default it is. */
struct value script_value(struct script_project *p, struct fn *scope, const struct node *n, const struct str **flag);
/* Whose call that is: "torch.load", "argparse.ArgumentParser.add_argument" of an object's method; NULL: not known, or
 * the project's own. */
const struct str *script_called(struct script_project *p, struct fn *scope, const struct node *call);
/* The same of an attribute that is set: "torch.backends.cudnn.benchmark". of: what it is set on; may be NULL. */
const struct str *script_attribute_name(struct script_project *p, struct fn *scope, const struct node *attr);
#endif
