// SPDX-License-Identifier: MIT
/* What a run that hasn't reached its end still takes: its iterations at the mean speed of its last stretch, and what
 * happens between them as often as it did, each as long as it took. Frameworks' own ETA leaves some of that out. */
#ifndef RUN_REST_H
#define RUN_REST_H
#include "run/ledger.h"

struct rest {
	const char *silent;  /* why it isn't known; NULL. Then nothing else holds */
	uint32_t iterations; /* to the end */
	double seconds;
	struct interval range; /* by those of the speed (95 %) and of single events (90 %) */
	struct {
		uint32_t n;
		double seconds;
		bool left_out; /* by eta, as it seems: what it lacks is about that long */
	} of[LEDGER_COUNT];    /* CHECKPOINT to MIXED */
	double eta;	       /* of the last line; NaN: none is printed */
};
/* iterations: number of the run's last one; 0: not known. */
void rest_of(struct arena *tmp, const struct run *r, const struct ledger *l, uint32_t iterations, struct rest *out);
#endif
