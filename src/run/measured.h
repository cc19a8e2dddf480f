// SPDX-License-Identifier: MIT
/* The measurements of a run, as a tree of values for rules (docs/writing-rules.md lists it). It contains no
 * judgement: what a log doesn't show is Unknown, what didn't happen is absent. */
#ifndef RUN_MEASURED_H
#define RUN_MEASURED_H
#include "base/vec.h"
#include "python/value/value.h"
#include "run/ledger.h"
#include "run/formats/gpu_memory.h"
#include "run/rates.h"
#include "run/formats/watch.h"

struct measurements {
	const struct run *run;	   /* NULL: there is only output of monitoring tools */
	const struct watch *watch; /* if run is NULL; else that is the run's */
	const struct ledger *ledger;
	struct card card; /* with a known size of its memory */
	const struct rates *rates;
	double ahead;		   /* bytes of batches that the workers of a process hold ready; 0: unknown */
	const struct value *today; /* its config as it is now; NULL: not loaded */
};
VEC(line_numbers, uint32_t);
/* The lines of the log that are places of values, and those of its config, in any order. */
void run_cited(const struct measurements *of, struct line_numbers *out);
/* log: its text, whose lines are the places; lines that are not cited may be empty. */
struct value run_measured(struct arena *a, const struct measurements *of, struct sources *all,
			  const struct source *log);
#endif
