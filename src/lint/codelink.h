// SPDX-License-Identifier: MIT
/* Between rules and the index of training code: which project's code a config belongs to, and places in it as spans. */
#ifndef LINT_CODELINK_H
#define LINT_CODELINK_H
#include "code/code.h"
#include "config/graph.h"

/* From now on the facts ask this code, which is read when the first rule wants to know. code may be NULL: nothing
 * changes. */
void codelink_attach(struct arena *a, struct facts *f, const struct graph *g, const struct code *code);
struct span codelink_span(const struct graph *g, struct code_place p); /* zero for nowhere */
#endif
