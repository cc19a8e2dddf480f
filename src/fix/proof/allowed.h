// SPDX-License-Identifier: MIT
/* Which changes of one effective config are what was promised. Private to fix/. */
#ifndef FIX_PROOF_ALLOWED_H
#define FIX_PROOF_ALLOWED_H
#include "fix/proof/attempt.h"

struct grant {
	struct attempt *by;
	bool own;    /* the config is the attempt's own one, not only a dependent of what it edits */
	bool judged; /* it is the one on trial */
	bool used;   /* a change was put down to it */
};
VEC(grants, struct grant);
struct allowed {
	const struct verifier *v;
	const struct module *before, *after;
	struct grants grant;
	bool family; /* the reason is about all configs that inherit, not about this one */
};
void allowed_add(struct allowed *ok, struct attempt *t, bool own, bool judged);
const char *allowed_judge(struct allowed *ok); /* NULL: fine, else why not */
void allowed_release(struct allowed *ok);

struct findings { /* of one config, before and after */
	struct arena arena;
	struct diags before, after;
	bool loaded;
};
/* root is a module of v->cur, after one of g. false: its settings are broken. */
bool findings_load(struct findings *f, const struct verifier *v, const struct module *root, const struct graph *g,
		   const struct module *after);
/* The finding of t must be gone, and no new finding may be as heavy. NULL: fine. */
const char *findings_judge(const struct findings *f, const struct verifier *v, const struct attempt *t);
void findings_release(struct findings *f);
#endif
