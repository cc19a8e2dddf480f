// SPDX-License-Identifier: MIT
/* What was measured of a run, as a tree of values that rules ask (docs/writing-rules.md lists it). Nothing in it
 * judges: what a log can't tell is Unknown, what didn't happen is absent. */
#ifndef RUN_MEASURED_H
#define RUN_MEASURED_H
#include "base/vec.h"
#include "python/value/value.h"
#include "run/ledger.h"
#include "run/gpu_memory.h"
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
VEC(line_numbers, uint32_t);
/* Lines of the log that its places are, and those of its config, in any order. */
void run_cited(const struct measurements *of, struct line_numbers *out);
/* log: its text, whose lines are the places; of the others it may be without the text. */
struct value run_measured(struct arena *a, const struct measurements *of, struct sources *all,
			  const struct source *log);
#endif
