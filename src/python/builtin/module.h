// SPDX-License-Identifier: MIT
/* Standard modules that are evaluated. */
#ifndef PYTHON_BUILTIN_MODULE_H
#define PYTHON_BUILTIN_MODULE_H
#include "python/value/value.h"

/* An attribute of one (math.pi, math.ceil, copy.deepcopy, functools.partial, os.path.join, collections.OrderedDict
 * ...). false: unknown. */
bool module_value(struct arena *a, const struct str *module, const struct str *name, struct span at, struct value *out);
#endif
