// SPDX-License-Identifier: MIT
/* Effective configs as YAML documents that PyYAML's safe_load reads back to the same values. */
#ifndef REPORT_VALUE_YAML_H
#define REPORT_VALUE_YAML_H
#include "python/value/value.h"

/* Tuples become lists; what YAML can't say is written as in JSON; then false, and why (may be NULL) tells key path and
 * cause, a line each. */
bool value_yaml(struct buf *b, struct value config, struct buf *why);
#endif
