// SPDX-License-Identifier: MIT
/* Tests around a loop, and tests in it that decide in which batches processes leave their gradients alone. */
#ifndef SCRIPT_LOOPTESTS_H
#define SCRIPT_LOOPTESTS_H
#include "script/paths/loops.h"

/* `i % k` in a test, also through a variable that is given a value once (`last = (i + 1) % k == 0`); NULL: none. Text
 * formatting is none. */
const struct node *looptests_modulus(struct fn *in, const struct node *test);
/* Texts of the tests around the loop in its whole program, the innermost first; "not (x)" of other arms, and of code
 * behind a branch that leaves. */
struct value looptests_around(struct arena *a, const struct loop *l);
/* List of places in the loop's own statements, each with `number`, `test` (its text), `holds` (the outcome with which
 * gradients are left alone) and `late` (it is a flag that is set behind the forward pass that reads it):
 *
 *	ctx = model.no_sync if (i + 1) % 4 else nullcontext
 *	if (i + 1) % 4: with model.no_sync(): ...
 *	model.require_backward_grad_sync = (i + 1) % 4 == 0 */
struct value looptests_unsynced(struct arena *a, const struct loop *l);
#endif
