// SPDX-License-Identifier: MIT
/* What monitoring tools wrote (run/formats/watch.h) and traces (run/formats/trace.h), as `cfglint log` prints it. */
#ifndef CLI_COMMAND_LOG_WATCH_H
#define CLI_COMMAND_LOG_WATCH_H
#include "cli/session.h"
#include "run/formats/trace.h"
#include "run/formats/watch.h"
#include "text/jwrite.h"

void log_watch_say(struct buf *b, struct session *s, const struct watch *w);
void log_watch_html(struct session *s, struct buf *b, const struct watch *w); /* from a heading on, within a section */
void log_trace_html(struct session *s, struct buf *b, const struct trace *t);
void log_watch_json(struct session *s, struct jwrite *in, const struct watch *w); /* key `watched`; w NULL: null */
void log_trace_say(struct buf *b, struct session *s, const struct trace *t);
void log_trace_json(struct session *s, struct jwrite *list, const struct trace *t);
#endif
