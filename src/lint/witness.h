// SPDX-License-Identifier: MIT
/* Compares a run with the findings of the config that it was started with: confirmed, refuted, not measured. The rules
 * about runs define which findings they settle (`settles`, docs/writing-rules.md). */
#ifndef LINT_WITNESS_H
#define LINT_WITNESS_H
#include "lint/lint.h"

struct witness { /* a config, and a run of it; both are linted */
	const struct subject *config, *run;
	const char *other; /* why the run is no evidence for this config: it did other work; NULL: it did the same */
};
/* Gives d->evidence to those findings of configs among found and held that a rule about runs settles. The findings of
 * the runs themselves are among found and held too. In a finding that several configs share the costliest counts. */
void witness_findings(const struct linter *l, struct arena *a, const struct witness *pair, size_t n,
		      const struct diags *found, const struct diags *held);
/* Moves findings of runs to the key of the config that they are about, if its value is unchanged; removes those about a
 * key that has changed since. Returns how many are silenced by comments in configs; these are removed too. */
uint32_t witness_homes(const struct linter *l, struct arena *a, const struct witness *pair, size_t n,
		       struct diags *found);
const char *run_verdict_name(enum run_verdict v); /* "not measured" */
#endif
