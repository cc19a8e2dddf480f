// SPDX-License-Identifier: MIT
/* Projects of their own below a project, such as a checkout of the framework: their code is none of its training code,
 * but scripts of theirs may be started with its configs. */
#ifndef CODE_NESTED_H
#define CODE_NESTED_H
#include "base/str.h"

struct index;
/* One of their files that loads a config looks at a key of that name, `.key` or 'key', of whatever: by its text. */
bool nested_reads(const struct index *c, const struct str *key);
#endif
