// SPDX-License-Identifier: MIT
/* Classes that are not registered as types. */
#ifndef CODE_UNREGISTERED_H
#define CODE_UNREGISTERED_H
#include <stdbool.h>

struct index;
struct str;
/* No registry has this name, and the project's classes of that name are not types, because no code passes them on.
 * Under the lock. */
bool unregistered_class(struct index *c, const struct str *name);
#endif
