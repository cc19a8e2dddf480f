// SPDX-License-Identifier: MIT
#ifndef CONFIG_CHILDREN_H
#define CONFIG_CHILDREN_H
#include "config/graph.h"

/* m overrides the key path: its value there differs from the base's value `mine`, or is absent. a: scratch. */
bool child_overrides(struct arena *a, const struct module *m, struct keypath p, struct value mine);
#endif
