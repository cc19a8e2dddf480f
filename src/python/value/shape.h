// SPDX-License-Identifier: MIT
/* Whether a value can be copied into a tree: Python programs create cycles, and sharing that doubles with every
 * line. */
#ifndef PYTHON_VALUE_SHAPE_H
#define PYTHON_VALUE_SHAPE_H
#include "python/value/value.h"

enum shape { SHAPE_TREE, SHAPE_CIRCULAR, SHAPE_HUGE /* larger than SHAPE_MAX once sharing is expanded */ };
enum { SHAPE_MAX = 500000, SHAPE_CONTAINER = 8 /* size of a container; anything else has size 1 */ };
enum shape value_shape(struct value v); /* cost: shared containers count once; nothing deeper than VALUE_DEPTH_MAX is
					 * visited */
#endif
