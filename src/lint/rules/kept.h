// SPDX-License-Identifier: MIT
/* The embedded rules as the build has loaded them: what of a ruleset lies in struct kept_image (spec/kept.h), and what
 * it points to elsewhere. */
#ifndef LINT_RULES_KEPT_H
#define LINT_RULES_KEPT_H
#include "base/vec.h"
#include "lint/rules/ruleset.h"

struct rules_kept {
	struct rule **at;
	uint32_t n;
	struct dialects dialects; /* without functions and kinds */
	struct patches patches;
};
/* On rs's arena. For the build. */
struct rules_kept *rules_keep(struct ruleset *rs);
VEC(outsides, const void *);
/* What rules point to that isn't theirs: the host's kinds, functions, the first nsources sources. Always in this order.
 */
void rules_outside(const struct ruleset *rs, uint32_t nsources, struct outsides *out);
/* Of the names of its kinds and checks, in their order: rules are kept for one host. */
uint64_t rules_host(const struct ruleset *rs);
/* Fills rs, which has a host and no sources yet. false: nothing is kept, or for another host; rs is as it was. */
bool rules_take_kept(struct ruleset *rs);
#endif
