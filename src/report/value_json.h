// SPDX-License-Identifier: MIT
/* Effective configs as JSON, in the encoding that docs/json.md describes: tuples are arrays, sets sorted, keys that are
 * no text str(key), with "#dup" where that exists, inf and nan texts, {"__repr__": TYPE}, {"__unknown__": WHY}. */
#ifndef REPORT_VALUE_JSON_H
#define REPORT_VALUE_JSON_H
#include "python/value/value.h"
#include "text/jwrite.h"

void value_json(struct jwrite *in, const char *key, struct value v); /* an item of an open list or object */
void value_json_text(struct buf *b, struct value v, bool pretty);
#endif
