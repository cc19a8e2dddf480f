// SPDX-License-Identifier: MIT
/* What a log that is too short for a ledger still tells of its wall time. */
#ifndef RUN_GAPS_H
#define RUN_GAPS_H
#include "run/formats/run.h"

struct gaps {
	double wall;		 /* seconds from the first clock to the last; NaN */
	double outside;		 /* seconds of it outside iterations, by the timers of its lines; NaN: unknown */
	double hole;		 /* the longest time between two lines, if it stands out and is long; else 0 */
	uint32_t before, behind; /* these lines */
};
enum { HOLE_LEAST = 1800 /* seconds */ };
struct gaps gaps_of(const struct run *r);
#endif
