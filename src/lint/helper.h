// SPDX-License-Identifier: MIT
/* Top-level names that are variables of the config files rather than keys for somebody. */
#ifndef LINT_HELPER_H
#define LINT_HELPER_H
#include "config/graph.h"

struct helpers; /* of one config and those it inherits from */
struct helpers *helpers_of(struct arena *a, const struct module *m);
/* Some expression of the files uses the name's value, or a placeholder does. */
bool helpers_has(const struct helpers *h, const struct str *name);
#endif
