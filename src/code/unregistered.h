// SPDX-License-Identifier: MIT
/* Classes that are no types. */
#ifndef CODE_UNREGISTERED_H
#define CODE_UNREGISTERED_H
#include <stdbool.h>

struct index;
struct str;
/* No registry has this name, and the project's classes that are called so are no types: nobody hands them on.
 * Under the lock. */
bool unregistered_class(struct index *c, const struct str *name);
#endif
