// SPDX-License-Identifier: MIT
/* What iterations beside events take, and a finer clock than one of whole seconds: for the ledger, which charges events
 * with what a window takes beyond its iterations. */
#ifndef RUN_STEADY_H
#define RUN_STEADY_H
#include "run/windows.h"

double steady_tau(const struct ledger *l,
		  uint32_t iter); /* seconds of an iteration in its regime: a median, or on a slope */
/* Seconds beyond those that iterations take, from which on they are a stall: that part of them at least. */
#define STALL_PART 0.25
double steady_stall(const struct run *r, double typical_seconds, double part);
/* part: of the window's usual time that it takes at least, beyond it. */
bool steady_is_stall(const struct windows *all, const struct ledger *l, const struct window *w, double noise,
		     double part);
/* So long that the machine was suspended, or the job. */
bool steady_is_pause(double beyond, double typical_seconds);
/* Mean of iterations over that median, where no stall is among them: noise makes some longer and none shorter, and the
 * iterations beside an event are as noisy as others. by_timers: the clock is too coarse for a window. */
double steady_usual(const struct windows *all, const struct ledger *l, bool by_timers);
/* Where timers are of the last few iterations only: the seconds that those before a window's record took beyond the
 * usual. NaN: not told. */
double steady_beyond(const struct windows *all, const struct ledger *l, double usual, const struct window *w);
/* What timers of the last iterations tell beyond, where nothing else happened. */
struct timers {
	double usual, middle, noise; /* noise NaN: they tell too little */
};
struct timers steady_timers(struct arena *a, const struct windows *all, const struct ledger *l, double usual);
/* Seconds of a stall among a window's last iterations. NaN: there is none, or the windows beside it are slow as well.
 */
double steady_timed_stall(const struct windows *all, const struct ledger *l, const struct window *w,
			  const struct timers *t);
/* Where one kind of thing happened in these iterations, that is what it took, though the clock is coarse: framed. */
void steady_frame(struct windows *all, const struct ledger *l, double usual);
/* With a clock of whole seconds: records with nothing but iterations between them tell each other's fractions. Gives
 * windows the seconds that follow. */
void steady_smooth(struct arena *a, struct windows *all, const struct ledger *l, double usual);
#endif
