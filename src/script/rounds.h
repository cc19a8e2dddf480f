// SPDX-License-Identifier: MIT
/* What may run less often than a loop goes round: evaluation in a loop over epochs; what waits for the GPU in one over
 * batches. What rules that rewrite are told of it. */
#ifndef SCRIPT_ROUNDS_H
#define SCRIPT_ROUNDS_H
#include "script/loops.h"

struct rounds_ctx {
	struct arena *a;
	struct script_project *p;
	const struct course *in;
	const struct loop *loop;
};
/* Into a loop's dict: `target`, `counter`, `arguments`, `begin`; of one that holds training also `start`, `until` and
 * `rounds`. */
void rounds_put_loop(const struct rounds_ctx *w, struct dict *d);
/* Into the dict of an event of the loop's own function: `statement`, and `sum` where `x += y` gets it. */
void rounds_put_event(const struct rounds_ctx *w, const struct op *op, struct dict *d);
#endif
