// SPDX-License-Identifier: MIT
/* The keys in which two configs differ: those of two runs, or those of a run and today. The meaning of a difference
 * is data (rules/drift.yaml). Keys that say where a run runs, and paths that differ only in their root, are no
 * difference. Unknown values are neither. */
#ifndef RUN_DRIFT_H
#define RUN_DRIFT_H
#include "config/differ.h"

struct drift_kind {
	const char *word; /* "batch", "model" */
	bool other_work;  /* iterations do different work: their speeds can't be compared */
	bool memory;	  /* an iteration takes different memory, by more than the batch explains */
	const char **key;
	uint32_t n;
};
struct drift_words { /* rules/drift.yaml */
	const char **left_out, **way;
	uint32_t nleft_out, nways;
	struct drift_kind *kind;
	uint32_t n;
};
/* The embedded file; all memory is a's. */
const struct drift_words *drift_words_load(struct arena *a);

struct drift {
	struct change change;	       /* never CHANGE_ORDER; values belong to the configs */
	const struct drift_kind *kind; /* NULL: any other key */
};
VEC(drift_list, struct drift);
struct drifts {
	struct drift_list list;		/* in the order of the configs, at most DRIFTS_MOST */
	uint32_t more;			/* the number beyond that */
	uint32_t unknown;		/* keys for which it is unknown whether they differ */
	const struct drift *other_work; /* the first one of such a kind, including those beyond the limit; NULL: none */
};
enum { DRIFTS_MOST = 1000 };
/* then, now: dicts. Free with drifts_release; paths are a's. */
void drifts_find(struct arena *a, const struct drift_words *w, struct value then, struct value now, struct drifts *out);
const char *drift_text(struct arena *a, struct value v); /* one side of a change as Python; long ones "..." */
void drifts_release(struct drifts *d);
#endif
