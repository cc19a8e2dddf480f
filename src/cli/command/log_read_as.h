// SPDX-License-Identifier: MIT
/* How a log was read whose form was learnt from its lines, and what it doesn't tell. */
#ifndef CLI_COMMAND_LOG_READ_AS_H
#define CLI_COMMAND_LOG_READ_AS_H
#include "cli/session.h"
#include "run/formats/run.h"

/* "step = step N/M, loss = loss; 20 lines", of a log whose form was learnt. */
const char *log_read_as(struct session *s, const struct run *r);
/* Nothing of other logs. */
void log_read_as_say(struct buf *b, struct session *s, const struct run *r);
/* "seconds of waiting for data, so not how long an iteration waits; ..."; NULL: nothing is missing, or the log's form
 * is known. */
const char *log_lacks(struct session *s, const struct run *r);
#endif
