// SPDX-License-Identifier: MIT
/* What Python's own functions do with configs among their arguments. */
#ifndef CODE_FLOW_BUILTIN_H
#define CODE_FLOW_BUILTIN_H
#include "code/flow_bind.h"

/* Reads keys of the config place v: the i-th argument is the key, those after it are its default. */
struct aset flow_read_keys(struct fn *f, const struct aval *v, const struct passed_all *a, uint32_t i, const char *how);
/* The union of all arguments; pairs_in: keyword arguments are values of a dict. */
struct aset flow_all_args(struct fn *f, const struct passed_all *a, bool pairs_in);
/* false: it is no known builtin. */
bool flow_builtin(struct fn *f, const struct str *name, const struct passed_all *a, struct aset *out);
#endif
