// SPDX-License-Identifier: MIT
/* A rule's conditions taken apart. */
#ifndef LINT_JUDGE_CONJUNCTS_H
#define LINT_JUDGE_CONJUNCTS_H
#include "base/vec.h"
#include "facts/deps.h"
#include "lint/rules/rule.h"

enum { CONJUNCTS_MAX = 64 };
struct conjuncts { /* what must all be True for a condition to be */
	const struct deps_of *o;
	const struct node *at[CONJUNCTS_MAX];
	uint32_t n; /* as many as there is room for: some may be missing */
};
/* Also behind lets; out->o is set, the rest is zero. */
void conjuncts_of(struct conjuncts *out, const struct node *condition);

/* Names that the rule's expressions bind themselves: variables of comprehensions and lambdas, :=. To be released. */
VEC(names_bound, const struct str *);
struct names_bound names_bound_in(const struct rule *r);
#endif
