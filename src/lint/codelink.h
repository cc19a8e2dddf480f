// SPDX-License-Identifier: MIT
/* Between rules and the index of training code: which project's code a config belongs to, and places in it as spans. */
#ifndef LINT_CODELINK_H
#define LINT_CODELINK_H
#include "lint/settings.h"

/* From now on the facts ask the code of the config's project, which is read when the first rule wants to know. */
void codelink_attach(struct arena *a, struct facts *f, const struct graph *g, const struct module *m, const struct settings *st);
struct span codelink_span(const struct graph *g, struct code_place p); /* zero for nowhere */
#endif
