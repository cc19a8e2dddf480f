// SPDX-License-Identifier: MIT
/* What a run says of the findings in the config that it was started with: confirmed, refuted, not measured. Which rule
 * about runs speaks of which finding is said by the rule (`settles`, docs/writing-rules.md). */
#ifndef LINT_WITNESS_H
#define LINT_WITNESS_H
#include "lint/lint.h"

struct witness { /* a config, and a run of it; both are judged */
	const struct subject *config, *run;
	const char *other; /* why the run says nothing about this config: it did other work; NULL: it didn't */
};
/* Gives d->evidence to those findings of configs among found and held that a rule about runs settles. The findings of
 * the runs themselves are among found and held too. In a finding that several configs share the costliest counts. */
void witness_findings(const struct linter *l, struct arena *a, const struct witness *pair, size_t n,
		      const struct diags *found, const struct diags *held);
/* Findings of runs about a key of the config that still is what it was stand there, in the config; those about one that
 * has changed since are gone. Returns how many comments in configs silence; these are gone, too. */
uint32_t witness_homes(const struct linter *l, struct arena *a, const struct witness *pair, size_t n,
		       struct diags *found);
const char *run_verdict_name(enum run_verdict v); /* "not measured" */
#endif
