// SPDX-License-Identifier: MIT
/* The part of an iteration that waits for data, by the timers of the log's lines. */
#ifndef RUN_WAITING_H
#define RUN_WAITING_H
#include "run/windows.h"

/* Fills l's data_share, data_range and data_windows; the cost of new passes over the data is known by then. */
void waiting_of(const struct windows *all, struct ledger *l);
#endif
