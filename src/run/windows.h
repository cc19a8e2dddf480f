// SPDX-License-Identifier: MIT
/* A run cut at its train records: the time between two of them is a window of n iterations in D seconds, with the
 * other events in it, as reported by lines or as due. Windows without other events are clean: they give the time of
 * an iteration. */
#ifndef RUN_WINDOWS_H
#define RUN_WINDOWS_H
#include "run/ledger.h"

enum { WINDOW_KINDS = LEDGER_PASS + 1 }; /* what lines report */
struct window {				 /* up to record `to`; from the record before it */
	uint32_t to, n;
	double seconds, excess;	      /* excess: beyond n * tau, for the ledger */
	uint32_t count[WINDOW_KINDS]; /* the events in it */
	double framed[WINDOW_KINDS];  /* seconds of events that lines frame */
	uint32_t nframed[WINDOW_KINDS];
	bool saved; /* the best checkpoint, after an evaluation */
	/* between two epochs: seconds up to the last line of its evaluation, after which only the next epoch's start
	 * comes; NaN: there is none */
	double result;
	uint32_t tail; /* if result is set: iterations before that line */
	bool warm;     /* one of the first: cuDNN's trials, the allocator */
};
struct windows {
	const struct run *r;
	uint32_t last;	   /* run_window */
	uint32_t pass;	   /* batches of a pass over the data, in loops of iterations; 0: unknown */
	struct window *at; /* n: one per record except the first; then one for what follows the last record */
	uint32_t n;
	uint32_t *save, *evaluation, nsaves, nevaluations; /* iterations after which they happened, sorted */
};
/* r has a record. All memory is a's; seconds are NaN if the log has no clock. */
void windows_of(struct arena *a, const struct run *r, uint32_t pass, struct windows *out);

/* Copies of the windows, as fine as lines allow: those with a `result` become two. */
void windows_cut(struct arena *a, struct windows *w);
uint32_t window_kinds(const struct window *w); /* of the events in it */
/* Seconds of its iterations alone; other events are framed by lines, or take cost[kind] each (NULL, NaN: unknown).
 * NaN: they can't be determined. */
double window_alone(const struct window *w, const double *cost);
bool window_clean(const struct window *w);
/* Whether the timers of its record cover only iterations: those of the window, or its last few. */
bool window_timers_clean(const struct windows *all, const struct window *w);
/* Other events after iterations from `lo` on, before `hi`: the timers of the next iteration include them. */
uint32_t windows_saves(const struct windows *all, uint32_t lo, uint32_t hi);
uint32_t windows_evaluations(const struct windows *all, uint32_t lo, uint32_t hi);
/* whether its excess is mostly waiting for the loader */
bool window_waits(const struct windows *all, const struct window *w);
/* How often, between iterations lo (not included) and hi, the first batch of a new pass was drawn. */
uint32_t passes_between(uint32_t lo, uint32_t hi, uint32_t pass);
#endif
