// SPDX-License-Identifier: MIT
/* Profiles of scripts: each step is a rule (on: script) whose fixes are made, proved as all fixes of scripts are
 * (fix/script/verify.h): it can be parsed, its syntax is the old one but for what was promised, and no rule about
 * scripts that was silent speaks. Steps repeat until nothing is left to do, so a second time changes nothing. */
#ifndef FIX_VARIANT_STEPS_H
#define FIX_VARIANT_STEPS_H
#include "fix/variant/profile.h"

struct steps_order {
	const char *path; /* absolute */
	const struct profile *profile;
	const char *out_dir; /* NULL: beside the script */
	/* Of the command line; which rules run is the profile's matter, but `ignore`. */
	const struct overrides *settings;
};
bool profile_is_of_scripts(const struct profile *p);
/* Fills path, text, step, npromises (of the changes), reason. false: settings can't be used, e says why. */
bool steps_apply(const struct linter *l, struct arena *a, const struct steps_order *o, struct variant *out,
		 struct err *e);
#endif
