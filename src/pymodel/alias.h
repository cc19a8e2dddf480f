// SPDX-License-Identifier: MIT
/* `B = A` at the top of a file: another name of what A is. */
#ifndef PYMODEL_ALIAS_H
#define PYMODEL_ALIAS_H
#include "pymodel/names.h"

/* A name that is another one's is sought no further: each module would be gone through again on each way to it. */
bool alias_is(const struct cfile *f, const struct str *name);
/* What `D = C; C = B; B = A` ends in, A; NULL: a circle. Each step is taken once, however often it is asked. */
const struct str *alias_end(const struct cfile *f, struct name_alias *from);
#endif
