// SPDX-License-Identifier: MIT
/* Effective configs as Python text that loads to the same values, one statement a key. */
#ifndef REPORT_VALUE_PYTHON_H
#define REPORT_VALUE_PYTHON_H
#include "config/graph.h"

struct python_opts {
	const struct graph *g; /* for the places */
	const char *cwd;
	bool provenance; /* `# file:line` behind each leaf */
};
/* A value without a source form is written as `__unknown__('...')`, which doesn't load; then false, and why (may be
 * NULL) lists key path and cause, one line each. */
bool value_python(struct buf *b, struct value config, const struct python_opts *o, struct buf *why);
#endif
