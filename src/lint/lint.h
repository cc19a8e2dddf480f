// SPDX-License-Identifier: MIT
/* Every rule on every subject of a set, in parallel, in an order that does not depend on threads. */
#ifndef LINT_LINT_H
#define LINT_LINT_H
#include "lint/finding/diag.h"
#include "lint/settings/settings.h"
#include "lint/finding/suppress.h"
#include "lint/rules/ruleset.h"
#include "lint/linter.h"

struct lint_count { /* of one kind of subject */
	const struct subject_kind *kind;
	uint32_t files, whole; /* judged; of these, not only fragments of others */
	uint32_t unread; /* could not be read or parsed: not clean, whatever the findings say; told by who loads */
};
enum { KINDS_MAX = 8 };
struct lint_stats {
	struct lint_count of[KINDS_MAX]; /* one a kind that was judged, in that order */
	uint32_t nkinds, suppressed;
	uint32_t unjudged; /* (rule, config) pairs silent because of machine facts that were not given */
	bool wants_gpus, wants_cores;
};
struct judged { /* one subject, and the settings that it is judged under */
	const struct subject *s;
	const struct settings *st;
};
/* The entry of a kind, made when it is new. */
struct lint_count *lint_count(struct lint_stats *s, const struct subject_kind *kind);
/* All requested subjects of the set. Findings live in a. */
void lint_run(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *out,
	      struct lint_stats *stats);
/* One of them: `explain RULE FILE`, rule tests, the fix verifier. only NULL: all selected rules; stats may be NULL. */
void lint_subject(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *only,
		  struct diags *out, struct lint_stats *stats);
/* Whether this rule finds something at this key path in a config that is judged on its own; true also where it is none.
 */
bool lint_shares(const struct linter *l, const struct judged *c, const struct rule *r, const char *path);
/* Machine facts for one file: settings, then the NxbM tag of its name. */
struct machine lint_machine(struct arena *a, const struct settings *st, const struct module *m);
/* NULL: none fits. why (may be NULL) says where it is from. */
const struct dialect *lint_dialect(const struct linter *l, const struct judged *c, const char **why);
/* Why a rule says nothing on a config: first cause with its place, as text. false: it fires. */
bool lint_silence(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		  struct buf *why);
#endif
