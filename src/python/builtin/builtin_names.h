// SPDX-License-Identifier: MIT
/* Python's builtins module. */
#ifndef PYTHON_BUILTIN_BUILTIN_NAMES_H
#define PYTHON_BUILTIN_BUILTIN_NAMES_H
#include "python/value/value.h"

/* A name of it: types and functions as values (VALUE_OBJECT with call), exceptions, True-like constants. false: no such
 * builtin (NameError). Known but not evaluated ones (open, exec, input ...) give an object without call. */
bool builtin_value(struct arena *a, const struct str *name, struct span at, struct value *out);
struct value type_object(struct arena *a, struct value v, struct span at); /* type(v) */
#endif
