// SPDX-License-Identifier: MIT
/* Which texts a method accepts, if it lists them: `allowed = ['a', 'b']`, and raises for any other. */
#ifndef CODE_CHOICES_H
#define CODE_CHOICES_H
#include "code/index.h"

/* The texts of the list that `method` of the class (or of the first of its bases that has the method) assigns to
 * `name`, separated by blanks, in a's memory. If the method calls its base's method, the texts are those of the base
 * and those that the method removes before. If several classes are registered under the name, they must all have the
 * same list. NULL: there is no such list; nothing is raised, or that depends on more; or the compared value is
 * inspected, filtered, shortened or computed before. */
const char *choices_of(struct index *c, struct arena *a, const struct str *type, const struct str *method,
		       const struct str *name);
#endif
