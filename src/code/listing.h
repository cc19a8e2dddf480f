// SPDX-License-Identifier: MIT
/* What there is to choose from, for who writes a config: the types that are registered, the keys that training reads.
 */
#ifndef CODE_LISTING_H
#define CODE_LISTING_H
#include "code/code.h"

/* Names, sorted, NULL-terminated, on a. */
const char **code_types(const struct code *c, struct arena *a);
/* Keys of the container (n == 0: the top level) that training takes by name. */
const char **code_keys(const struct code *c, struct arena *a, struct keypath container);
#endif
