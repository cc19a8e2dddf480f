// SPDX-License-Identifier: MIT
/* One finding's fix in one config: from promises to edits (plan.c), then tried on an overlay (verify.c). Private to
 * fix/. */
#ifndef FIX_PROOF_ATTEMPT_H
#define FIX_PROOF_ATTEMPT_H
#include "fix/fix.h"
#include "fix/edit/rewrite.h"
#include "lint/rules/ruleset.h"

struct expect { /* what has to hold in the effective config afterwards */
	struct keypath path;
	bool absent, dict; /* dict: want merged with what a base has */
	struct value want;
};
struct reach { /* one key of one other config */
	const char *config, *key;
	struct reach *next;
};
enum attempt_state { ATTEMPT_OPEN, ATTEMPT_KEPT, ATTEMPT_REFUSED, ATTEMPT_LATER /* collides with an earlier one */ };
struct attempt {
	const struct diag *diag;
	const struct fixplan *plan;
	const struct module *root; /* the config in which the promise has to hold; a module of the current graph */
	struct edits edits;	   /* of files of the current graph; its array is on the heap */
	struct expect *expect;
	uint32_t nexpect;
	enum attempt_state state;
	const char *reason;	  /* REFUSED */
	const char *note;	  /* a change on the side that is declared rather than refused; may be NULL */
	struct reach *reach;	  /* --edit-bases: what the last trial changed in configs that only inherit */
	const char *edited;	  /* the first file that it edits */
	uint32_t ndependents;	  /* configs that inherit from that */
	const char *owner_reason; /* why editing the base was refused, when the child is tried instead */
	uint32_t unit;		  /* those that make one and the same edit stand and fall together */
	bool suspect;		  /* the last trial failed in a config that it touches */
};
VEC(attempts, struct attempt);

/* Fills edits and expect. SCOPE_OWNER may edit bases. false: refused, with the reason. */
bool attempt_plan(struct arena *a, const struct graph *g, const struct dialects *all, struct attempt *t,
		  enum fix_scope scope);

bool attempt_wanted(const struct diag *d, const struct fix_opts *o);
const struct fixplan *attempt_choose(const struct diag *d, const struct fix_opts *o); /* NULL: unsafe ones only */
/* The configs in which the finding is to be fixed: the one that it stands in, when that is linted, else all that have
 * it. */
uint32_t attempt_roots(const struct graph *g, const struct diag *d, const struct module *const **root);

struct trial {
	struct attempt **at;
	size_t n;
};
struct verifier {
	struct arena *a;
	const struct graph *cur;  /* the findings' graph */
	const struct graph *wide; /* cur and everything on disk that may inherit from it; may be cur itself */
	const struct vfs *vfs;
	const struct graph_opts *go;
	const struct ruleset *rs;
	struct settings_cache *sc;
	struct pool *pool;
	const struct fix_opts *o;
};
/* Applies the edits of `all` (which hold no collisions) on an overlay and judges every config that an edit of `focus`
 * can reach. false: those of focus that are implicated are marked suspect and have a reason. */
bool verify_trial(const struct verifier *v, const struct trial *all, const struct trial *focus);
/* New bytes of one file under the edits of all. */
void trial_text(const struct source *s, const struct edits *sorted, struct buf *out);
void trial_edits(const struct trial *all, struct edits *out); /* union, sorted; heap */
#endif
