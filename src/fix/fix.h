// SPDX-License-Identifier: MIT
/* Promises -> verified byte edits. A fix is tried on an overlay first: re-parse, re-evaluate the edited files and all
 * their dependents, compare effective configs; exactly the promised keys may differ, else it is refused with the
 * reason. The same for scripts: all linted ones are read again, and their trees are compared (fix/script). */
#ifndef FIX_FIX_H
#define FIX_FIX_H
#include "fix/code/teach.h"
#include "lint/lint.h"
#include "lint/rules/ruleset.h"

struct fix_opts {
	bool unsafe;	 /* also SAFETY_UNSAFE */
	bool edit_bases; /* may change a base (owner scope) */
	/* Findings of rules with a patch (lint/rules/patch.h) are fixed by editing training code, or refused: an unsafe
	 * fix, and their only one. */
	bool edit_code;
	const char *const *dirs, *const *tops; /* where configs that inherit may lie; as in fix/proof/widen.h */
	const struct rule
		*only; /* rule tests: no other rule's findings are fixed, also not in later rounds; NULL: all */
	bool (*wanted)(void *ctx,
		       const struct diag *d); /* called in each round: whether the finding is fixed; NULL: all are */
	bool writes; /* what becomes of the files is to be written: a fix of one that can't be is refused */
	bool steps;  /* what is wanted may come by other fixes of the run, to be fixed in a later round */
	void *ctx;
};
struct fix_input {		  /* what is to be fixed */
	const struct graph *g;	  /* configs; NULL: none */
	const char *const *paths; /* of the files that were linted */
	size_t npaths;
	const struct diags *found;	       /* all findings in them, and in the other sets */
	const struct subject_set *const *more; /* of other kinds, for which fix_rewrites is true */
	size_t nmore;
};
struct fix_after {		       /* one of these sets */
	const struct subject_set *set; /* the new state; NULL: nothing changed in it */
	struct vfs *vfs;
};
struct fix_file {	  /* one file that changes */
	const char *path; /* absolute; of a link what it leads to */
	const char *old_bytes, *new_bytes;
	size_t nold, nnew;
};
struct fix_promise {	    /* one key of one effective config after the fix, or a part of a script */
	const char *config; /* absolute path */
	struct keypath path;
	bool absent;
	bool merged; /* only in a preview: want is a dict, and the base's keys are merged with it */
	struct value want;
	const char *const *file; /* absolute paths of what was edited for it */
	uint32_t nfiles;
};
struct fix_refusal { /* one config in which the fix was not applied */
	const char *config, *reason;
};
struct fix_reach { /* a base that was edited, and what that changes in configs that inherit from it */
	const char *edited, *text;
	uint32_t ndependents;
	struct ripple *ripple, *last; /* fix/proof/attempt.h */
	struct fix_reach *next;
};
struct fix_outcome {
	const struct diag *diag;
	bool late; /* an earlier fix caused it: places and roots of diag point into a freed graph */
	const struct fixplan *plan;
	const char *path;      /* absolute, and `at`: where it was found; NULL: in no file */
	struct point at, left; /* left: where it still stands when all is done, where it is refused */
	uint32_t offset;       /* of the finding in its file as it was at first */
	const char **config;   /* paths of diag's roots */
	uint32_t nconfigs;
	enum { FIX_APPLIED, FIX_PARTLY /* in some of its configs */, FIX_REFUSED, FIX_SKIPPED_UNSAFE } what;
	const char *reason;	     /* PARTLY, REFUSED: that of the first refusal */
	struct fix_refusal *refusal; /* PARTLY, REFUSED: one per config in which the finding remains */
	uint32_t nrefusals;
	const char **variable; /* variables that changed too, and that no code reads as keys */
	uint32_t nvariables;
	const char *note;	   /* about them, or NULL */
	struct fix_reach *reach;   /* APPLIED: one a base that was edited, or NULL */
	const char *const *edited; /* APPLIED, without promises: absolute paths of the edited files */
	uint32_t nedited;
	struct fix_promise *promise; /* that were accepted */
	uint32_t npromises;
	uint32_t round; /* the last one in which it was applied; 0: none */
	uint32_t times; /* rounds in which it was */
};
struct fix_unwritten { /* a file that can't be written */
	const char *path;
	struct err why;
};
VEC(fix_unwritten_list, struct fix_unwritten);
struct fix_result {
	struct fix_file *file;
	uint32_t nfiles;
	struct fix_outcome *outcome;
	uint32_t noutcomes;
	const struct fix_outcome **refusal; /* the refused ones, in an order to search by; `refused` many */
	uint32_t applied, partly, refused, unsafe_left, rounds;
	bool cut;			     /* struct widened */
	struct fix_unwritten_list unwritten; /* because of these fixes were refused */
	struct taught code;		     /* training code that was edited */
	struct fix_after *more;		     /* of each set of more */
	size_t nmore;
	/* NULL if no config changed: the graph of the result, its file system, and the findings of lint_run on it. */
	struct graph *after;
	struct vfs *vfs;
	struct diags found, held;
	struct lint_stats stats;
};
/* Whether files of this kind can be rewritten; the findings of others have hints only. */
bool fix_rewrites(const struct subject_kind *kind);
/* Frees the graph, the file system and the lists of findings of the result; everything else lives in the arena. */
void fix_result_release(struct fix_result *r);
/* Plans, verifies and repeats until nothing is left to do (at most 10 rounds). Writes nothing to disk. out is filled
 * even on failure; release it in any case. */
bool fix_run(const struct linter *l, struct arena *a, const struct fix_input *in, const struct fix_opts *o,
	     struct fix_result *out, struct err *e);
#endif
