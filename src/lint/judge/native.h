// SPDX-License-Identifier: MIT
/* Rules that need the syntax tree's definitions and uses rather than values: a native rule's YAML documents it, the
 * function here finds. One table row each. */
#ifndef LINT_JUDGE_NATIVE_H
#define LINT_JUDGE_NATIVE_H
#include "facts/facts.h"
#include "lint/finding/diag.h"
#include "lint/finding/lint_stats.h"
#include "lint/settings/settings.h"
#include "lint/rules/ruleset.h"

struct native_ctx {
	struct arena *a;
	const struct subject *subject;
	const struct graph *g; /* of a config, and the config; NULL for all others */
	const struct module *m;
	const struct ruleset *rs;
	const struct settings *st;
	struct facts *facts;
	const struct code *code; /* that trains the config, or NULL */
	const struct rule *rule;
	struct diags *out;
	struct lint_stats *stats; /* for what it could not check */
};
typedef void native_fn(struct native_ctx *c);
struct judge;
/* Runs it for a rule on the judge's subject; findings go to out. */
struct native_ctx native_ctx(const struct judge *j, const struct rule *r, struct diags *out);
native_fn *native_find(const char *id); /* NULL: the finding comes as a module's note with that id */
/* Fills what all findings share; returns the new finding for the caller to complete. */
struct diag *native_add(struct native_ctx *c, enum severity sev, struct span at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Another place that the finding speaks of, behind those that it has. */
void native_related(struct native_ctx *c, struct diag *d, struct span at, const char *text);
/* `name = value` and nothing more, the name not one of ours (`_base_`, `_x`). */
bool native_assignment(const struct node *n);
#endif
