// SPDX-License-Identifier: MIT
/* Profiles of scripts: each step is a rule (on: script) whose fixes are applied and verified like all fixes of scripts
 * (fix/proof/others.h): the result can be parsed, its syntax is the old one except for the promised changes, and no
 * other rule about scripts fires. Steps repeat until nothing is left to do, so a second run changes nothing. */
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
/* Fills path, text, step, npromises (of the changes), reason. false: settings can't be used, e has the reason. */
bool steps_apply(const struct linter *l, struct arena *a, const struct steps_order *o, struct variant *out,
		 struct err *e);
#endif
