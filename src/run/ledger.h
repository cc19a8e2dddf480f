// SPDX-License-Identifier: MIT
/* Where a run's wall time went, by the clock of its log: the timers that frameworks print leave out checkpoints,
 * evaluations and the ends of epochs, or hide them in other figures (run/log_format.h, `lands`).
 *
 * A window is what lies between two train records: n iterations in D seconds. Windows in which nothing else happened
 * tell what an iteration takes (tau, per regime); what another window took beyond n * tau is due to what happened in
 *it:
 *
 *	Iter [100/600] 0:13.5 | Iter(val) 0:14.5 | Iter [110/600] 0:15.0	tau 0.055: D = 1.5 = 10 tau + 0.95 of
 *evaluation
 *
 * Where lines frame the work (from "Saving checkpoint" to the next line, from a validation's first batch to its result)
 * that time is taken. Of kinds that share windows, those that are alone somewhere are known first, then those that
 *stand beside known ones. Rows add up to the wall time, and none is below zero. */
#ifndef RUN_LEDGER_H
#define RUN_LEDGER_H
#include "run/run.h"
#include "run/series_stats.h"

enum ledger_kind {
	LEDGER_COMPUTE,	   /* forward, backward, optimizer: what is left */
	LEDGER_DATA,	   /* waiting for the loader, in every iteration */
	LEDGER_CHECKPOINT, /* saving */
	LEDGER_EVALUATION,
	LEDGER_PASS,  /* the loader starts anew: end of an epoch, or of a pass over the data */
	LEDGER_MIXED, /* several of these, which never happened apart, or too seldom to tell what each takes */
	LEDGER_STALL, /* an iteration that took long, and nothing says why */
	LEDGER_PAUSE, /* so long that the machine was suspended, or the job */
	LEDGER_START, /* before the first iteration */
	LEDGER_END,   /* behind the last record, and nothing says why */
	LEDGER_COUNT
};
struct ledger_row {
	uint32_t n;	       /* how often; COMPUTE, DATA: iterations */
	uint32_t measured;     /* of them one by one: those that `each` and `median` are of */
	double seconds;	       /* all together */
	struct interval range; /* where `seconds` lies (90 %): windows shared with other kinds, a coarse clock */
	double median;	       /* of one; NaN where none was measured by itself */
	struct interval each;  /* where that median lies (90 %) */
	double share;	       /* of the wall time */
};
struct regime {		       /* windows of one speed */
	uint32_t from, to;     /* iterations: after, up to */
	double tau;	       /* seconds of an iteration: the median */
	struct interval range; /* of tau, 90 % */
	uint32_t turn;	       /* from there on iterations take more, or less, from one to the next; 0: they don't */
	double begin, end;     /* what one takes up to there, and at last; tau where they don't */
};
struct ledger {
	const char *silent;    /* why there is none; NULL. Then nothing else holds but the next */
	double timers_data;    /* `data_time` over `time`, median of all lines with both, whatever else happened; NaN */
	uint32_t timers_lines; /* of how many */
	double wall;	       /* seconds from the first line to the last */
	uint32_t iterations;
	struct ledger_row row[LEDGER_COUNT];
	/* The same where what row[LEDGER_MIXED] tells of kinds that also happened apart is shared out to them: a guess
	 * within wide ranges. */
	struct ledger_row estimate[LEDGER_COUNT];
	struct regime regime[SHIFTS_MAX + 1];
	uint32_t nregimes;
	uint32_t pass;		    /* batches of a pass over the data, found in the log itself; 0 */
	double data_share;	    /* of an iteration's time, median of the clean windows; NaN */
	struct interval data_range; /* where that median lies, 90 % */
	uint32_t data_windows;	    /* of how many */
	const uint32_t *stall;	    /* iterations of the records behind each of row[LEDGER_STALL].n stalls */
	uint32_t mixed;		    /* what row[LEDGER_MIXED] is of: bit k - LEDGER_CHECKPOINT each */
	uint32_t stalls_waiting;    /* stalls that the loader made, as data_time tells */
	double timer_ratio;	    /* sum of the printed `time` over the clock, in clean windows; NaN */
};
enum { LEDGER_TIMERS_LEAST = 10 /* lines, for timers_data to be told */ };
/* out lives in a. */
void ledger_of(struct arena *a, const struct run *r, struct ledger *out);
/* Whether its range says more than its seconds. */
bool ledger_is_vague(const struct ledger_row *row);
/* "waiting for data"; of LEDGER_MIXED "checkpoints and evaluation that no line tells apart" */
const char *ledger_word(const struct ledger *l, enum ledger_kind k);
const char *ledger_id(enum ledger_kind k); /* "data" */
#endif
