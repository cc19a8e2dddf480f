// SPDX-License-Identifier: MIT
/* Truth of values in three-valued logic, and certainty about containers. */
#ifndef PYTHON_VALUE_TRUTH_H
#define PYTHON_VALUE_TRUTH_H
#include "python/value/value.h"

enum truth { FALSE3, TRUE3, UNKNOWN3 };
enum truth value_truth(struct value v);	 /* of an open container: Unknown unless it has a sure item */
bool list_is_sure(const struct list *l); /* its length is known */
bool dict_is_sure(const struct dict *d);
bool object_is_plain(const struct object *o); /* a class, function, module ...: true, and equal to itself only */
#endif
