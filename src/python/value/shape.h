// SPDX-License-Identifier: MIT
/* Whether a value can be copied into a tree: Python programs make circles, and sharing that doubles with every line. */
#ifndef PYTHON_VALUE_SHAPE_H
#define PYTHON_VALUE_SHAPE_H
#include "python/value/value.h"

enum shape { SHAPE_TREE, SHAPE_CIRCULAR, SHAPE_HUGE /* heavier than SHAPE_MAX once sharing is undone */ };
enum { SHAPE_MAX = 500000, SHAPE_CONTAINER = 8 /* what one weighs; anything else 1 */ };
enum shape value_shape(struct value v); /* costs what is there, shared containers counted once; deeper than
					   VALUE_DEPTH_MAX: not looked at */
#endif
