// SPDX-License-Identifier: MIT
/* Where a run's wall time went, by the clock of its log. The timers that frameworks print leave out checkpoints,
 * evaluations and the ends of epochs, or hide them in other figures (run/formats/log_format.h, `lands`).
 *
 * A window is the time between two train records: n iterations in D seconds. Windows without other events give the
 * time of an iteration (tau, per regime). The time of another window beyond n * tau is attributed to its events:
 *
 * 	Iter [100/600] 0:13.5 | Iter(val) 0:14.5 | Iter [110/600] 0:15.0
 * 	tau 0.055: D = 1.5 = 10 tau + 0.95 of evaluation
 *
 * If lines frame the work (from "Saving checkpoint" to the next line, from a validation's first batch to its
 * result), that time is used. Of kinds that share windows, those that are alone somewhere are computed first, then
 * those beside known ones. Rows add up to the wall time, and none is below zero. */
#ifndef RUN_LEDGER_H
#define RUN_LEDGER_H
#include "run/formats/run.h"
#include "run/formats/series_stats.h"

enum ledger_kind {
	LEDGER_COMPUTE,	   /* forward, backward, optimizer: the rest */
	LEDGER_DATA,	   /* waiting for the loader, in every iteration */
	LEDGER_CHECKPOINT, /* saving */
	LEDGER_EVALUATION,
	LEDGER_PASS,  /* the loader starts again: end of an epoch, or of a pass over the data */
	LEDGER_MIXED, /* several of these that never happened apart, or too rarely to estimate each */
	LEDGER_STALL, /* an iteration that took long without a visible cause */
	LEDGER_PAUSE, /* so long that the machine or the job was suspended */
	LEDGER_START, /* before the first iteration */
	LEDGER_END,   /* after the last record, without a visible cause */
	LEDGER_COUNT
};
struct ledger_row {
	uint32_t n;	       /* how often; COMPUTE, DATA: iterations */
	uint32_t measured;     /* the number measured individually: `each` and `median` refer to them */
	double seconds;	       /* all together */
	struct interval range; /* the 90 % range of `seconds`: windows shared with other kinds, a coarse clock */
	double median;	       /* of one; NaN if none was measured individually */
	struct interval each;  /* the 90 % range of that median */
	double share;	       /* of the wall time */
};
struct regime {		       /* consecutive windows of one speed */
	uint32_t from, to;     /* iterations: after, up to */
	double tau;	       /* seconds of an iteration: the median */
	struct interval range; /* of tau, 90 % */
	uint32_t turn;	       /* from there on iterations get slower, or faster, one by one; 0: they don't */
	double begin, end;     /* the time of one at `turn`, and at the end; tau if they don't */
};
struct ledger {
	const char *silent;    /* why there is no ledger; NULL. Then only the next two members are valid */
	double timers_data;    /* `data_time` over `time`, median of all lines with both, whatever else happened; NaN */
	uint32_t timers_lines; /* the number of these lines */
	double wall;	       /* seconds from the first line to the last */
	uint32_t iterations;
	struct ledger_row row[LEDGER_COUNT];
	/* The same, with row[LEDGER_MIXED] divided among the kinds that also happened apart: a guess with wide
	 * ranges. */
	struct ledger_row estimate[LEDGER_COUNT];
	struct regime regime[SHIFTS_MAX + 1];
	uint32_t nregimes;
	uint32_t pass;		    /* batches of a pass over the data, detected in the log itself; 0 */
	double data_share;	    /* of an iteration's time, median of the clean windows; NaN */
	struct interval data_range; /* the 90 % range of that median */
	uint32_t data_windows;	    /* the number of these windows */
	const uint32_t *stall;	    /* iterations of the records after each of row[LEDGER_STALL].n stalls */
	uint32_t mixed;		    /* the kinds in row[LEDGER_MIXED]: bit k - LEDGER_CHECKPOINT each */
	uint32_t stalls_waiting;    /* stalls of the loader, according to data_time */
	double timer_ratio;	    /* sum of the printed `time` over the clock, in clean windows; NaN */
};
enum { LEDGER_TIMERS_LEAST = 10 /* lines that timers_data requires */ };
/* All memory of out is a's. */
void ledger_of(struct arena *a, const struct run *r, struct ledger *out);
/* Whether its range is more informative than its seconds. */
bool ledger_is_vague(const struct ledger_row *row);
/* "waiting for data"; for LEDGER_MIXED "checkpoints and evaluation that no line separates" */
const char *ledger_word(const struct ledger *l, enum ledger_kind k);
const char *ledger_id(enum ledger_kind k); /* "data" */
#endif
