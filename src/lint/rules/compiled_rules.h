// SPDX-License-Identifier: MIT
/* The embedded rules as the build has loaded them (spec/compiled.h): what of a ruleset is compiled, and what it points
 * to elsewhere. */
#ifndef LINT_RULES_COMPILED_RULES_H
#define LINT_RULES_COMPILED_RULES_H
#include "base/vec.h"
#include "lint/rules/ruleset.h"

struct compiled_rules {
	struct dialects dialects; /* without functions and kinds */
	struct patches patches;
	struct rule **at;
	uint32_t n;
};
/* Those of a ruleset; for the build. */
struct compiled_rules compiled_rules_of(const struct ruleset *rs);
VEC(outsides, const void *);
/* Objects outside the rules that rules point to: the host's kinds, functions, the first nsources sources. Always in
 * this order.
 */
void rules_outside(const struct ruleset *rs, uint32_t nsources, struct outsides *out);
/* Of the names of its kinds and checks, in their order: rules are compiled for one host. */
uint64_t rules_host(const struct ruleset *rs);
/* Fills rs, which has a host and no sources yet. false: no rules are compiled, or they are for another host; rs is
 * unchanged. */
bool rules_take_compiled(struct ruleset *rs);
#endif
