// SPDX-License-Identifier: MIT
/* Profiles: rules/profiles/NAME.yaml -> promises -> a child config NAME_suffix.py (`_base_` plus overrides, a comment
 * per override that says why). The result is loaded, compared (exactly the promises) and linted before anything is
 * written; a profile that can't fulfil its promise is refused with the reason. Format: docs/writing-rules.md. */
#ifndef FIX_VARIANT_PROFILE_H
#define FIX_VARIANT_PROFILE_H
#include "lint/lint.h"
#include "lint/rules/ruleset.h"

struct profile;	     /* fix/variant/variant_load.h */
struct variant_row { /* of the table that --explain prints */
	struct keypath path;
	struct value was; /* Unknown: not set; then `by_default` may have the default of the training code */
	struct value by_default, now;
	const char *why, *formula;
};
struct variant_step {	     /* of a script: one change, or one that was left out */
	uint32_t line;	     /* from 1, of the script as it was */
	const char *text;    /* what it promises */
	const char *why_not; /* NULL: it is applied */
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
	struct variant_step *step;
	uint32_t nsteps;
	struct diags found;  /* findings in the result that the source does not have */
	struct graph *after; /* graph that `found` points into; NULL when nothing was loaded */
	struct vfs *vfs;     /* what `after` reads through */
};
/* Frees the graph, the file system and the array of findings; everything else lives in the arena. */
void variant_release(struct variant *v);
struct variant_order {
	const struct graph *g;
	const struct module *m; /* the source; of g */
	const struct profile *profile;
	const char *out_dir;	    /* NULL: beside the source */
	const char *const *options; /* NAME=EXPR over the profile's options, NULL-terminated; or NULL */
};
/* false: settings or options can't be used, e says why. A refusal is a variant without text. */
bool profile_apply(const struct linter *l, struct arena *a, const struct variant_order *o, struct variant *out,
		   struct err *e);
#endif
