// SPDX-License-Identifier: MIT
/* The ledger of a run (run/ledger.h) as `cfglint log` prints it. */
#ifndef CLI_COMMAND_LOG_LEDGER_H
#define CLI_COMMAND_LOG_LEDGER_H
#include "cli/session.h"
#include "run/rest.h"

void log_ledger_say(struct buf *b, struct session *s, const struct run *r, const struct ledger *l);
void log_rest_say(struct buf *b, struct session *s, const struct rest *rest); /* prints nothing if it is unknown */
#endif
