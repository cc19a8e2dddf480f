// SPDX-License-Identifier: MIT
/* Which keywords a class takes: those of its __init__, and through **kwargs those of the next classes of the method
 * resolution order. All answers belong to the index. */
#ifndef CODE_PARAMS_H
#define CODE_PARAMS_H
#include "pymodel/names.h"

struct index;
const struct code_params *params_of_class(struct index *c, struct cls *k);
const struct code_params *params_abroad(struct index *c, const struct str *dotted); /* of a class outside */
const struct code_params *params_of_method(struct index *c, struct cls *k, const struct str *method);
const struct code_params *params_of_fn(struct index *c, struct fn *f, bool skip_self);
/* The constructor has a parameter without a default that is none of these names; false also if the constructor is
 * outside the project. */
bool params_lack(const struct cls *k, const struct str *const *name, uint32_t n);
#endif
