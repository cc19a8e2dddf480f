// SPDX-License-Identifier: MIT
/* Variables that only count up, by one arm of an `if`, and that a test asks for. */
#ifndef SCRIPT_VALUES_COUNTER_H
#define SCRIPT_VALUES_COUNTER_H
#include "pymodel/pymodel.h"
#include "python/value/value.h"

/* List of the statements `x += 1` of a file, in one arm of an `if` (no elif beside it), where nothing else gives x a
 * value in what is repeated around it: the innermost loop, or, where none is and x is an attribute of `self`, all
 * methods of the class but the constructor. Each has `name` (of x), `test` (of the `if`), `others` (texts of what the
 * other arm assigns) and `compared` (texts of the comparisons of x there). */
struct value script_counters(struct arena *a, const struct cfile *f);
#endif
