// SPDX-License-Identifier: MIT
/* TOML 1.0 documents as the nodes of yaml.h; accepts what Python's tomllib accepts. Scalars without quotes are plain
 * and in one of TOML's forms. A table's span begins at its header, or at its first key, and ends with its last entry;
 * a table that only the names of others mention has the place of that name. */
#ifndef TEXT_TOML_H
#define TEXT_TOML_H
#include "text/yaml.h"

const struct ynode *toml_parse_config(struct arena *a, const struct source *s, struct err *e); /* NULL + e on failure */
#endif
