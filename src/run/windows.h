// SPDX-License-Identifier: MIT
/* A run cut at its train records: what lies between two of them is a window of n iterations in D seconds, and what else
 * happened in it, as lines tell or as is due. Windows in which nothing else happened are clean: they tell what an
 * iteration takes. */
#ifndef RUN_WINDOWS_H
#define RUN_WINDOWS_H
#include "run/ledger.h"

enum { WINDOW_KINDS = LEDGER_PASS + 1 }; /* what lines tell of */
struct window {				 /* up to record `to`; from the record before it */
	uint32_t to, n;
	double seconds, excess;	      /* excess: beyond n * tau, the ledger's */
	uint32_t count[WINDOW_KINDS]; /* what happened in it */
	double framed[WINDOW_KINDS];  /* seconds of those that lines frame */
	uint32_t nframed[WINDOW_KINDS];
	bool saved;    /* the best checkpoint, behind an evaluation */
	double result; /* between two epochs: seconds up to the last line of its evaluation, behind which nothing but
			* the next epoch's start comes; NaN: there is none */
	uint32_t tail; /* then: iterations before that line */
	bool warm;     /* one of the first: cuDNN's trials, the allocator */
};
struct windows {
	const struct run *r;
	uint32_t last;	   /* run_window */
	uint32_t pass;	   /* batches of a pass over the data, in loops of iterations; 0: not known */
	struct window *at; /* n: one a record but the first; behind them one for what follows the last record */
	uint32_t n;
	uint32_t *save, *evaluation, nsaves, nevaluations; /* iterations after which they happened, sorted */
};
/* r has a record. All is a's; seconds are NaN where the log has no clock. */
void windows_of(struct arena *a, const struct run *r, uint32_t pass, struct windows *out);

/* Windows as finely as lines tell, copies: those with a `result` become two. */
void windows_cut(struct arena *a, struct windows *w);
uint32_t window_kinds(const struct window *w); /* of what happened in it */
/* Seconds of its iterations alone; what else happened is framed by lines, or takes cost[kind] each (NULL, NaN: not
 * known). NaN: they can't be told. */
double window_alone(const struct window *w, const double *cost);
bool window_clean(const struct window *w);
/* Whether the timers of its record are of iterations only: those of the window, or the last few of it. */
bool window_timers_clean(const struct windows *all, const struct window *w);
/* What else happened behind iterations from `lo` on, before `hi`: it shows in the timers of the next iteration. */
uint32_t windows_saves(const struct windows *all, uint32_t lo, uint32_t hi);
uint32_t windows_evaluations(const struct windows *all, uint32_t lo, uint32_t hi);
bool window_waits(const struct windows *all, const struct window *w); /* what it took beyond: for the loader, mostly */
/* How often, between iterations lo (not included) and hi, the first batch of a new pass was drawn. */
uint32_t passes_between(uint32_t lo, uint32_t hi, uint32_t pass);
#endif
