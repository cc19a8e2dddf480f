// SPDX-License-Identifier: MIT
/* What may run less often than each loop iteration: evaluation in a loop over epochs; in a loop over batches, what
 * waits for the GPU. For rules with fixes. */
#ifndef SCRIPT_ROUNDS_H
#define SCRIPT_ROUNDS_H
#include "script/paths/loops.h"

struct rounds_ctx {
	struct arena *a;
	struct script_project *p;
	const struct course *in;
	const struct loop *loop;
};
/* Stores in a loop's dict: `target`, `counter`, `arguments`, `begin`; if it contains training also `start`, `until`
 * and `rounds`. */
void rounds_put_loop(const struct rounds_ctx *w, struct dict *d);
/* Stores in the dict of an event of the loop's own function: `statement`, and `sum` if it is in `x += y`. */
void rounds_put_event(const struct rounds_ctx *w, const struct op *op, struct dict *d);
#endif
