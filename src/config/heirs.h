// SPDX-License-Identifier: MIT
#ifndef CONFIG_HEIRS_H
#define CONFIG_HEIRS_H
#include "config/graph.h"

/* m has another value at the key path where the base has `mine`, or nothing. a: scratch. */
bool heir_replaces(struct arena *a, const struct module *m, struct keypath p, struct value mine);
#endif
