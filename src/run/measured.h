// SPDX-License-Identifier: MIT
/* What was measured of a run, as a tree of values that rules ask (docs/writing-rules.md lists it). Nothing in it
 * judges: what a log can't tell is Unknown, what didn't happen is absent. */
#ifndef RUN_MEASURED_H
#define RUN_MEASURED_H
#include "python/value/value.h"
#include "run/ledger.h"
#include "run/memory.h"
#include "run/rates.h"
#include "run/watch.h"

struct measurements {
	const struct run *run;	   /* NULL: there is only what monitoring tools wrote */
	const struct watch *watch; /* then; else that is the run's */
	const struct ledger *ledger;
	struct card card; /* of which it is known how much memory it has */
	const struct rates *rates;
	double ahead;		   /* bytes of batches that the workers of a process hold finished; 0: not known */
	const struct value *today; /* its config as it is now; NULL: nobody asked */
};
/* log: its text, whose lines are the places. */
struct value run_measured(struct arena *a, const struct measurements *of, struct sources *all,
			  const struct source *log);
#endif
