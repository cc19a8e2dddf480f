// SPDX-License-Identifier: MIT
/* What monitoring tools wrote, as values that rules ask: `run.gpus`, `run.swap`, `run.host`. */
#ifndef RUN_WATCHED_H
#define RUN_WATCHED_H
#include "python/value/value.h"
#include "run/watch.h"

/* Into the dict top; what they didn't tell is absent. */
void watch_measured(struct arena *a, const struct watch *w, struct value top);
#endif
