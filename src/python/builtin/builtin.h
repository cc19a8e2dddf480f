// SPDX-License-Identifier: MIT
/* Python's builtin functions and methods, found by name: "len", or "TYPE.method" ("dict.update", "str.startswith",
 * "math.ceil" for functions of known standard modules). Their rows stand at the end of the files that define them. */
#ifndef PYTHON_BUILTIN_BUILTIN_H
#define PYTHON_BUILTIN_BUILTIN_H
#include "python/ops/op_call.h"
#include "python/value/truth.h"

const struct builtin *builtin_find(const char *name); /* NULL: none */
/* By kind; plain dict vs ConfigDict ("configdict.update"). */
const struct builtin *method_find(struct value self, const struct str *name);
enum truth builtin_has_attr(struct value v, const struct str *name); /* FALSE3: AttributeError for certain */
const struct builtin *const *builtin_all(size_t *n);		     /* sorted by name */
#endif
