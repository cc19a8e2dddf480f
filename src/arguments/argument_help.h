// SPDX-License-Identifier: MIT
/* What a library says about an argument, for people who write it: rules/help/, one file a package, of the newest
 * release that the tables know. The files are searched as text; nothing of them is read in a run that shows none of it.
 */
#ifndef ARGUMENTS_ARGUMENT_HELP_H
#define ARGUMENTS_ARGUMENT_HELP_H
#include "arguments/schema.h"

/* The text, on a, of an argument that got another name that of the new one; NULL: the library says nothing. c: the
 * class that takes x, itself or by a class that it is. */
const char *argument_help(struct arena *a, const struct schemas *s, const struct schema_class *c,
			  const struct schema_argument *x);
#endif
