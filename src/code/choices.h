// SPDX-License-Identifier: MIT
/* Which texts a method takes, where it lists them: `allowed = ['a', 'b']`, and what isn't among them is raised about.
 */
#ifndef CODE_CHOICES_H
#define CODE_CHOICES_H
#include "code/index.h"

/* The texts of the list that `method` of the class (or of the first of its bases that has one) assigns to `name`, with
 * a blank between, in a's memory; where it leaves them to its base's method, that one's and those that it takes out
 * before. Of several classes that are registered under the name: where all have the same list. NULL: there is no such
 * list, nothing is raised or that depends on more, or what is compared with it is looked at, filtered, shortened or
 * computed first. */
const char *choices_of(struct index *c, struct arena *a, const struct str *type, const struct str *method,
		       const struct str *name);
#endif
