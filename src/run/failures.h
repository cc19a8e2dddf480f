// SPDX-License-Identifier: MIT
/* Measurements of what goes wrong in a run: parts of the tree of run/measured.h. */
#ifndef RUN_FAILURES_H
#define RUN_FAILURES_H
#include "run/put.h"

/* bad_loss, and a branch for each kind of message that ends a run. */
void put_failures(struct measure_ctx *m, struct value top);
/* standing_loss, zero_rate. */
void put_learning(struct measure_ctx *m, struct value top);
#endif
