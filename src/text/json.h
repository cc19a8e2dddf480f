// SPDX-License-Identifier: MIT
/* JSON documents as the nodes of yaml.h; accepts what Python's json module accepts. */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H
#include "text/yaml.h"

/* NULL + e on failure. Scalars are plain unless they are strings. */
const struct ynode *json_parse_config(struct arena *a, const struct source *s, struct err *e);
#endif
