// SPDX-License-Identifier: MIT
/* "auto" in a file that arguments name, such as DeepSpeed's: what takes its place (rules/arguments.yaml, `auto`). */
#ifndef ARGUMENTS_AUTO_VALUE_H
#define ARGUMENTS_AUTO_VALUE_H
#include "arguments/effective_arguments.h"

/* x, of a file of that table that `by` names; with another value and `says` where it is "auto" and known what fills it
 * in; as it is where `by` trains nothing, or is of no known class. */
struct effective argument_filled(const struct effective_sources *s, const struct schema_class *table,
				 const struct effective_set *by, struct effective x);
#endif
