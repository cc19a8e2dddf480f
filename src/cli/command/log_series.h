// SPDX-License-Identifier: MIT
/* The figures of a run over its iterations (run/series.h) as text and as JSON. */
#ifndef CLI_COMMAND_LOG_SERIES_H
#define CLI_COMMAND_LOG_SERIES_H
#include "cli/shared/logged.h"
#include "text/jwrite.h"

/* Seconds of an iteration over the run in a row of bars, and under it where the speed changed and what happened. */
void log_series_say(struct buf *b, struct session *s, const struct logged *l);
void log_series_json(const struct logged *l, struct jwrite *run); /* key `series` */
#endif
