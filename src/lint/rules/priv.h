// SPDX-License-Identifier: MIT
/* Between rule.c (one file) and ruleset.c (all of them); also what settings need of severities. */
#ifndef LINT_RULES_PRIV_H
#define LINT_RULES_PRIV_H
#include "facts/check.h"
#include "lint/rules/rule.h"

struct rule *rule_compile(struct arena *a, struct parser *p, const struct yfile *f, const struct dialects *dialects,
			  struct err *e);
bool severity_read(struct yread *y, const struct ynode *n, enum severity *out);
#endif
