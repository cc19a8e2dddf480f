// SPDX-License-Identifier: MIT
/* The remaining time of a run that hasn't ended: its iterations at the mean speed of its last range, and other
 * events as often and as long as before. Frameworks' own ETA leaves out some of that. */
#ifndef RUN_REST_H
#define RUN_REST_H
#include "run/ledger.h"

struct rest {
	const char *silent;  /* why it is unknown; NULL. Then no other member is valid */
	uint32_t iterations; /* to the end */
	double seconds;
	struct interval range; /* from those of the speed (95 %) and of single events (90 %) */
	struct {
		uint32_t n;
		double seconds;
		bool left_out; /* apparently not in eta: the difference is about that long */
	} of[LEDGER_COUNT];    /* CHECKPOINT to MIXED */
	double eta;	       /* of the last line; NaN: none is printed */
};
/* iterations: number of the run's last one; 0: unknown. */
void rest_of(struct arena *tmp, const struct run *r, const struct ledger *l, uint32_t iterations, struct rest *out);
#endif
