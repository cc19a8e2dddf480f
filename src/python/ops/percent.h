// SPDX-License-Identifier: MIT
/* fmt % args. */
#ifndef PYTHON_OPS_PERCENT_H
#define PYTHON_OPS_PERCENT_H
#include "python/state/state.h"

struct value text_percent(struct eval *ev, struct value fmt, struct value args, struct span at);
#endif
