// SPDX-License-Identifier: MIT
/* Every rule on every root config, in parallel, in an order that does not depend on threads. */
#ifndef LINT_LINT_H
#define LINT_LINT_H
#include "lint/finding/diag.h"
#include "lint/settings/settings.h"
#include "lint/finding/suppress.h"
#include "lint/rules/ruleset.h"

struct lint_stats {
	uint32_t files, roots, suppressed;
	uint32_t unjudged; /* (rule, config) pairs silent because of machine facts that were not given */
	bool wants_gpus, wants_cores;
};
/* requested modules of g only. Findings live in a. */
void lint_run(struct arena *a, const struct graph *g, const struct ruleset *rs, struct settings_cache *sc,
	      struct pool *p, struct diags *out, struct lint_stats *stats);
/* One module under one settings set: `explain RULE FILE`, rule tests, the fix verifier. only NULL: all selected rules.
 */
void lint_module(struct arena *a, const struct graph *g, const struct module *m, const struct ruleset *rs,
		 const struct settings *st, const struct rule *only, struct diags *out, struct lint_stats *stats);
/* Whether this rule finds something at this key path in a config that is judged on its own; true also where it is none.
 */
bool lint_shares(const struct graph *g, const struct module *m, const struct ruleset *rs, const struct settings *st,
		 const struct rule *r, const char *path);
/* Machine facts for one file: settings, then the NxbM tag of its name. */
struct machine lint_machine(struct arena *a, const struct settings *st, const struct module *m);
const struct dialect *lint_dialect(const struct ruleset *rs, const struct settings *st, const struct graph *g,
				   const struct module *m, const char **why);
/* Why a rule says nothing on a config: first cause with its place, as text. false: it fires. */
bool lint_silence(struct arena *a, const struct graph *g, const struct module *m, const struct ruleset *rs,
		  const struct settings *st, const struct rule *r, struct buf *why);
#endif
