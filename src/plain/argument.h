// SPDX-License-Identifier: MIT
/* Command line arguments whose defaults a config replaces: `parser.set_defaults(**yaml.safe_load(f))`. */
#ifndef PLAIN_ARGUMENT_H
#define PLAIN_ARGUMENT_H
#include "plain/plain_project.h"

/* The call of add_argument in that file that declares it; NULL: none. */
const struct call_site *plain_argument(const struct plain_project *p, const struct cfile *f, const struct str *dest);
size_t plain_argument_names(const struct plain_project *p, const struct cfile *f, const char **out, size_t max);
/* Stores `flag`, `converts` (the name of `type`, if it is a builtin), `choices`, each if it is known. */
void plain_argument_put(struct arena *a, const struct plain_project *p, const struct call_site *arg, struct dict *to);
#endif
