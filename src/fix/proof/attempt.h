// SPDX-License-Identifier: MIT
/* One finding's fix in one config, on its way from promises to edits (fix/proof/plan.h) and through the proof
 * (fix/proof/verify.h). */
#ifndef FIX_PROOF_ATTEMPT_H
#define FIX_PROOF_ATTEMPT_H
#include "base/vec.h"
#include "lint/finding/diag.h"
#include "text/edit.h"

struct expect { /* what has to hold in the effective config afterwards */
	struct keypath path;
	bool absent, dict; /* dict: want merged with what a base has */
	struct value want; /* dict: what it became, after a trial */
	uint32_t *file;	   /* of the last trial: the edited files that it changes in */
	uint32_t nfiles;
};
struct ripple { /* --edit-bases: one key of one config that only inherits, which the fix changes too */
	const char *config, *path, *key; /* config: the path as it is reported */
	struct ripple *next;
};
struct swap { /* of scripts: what becomes of a node of the syntax tree (fix/script/same_syntax.h) */
	const struct node *was;
	const struct node *const *is; /* in its place; of append: behind its last kid */
	uint32_t n;
	bool append;
};
struct ripples {
	struct ripple *first, *last;
};
enum attempt_state { ATTEMPT_OPEN, ATTEMPT_APPLIED, ATTEMPT_REFUSED, ATTEMPT_LATER /* collides with an earlier one */ };
struct attempt {
	const struct diag *diag;
	const struct fixplan *plan;
	const struct subject *of;  /* in which the promise has to hold; of the current set */
	const struct module *root; /* of a config: its module of the current graph; else NULL */
	struct edits edits;	   /* of files of the current set; its array is on the heap */
	struct expect *expect;
	uint32_t nexpect;
	const struct swap *swap; /* of scripts: the edits as they change the syntax tree */
	uint32_t nswaps;
	enum attempt_state state;
	const char *reason;	     /* REFUSED */
	struct ripples ripple;	     /* of the last trial */
	struct ripples carried;	     /* likewise: top-level variables that change too and that no code reads as keys */
	const char *edited;	     /* the files that it edits and others inherit from: "a.py and b.py" */
	uint32_t ndependents;	     /* configs that inherit from them */
	const char *owner_reason;    /* why editing the base was refused, when the child is tried instead */
	uint32_t unit;		     /* those that make one and the same edit stand and fall together */
	struct attempt *twin;	     /* the first of those that fix one finding by the same edits and promise the same,
					each in its own config; itself where it is the first */
	bool brings;		     /* REFUSED: because another finding would come */
	bool suspect;		     /* the last trial failed in a config that it touches */
	const struct module *bad_at; /* the first of the affected configs, or the one that proves the failure; of the
					verifier's wide graph; NULL: no suspect */
	bool alone;   /* the last trial was of it and its twins, and nothing else could change the config */
	bool own_bad; /* and its own config failed because of a promise there */
	bool sure;    /* and would have failed there the same way without the others on trial */
};
VEC(attempts, struct attempt);
struct attempt_set { /* some of them, such as are tried together */
	struct attempt **at;
	size_t n;
};
/* `after` is s with all edits applied, those of other files too. NULL: the promised parts changed and nothing else;
 * else the reason, in a. */
typedef const char *judge_changed(struct arena *a, const struct subject *s, const struct subject *after,
				  const struct attempt_set *all);
#endif
