// SPDX-License-Identifier: MIT
/* Classes created by collections.namedtuple, and their instances. */
#ifndef PYTHON_BUILTIN_NAMEDTUPLE_H
#define PYTHON_BUILTIN_NAMEDTUPLE_H
#include "python/ops/op_call.h"

struct value named_new(struct eval *ev, const struct object *cls, const struct call *c); /* cls(...) */
/* cls(...)'s TypeError when only the first `given` fields have a value. */
struct value named_missing(struct eval *ev, const struct object *cls, uint32_t given, struct span at);
/* tuple.name; false: a tuple has no such attribute. */
bool named_attr(struct eval *ev, const struct list *tuple, const struct str *name, struct span at, struct value *out);
#endif
