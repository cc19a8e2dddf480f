// SPDX-License-Identifier: MIT
/* The keys in which two configs differ: those of two runs, or that of a run and today's. What a difference means is
 * data (rules/drift.yaml); keys that say where a run runs, and paths that differ in their root only, are none. Nothing
 * is claimed of values that aren't known. */
#ifndef RUN_DRIFT_H
#define RUN_DRIFT_H
#include "config/differ.h"

struct drift_kind {
	const char *word; /* "batch", "model" */
	bool other_work;  /* iterations do something else: their speeds don't compare */
	bool memory;	  /* an iteration takes other memory, by more than the batch explains */
	const char **key;
	uint32_t n;
};
struct drift_words { /* rules/drift.yaml */
	const char **left_out, **way;
	uint32_t nleft_out, nways;
	struct drift_kind *kind;
	uint32_t n;
};
/* The embedded file; everything is a's. */
const struct drift_words *drift_words_load(struct arena *a);

struct drift {
	struct change change;	       /* never CHANGE_ORDER; its values are those of the configs */
	const struct drift_kind *kind; /* NULL: any other key */
};
VEC(drift_list, struct drift);
struct drifts {
	struct drift_list list;		/* in the order of the configs, at most DRIFTS_MOST */
	uint32_t more;			/* beyond that */
	uint32_t unknown;		/* keys of which it isn't known whether they differ */
	const struct drift *other_work; /* the first one of such a kind, among those beyond too; NULL: none */
};
enum { DRIFTS_MOST = 1000 };
/* then, now: dicts. Free with drifts_release; paths are a's. */
void drifts_find(struct arena *a, const struct drift_words *w, struct value then, struct value now, struct drifts *out);
const char *drift_text(struct arena *a, struct value v); /* one side of a change as Python; long ones "..." */
void drifts_release(struct drifts *d);
#endif
