// SPDX-License-Identifier: MIT
/* Learns from all lines of a log which of them are about training, and which of their figures is what. A line has a
 * shape: the names of its counters and of the figures that have a role. Training shows as one shape that comes again
 * and again, with a counter that rises and a figure that only training has (a loss, a learning rate, or the
 * seconds of a step and of its data).
 *
 * What is not proven isn't learnt: a log of anything else has no such shape, and no run. */
#ifndef RUN_FORMATS_LOOP_SHAPE_H
#define RUN_FORMATS_LOOP_SHAPE_H
#include "run/formats/loop_line.h"

/* What a record is counted by. LINES: nothing in the lines rises but a fraction of epochs; the log's lines count. */
enum loop_count { COUNT_STEPS, COUNT_EPOCHS, COUNT_BAR, COUNT_LINES };
/* What the seconds of a step are. CLOCK: those since the start. INTERVAL: of all steps since the last line. */
enum loop_timing { TIMING_NONE, TIMING_STEP, TIMING_INTERVAL, TIMING_CLOCK };

struct loop_plan {
	enum loop_count count;
	uint32_t step, epoch; /* keys; 0: none */
	bool step_from_0, epoch_from_0;
	bool inner;	 /* the step begins again with each epoch */
	bool implicit;	 /* that epoch isn't printed: it ends where the step falls */
	double bar_of;	 /* COUNT_BAR: the total of the bar that is meant */
	uint32_t length; /* inner: the highest step, where no line tells the length; else 0 */
	enum loop_timing timing;
	uint32_t key[LOOP_ROLES]; /* of the figures; 0: none */
	bool sum_clock;		  /* each step has a line: their seconds add up to the clock */
	bool bar_clock;		  /* the bar's elapsed time never goes back: it is the clock */
};
struct loop_learner; /* of loop_shape.c */
struct loop_learner *loop_learner_new(struct loop_names *names);
void loop_learner_free(struct loop_learner *l);
/* clock: of the line, in seconds; NaN. */
void loop_learn(struct loop_learner *l, const struct loop_line *line, double clock);
/* false: it is no log of a training. */
bool loop_learnt(const struct loop_learner *l, struct loop_plan *out);
#endif
