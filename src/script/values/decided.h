// SPDX-License-Identifier: MIT
/* Which of several values a function gives, where the tests of its body are decided by the call or by defaults. */
#ifndef SCRIPT_VALUES_DECIDED_H
#define SCRIPT_VALUES_DECIDED_H
#include "script/values/cell.h"

/* The expression that the frame's function returns to the frame's call; NULL: unknown, or none. */
const struct node *decided_return(struct script_project *p, const struct call_frame *f);
/* The value of the last assignment to a variable of the frame's function; NULL: unknown, or none. */
const struct node *decided_value(struct script_project *p, const struct call_frame *f, const struct variable *v);
#endif
