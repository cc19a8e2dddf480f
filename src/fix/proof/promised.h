// SPDX-License-Identifier: MIT
/* Which changes of one effective config are what was promised. */
#ifndef FIX_PROOF_PROMISED_H
#define FIX_PROOF_PROMISED_H
#include "fix/proof/loaded.h"

struct grant { /* one of the fixes that reach the config */
	struct attempt *by;
	bool own;    /* the config is the attempt's own one, not only a dependent of what it edits */
	bool judged; /* it is the one on trial */
	bool used;   /* a change was put down to it */
};
VEC(grants, struct grant);
struct promised { /* the changes of one config; the caller fills everything except grants and family */
	const struct verifier *v;
	struct loaded *loaded; /* of the trial */
	const struct module *before, *after;
	struct grants grant;
	bool family;		/* the reason is about all configs that inherit, not about this one */
	struct attempt *broken; /* on trial, and the reason: its own promise does not hold */
};
void promised_add(struct promised *ok, struct grant g);
const char *promised_judge(struct promised *ok); /* NULL: fine, else why not */
void promised_release(struct promised *ok);
/* After a good trial: which of the files that t edits changed for which of its promises. */
typedef const struct module *promised_after(void *ctx, const char *path); /* NULL: it could not be loaded */
void promised_note_files(const struct verifier *v, promised_after *after, void *ctx, struct attempt *t);
#endif
