// SPDX-License-Identifier: MIT
/* The time of iterations beside events, and a more precise clock than one of whole seconds: for the ledger, which
 * attributes to events the time of a window beyond its iterations. */
#ifndef RUN_STEADY_H
#define RUN_STEADY_H
#include "run/windows.h"

double steady_tau(const struct ledger *l,
		  uint32_t iter); /* seconds of an iteration in its regime: a median, or on a slope */
/* A stall takes at least this part of the iterations' time, beyond it. */
#define STALL_PART 0.25
double steady_stall(const struct run *r, double typical_seconds, double part);
/* part: of the window's usual time, the minimum excess. */
bool steady_is_stall(const struct windows *all, const struct ledger *l, const struct window *w, double noise,
		     double part);
/* So long that the machine or the job was suspended. */
bool steady_is_pause(double beyond, double typical_seconds);
/* Mean of iterations over that median, without stalls: noise makes some longer and none shorter, and the iterations
 * beside an event are as noisy as others. by_timers: the clock is too coarse for a window. */
double steady_usual(const struct windows *all, const struct ledger *l, bool by_timers);
/* If timers cover only the last few iterations: the excess seconds of those before a window's record. NaN: unknown. */
double steady_beyond(const struct windows *all, const struct ledger *l, double usual, const struct window *w);
/* The excess that timers of the last iterations show if nothing else happened. */
struct timers {
	double usual, middle, noise; /* noise NaN: they are not precise enough */
};
struct timers steady_timers(struct arena *a, const struct windows *all, const struct ledger *l, double usual);
/* Seconds of a stall among a window's last iterations. NaN: there is none, or the windows beside it are slow as
 * well. */
double steady_timed_stall(const struct windows *all, const struct ledger *l, const struct window *w,
			  const struct timers *t);
/* If one kind of event happened in these iterations, the timers give its time, though the clock is coarse: framed. */
void steady_frame(struct windows *all, const struct ledger *l, double usual);
/* With a coarse clock of whole seconds: records with only iterations between them determine each other's fractions.
 * Sets the resulting seconds of windows. */
void steady_smooth(struct arena *a, struct windows *all, const struct ledger *l, double usual);
#endif
