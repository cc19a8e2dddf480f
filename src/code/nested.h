// SPDX-License-Identifier: MIT
/* Nested projects, such as a checkout of the framework. Their code is not training code of the outer project, but
 * their scripts may be started with its configs. */
#ifndef CODE_NESTED_H
#define CODE_NESTED_H
#include "base/str.h"

struct index;
/* True if one of their files that load configs contains a key of that name, `.key` or 'key', of any object: by its
 * text. */
bool nested_reads(const struct index *c, const struct str *key);
#endif
