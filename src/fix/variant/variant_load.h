// SPDX-License-Identifier: MIT
/* Profiles from rules/profiles/NAME.yaml and from settings. */
#ifndef FIX_VARIANT_VARIANT_LOAD_H
#define FIX_VARIANT_VARIANT_LOAD_H
#include "lint/settings/settings.h"

struct profile; /* compiled; immutable */
struct profiles {
	struct arena *arena;
	struct ruleset *rules;
	struct profile **at;
	uint32_t n;
};
/* Those of the rules, then `profiles:` of each of the settings. */
bool profiles_load(struct arena *a, struct ruleset *rs, const struct settings *const *st, size_t nst,
		   struct profiles *out, struct err *e);
/* By name, such as "high-memory", for a config with these settings: a profile of the settings has priority over one of
 * the rules. */
const struct profile *profile_find(const struct profiles *all, const char *name, const struct settings *st);
const char *profile_name(const struct profile *p);
const char *profile_summary(const struct profile *p);
struct profile_choice {			      /* an option, for people */
	const char *name, *def, *takes, *doc; /* takes: "keep | fit", NULL: anything; doc may be NULL */
};
/* The i-th option of a profile, on a; false: there is none. */
bool profile_choice(struct arena *a, const struct profile *p, uint32_t i, struct profile_choice *out);
#endif
