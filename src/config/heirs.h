// SPDX-License-Identifier: MIT
#ifndef CONFIG_HEIRS_H
#define CONFIG_HEIRS_H
#include "config/graph.h"

/* m overrides the key path: its value there differs from the base's value `mine`, or is absent. a: scratch. */
bool heir_replaces(struct arena *a, const struct module *m, struct keypath p, struct value mine);
#endif
