// SPDX-License-Identifier: MIT
/* Deep copies of values, and freezing. Both stop at VALUE_DEPTH_MAX levels. */
#ifndef PYTHON_VALUE_COPY_H
#define PYTHON_VALUE_COPY_H
#include "python/value/value.h"

struct value value_copy(struct arena *a,
			struct value v); /* unfrozen deep copy of containers; shared containers stay shared inside */
/* Freezes v in place and returns it: containers reached twice are cloned so that the result is a tree; deeper than the
 * limit becomes Unknown(DEPTH); indexes are built. Already frozen parts are shared, not walked. */
struct value value_freeze(struct arena *a, struct value v);
#endif
