// SPDX-License-Identifier: MIT
/* Attributes of classes that methods give their objects anew. */
#ifndef CODE_CHOSEN_H
#define CODE_CHOSEN_H
#include "pymodel/names.h"

struct index;
/* Some method of the class itself assigns to X.NAME or X.NAME[...]: whatever X is, it may be the object or its class.
 */
bool chosen_anew(const struct cls *k, const struct str *name);
/* That is all that the class's line does: a base's constructor gives the object, by `self.NAME = self.get(K)` (alone,
 * or as the first of several), its argument K, or what the class has where K is None. The argument's name; NULL: it
 * isn't so, or not for certain. What is done to an argument that is a text doesn't count. One that does so for itself
 * alone, no base of many, may do anything with it. */
const struct str *chosen_by(struct index *c, struct arena *a, struct cls *k, const struct str *name);
#endif
