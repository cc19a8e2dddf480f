// SPDX-License-Identifier: MIT
/* Top-level aliases: `B = A` makes B another name for A. */
#ifndef PYMODEL_ALIAS_H
#define PYMODEL_ALIAS_H
#include "pymodel/names.h"

/* Whether the name is an alias. Star imports are not followed for it: each module would be searched again on each
 * path. */
bool alias_is(const struct cfile *f, const struct str *name);
/* The end of the chain `D = C; C = B; B = A`, here A; NULL: a cycle. The results are cached, so each step is taken
 * once. */
const struct str *alias_end(const struct cfile *f, struct name_alias *from);
#endif
