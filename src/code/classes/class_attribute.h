// SPDX-License-Identifier: MIT
/* Attributes of classes that methods assign to their objects. */
#ifndef CODE_CLASSES_CLASS_ATTRIBUTE_H
#define CODE_CLASSES_CLASS_ATTRIBUTE_H
#include "pymodel/names.h"

struct index;
/* Some method of the class itself assigns to X.NAME or X.NAME[...]. Any X counts: it may be the object or its class. */
bool attribute_assigned(const struct cls *k, const struct str *name);
/* True if that is the only assignment in the class's resolution order: a base's constructor sets `self.NAME =
 * self.get(K)` (alone, or as the first of several), which is its argument K, or the class's attribute if K is None.
 * Returns the argument's name; NULL: it isn't so, or not certainly. What is done to an argument that is a text doesn't
 * count. An assignment in the class itself, rather than in a base, gives NULL. */
const struct str *attribute_argument(struct index *c, struct arena *a, struct cls *k, const struct str *name);
#endif
