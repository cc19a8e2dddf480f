// SPDX-License-Identifier: MIT
/* Base classes and method lookup. */
#ifndef PYMODEL_INHERITANCE_H
#define PYMODEL_INHERITANCE_H
#include "pymodel/names.h"

void class_bases(struct pymodel *m, struct cls *k); /* fills mro, abroad, open_bases; once */
/* The first method of that name in the method resolution order; after (may be NULL): start after that class. NULL:
 * none. */
struct fn *class_method(struct pymodel *m, struct cls *k, const struct str *name, const struct cls *after);
#endif
