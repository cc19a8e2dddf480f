// SPDX-License-Identifier: MIT
/* Tests in a loop that decide in which batches processes leave their gradients alone (`no_sync`). */
#ifndef SCRIPT_UNSYNCED_H
#define SCRIPT_UNSYNCED_H
#include "script/paths/loops.h"

/* List of places in the loop's own statements, each with `number`, `test` (its text), `holds` (the outcome with which
 *gradients are left alone) and `late` (it is a flag that is set behind the forward pass that reads it):
 *
 *	ctx = model.no_sync if (i + 1) % 4 else nullcontext
 *	if (i + 1) % 4: with model.no_sync(): ...
 *	model.require_backward_grad_sync = (i + 1) % 4 == 0 */
struct value unsynced_in(struct arena *a, const struct loop *l);
#endif
