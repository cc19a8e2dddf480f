// SPDX-License-Identifier: MIT
/* Output of monitoring tools as values for rules: `run.gpus`, `run.swap`, `run.host`. */
#ifndef RUN_WATCHED_H
#define RUN_WATCHED_H
#include "python/value/value.h"
#include "run/formats/watch.h"

/* Stores it in the dict top; missing figures are absent. */
void watch_measured(struct arena *a, const struct watch *w, struct value top);
#endif
