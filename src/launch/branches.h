// SPDX-License-Identifier: MIT
/* Which arms of `if` and `case` launches are in. */
#ifndef LAUNCH_BRANCHES_H
#define LAUNCH_BRANCHES_H
#include "launch/priv.h"

bool launch_excludes(const struct launch *x, const struct launch *y); /* no run of the script starts both */
bool launch_is_conditional(const struct launch *l);		      /* it is in an arm of an `if` or `case` */
#endif
