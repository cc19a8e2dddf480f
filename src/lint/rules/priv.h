// SPDX-License-Identifier: MIT
/* Between rule.c (one file) and ruleset.c (all of them). */
#ifndef LINT_RULES_PRIV_H
#define LINT_RULES_PRIV_H
#include "facts/expr_check.h"
#include "lint/rules/ruleset.h"

/* One file compiled, on the ruleset's arena; not added to it yet. NULL: e names file and line. */
struct rule *rule_compile(struct ruleset *rs, struct parser *p, const struct yfile *f, struct err *e);
/* The expression that a rule with `order:` reads: script.order['PYT008']. On a. */
const struct node *order_elements(struct arena *a, const char *tree, const char *id);
#endif
