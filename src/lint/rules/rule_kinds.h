// SPDX-License-Identifier: MIT
/* `on:` of a rule. */
#ifndef LINT_RULES_RULE_KINDS_H
#define LINT_RULES_RULE_KINDS_H
#include "lint/rules/rule.h"
#include "spec/read.h"

/* n: a name or a list of names; NULL: the first kind. false: y's error is filled. */
bool rule_is_about(const struct rule *r, const struct subject_kind *kind);
bool rule_read_kinds(struct yread *y, const struct ynode *n, const struct subject_kind *const *kinds, struct rule *r);
#endif
