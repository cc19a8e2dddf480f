// SPDX-License-Identifier: MIT
/* JSON documents as the nodes of yaml.h; accepts what Python's json module accepts. */
#ifndef TEXT_JSON_H
#define TEXT_JSON_H
#include "base/buf.h"
#include "text/yaml.h"

/* NULL + e on failure. Scalars are plain unless they are strings. */
const struct ynode *json_parse_config(struct arena *a, const struct source *s, struct err *e);
/* An escape of a string: decodes what is behind the backslash, at s[*at], and moves *at behind it. Half a surrogate
 * pair, which has no UTF-8 form, becomes U+FFFD. s ends with a NUL. Returns NULL, or what is wrong at *at. */
const char *json_unescape(const char *s, uint32_t *at, struct buf *out);
#endif
