// SPDX-License-Identifier: MIT
/* Profiles: rules/profiles/NAME.yaml -> promises -> a child config NAME_suffix.py (`_base_` plus overrides, a comment
 * per override that says why). The result is loaded, compared (exactly the promises) and linted before anything is
 * written; a profile that can't hold its promise is refused with the reason. Format: docs/writing-rules.md. */
#ifndef FIX_VARIANT_PROFILE_H
#define FIX_VARIANT_PROFILE_H
#include "fix/fix.h"
#include "lint/rules/ruleset.h"

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
/* By name, such as "high-memory", for a config with these settings: their own profile comes before one of the rules. */
const struct profile *profile_find(const struct profiles *all, const char *name, const struct settings *st);
const char *profile_name(const struct profile *p);
const char *profile_summary(const struct profile *p);

struct variant_row { /* of the table that --explain prints */
	struct keypath path;
	struct value was; /* Unknown: not set; then `by_default` may tell what the training code takes instead */
	struct value by_default, now;
	const char *why, *formula;
};
struct variant_term { /* a name that the formulas use */
	const char *name, *formula;
	struct value val;
};
struct variant {
	const char *path;   /* of the new file, absolute */
	const char *text;   /* NULL: refused or nothing to change */
	const char *reason; /* refusal, or "changes nothing" */
	bool nothing;	    /* it changes nothing */
	const char *const *warning, *const *note;
	uint32_t nwarnings, nnotes;
	struct promise *promise; /* what it changes */
	uint32_t npromises;
	struct variant_row *row; /* one a promise */
	struct variant_term *term;
	uint32_t nterms;
	struct diags found;  /* findings in the result that the source does not have */
	struct graph *after; /* graph that `found` points into; NULL when nothing was loaded */
	struct vfs *vfs;     /* what `after` reads through */
};
/* Frees the graph, the file system and the array of findings; everything else lives in the arena. */
void variant_release(struct variant *v);
/* out_dir NULL: beside the source. options: NAME=EXPR overrides of the profile's options, NULL-terminated or NULL. */
bool profile_apply(struct arena *a, const struct graph *g, const struct module *m, const struct profile *pr,
		   const struct graph_opts *go, const struct ruleset *rs, struct settings_cache *sc,
		   const char *out_dir, const char *const *options, struct pool *p, struct variant *out, struct err *e);
#endif
