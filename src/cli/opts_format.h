// SPDX-License-Identifier: MIT
/* Which formats each command prints. */
#ifndef CLI_OPTS_FORMAT_H
#define CLI_OPTS_FORMAT_H
#include "base/arena.h"
#include "cli/opts.h"

/* The formats of a command, the first by default; view: the option (without dashes) that selects another view, NULL:
 * none. No format: --output-format needs a view. */
void formats_of(enum command c, const char *view, struct arena *a, struct strings *out);
/* The i-th of the command's views that have formats of their own; NULL behind the last. */
const char *formats_view(enum command c, size_t i);
bool formats_good(const struct opts *o); /* the requested one; false: reported */
#endif
