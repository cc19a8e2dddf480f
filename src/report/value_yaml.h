// SPDX-License-Identifier: MIT
/* Effective configs as YAML documents that PyYAML's safe_load reads back to the same values. */
#ifndef REPORT_VALUE_YAML_H
#define REPORT_VALUE_YAML_H
#include "python/value/value.h"

/* Tuples become lists; values that YAML can't express are written as in JSON; then false, and why (may be NULL) lists
 * key path and cause, one line each. */
bool value_yaml(struct buf *b, struct value config, struct buf *why);
#endif
