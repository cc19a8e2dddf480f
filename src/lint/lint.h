// SPDX-License-Identifier: MIT
/* Every rule on every subject of a set, in parallel, in an order that does not depend on threads. */
#ifndef LINT_LINT_H
#define LINT_LINT_H
#include "base/map.h"
#include "lint/finding/outcome.h"
#include "lint/settings/settings.h"
#include "lint/rules/ruleset.h"
#include "lint/linter.h"

struct memo;	/* lint/judge/memo.h */
struct judged { /* one subject, and the settings that apply to it */
	const struct subject *s;
	const struct settings *st;
};
/* All requested subjects of the set. Findings live in a. held: what costs time and the settings don't select, but don't
 * exclude either; NULL: not wanted. */
void lint_run(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *out,
	      struct diags *held, struct lint_stats *stats);
/* The same, but subjects in known (struct outcome by subject, from lint_wanted; may be NULL) were linted before and
 * aren't linted again. */
void lint_again(const struct linter *l, struct arena *a, const struct subject_set *set, const struct map *known,
		struct diags *out, struct diags *held, struct lint_stats *stats);
/* Subjects that are linted as by lint_run, in parallel, and the findings of each. */
struct lint_wanted {
	const struct subject *s;
	struct arena *a; /* the outcome is valid, its lists too; several may share one */
	struct outcome *out;
	bool good; /* false: its settings are broken, nothing was linted */
};
/* memo (of JUDGE_COUNT, may be NULL): as for lint_subject. */
void lint_wanted(const struct linter *l, struct memo *memo, struct lint_wanted *all, size_t n);
/* Runs all rules that its settings select on one subject: used to try a fix or a variant. memo (may be NULL) is shared
 * with other subjects. stats (in a, may be NULL): checks that did not run. */
void lint_subject(const struct linter *l, struct memo *memo, struct arena *a, const struct judged *c, struct diags *out,
		  struct lint_stats *stats);
/* One rule on one, whatever is selected: `explain RULE FILE`, rule tests. stats may be NULL. */
void lint_rule(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r, struct diags *out,
	       struct lint_stats *stats);
/* Evaluates an expression of the rule on one subject: a figure beside its findings. For kinds without dialects. */
struct value lint_ask(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		      const struct node *expr);
/* Whether this rule finds something at this key path in a config linted alone; true also if it is no complete config:
 * then *whole is false. memo: as for lint_subject. */
bool lint_shares(const struct linter *l, struct memo *memo, const struct judged *c, const struct rule *r,
		 const char *path, bool *whole);
/* Machine facts for one file: the command line, the launch line that starts it, settings, the NxbM tag of its name. */
struct machine lint_machine(struct arena *a, const struct settings *st, const struct subject *s);
/* NULL: none fits. why (may be NULL): the source of the result. */
const struct dialect *lint_dialect(const struct linter *l, const struct judged *c, const char **why);
#endif
