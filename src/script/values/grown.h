// SPDX-License-Identifier: MIT
/* Lists of an object that its methods only make longer. */
#ifndef SCRIPT_VALUES_GROWN_H
#define SCRIPT_VALUES_GROWN_H
#include "script/values/script_project.h"

/* List of attributes to which the method def of the class appends, and that nothing in the project ever empties:
 * `attribute`, `text` (of the call), and `reads`, the names of the methods that read it. Only those that `__init__`
 * sets to an empty list, and of which all uses are understood. */
struct value script_grown(struct arena *a, struct script_project *p, const struct cls *k, const struct node *def);
#endif
