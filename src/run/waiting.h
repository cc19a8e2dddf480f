// SPDX-License-Identifier: MIT
/* How much of an iteration waits for data, by the timers of the log's lines. */
#ifndef RUN_WAITING_H
#define RUN_WAITING_H
#include "run/windows.h"

/* Fills l's data_share, data_range and data_windows; what new passes over the data take is known by then. */
void waiting_of(const struct windows *all, struct ledger *l);
#endif
