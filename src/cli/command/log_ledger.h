// SPDX-License-Identifier: MIT
/* The ledger of a run (run/ledger.h) as `cfglint log` prints it. */
#ifndef CLI_COMMAND_LOG_LEDGER_H
#define CLI_COMMAND_LOG_LEDGER_H
#include "cli/session.h"
#include "run/ledger.h"

/* "12.4 s", "5 min 3 s", "6 h 04 min", "3 d 5 h" */
const char *log_lasted(struct session *s, double seconds);
void log_ledger_say(struct session *s, const struct run *r, const struct ledger *l);
#endif
