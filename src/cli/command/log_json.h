// SPDX-License-Identifier: MIT
/* Runs as JSON; the format is in docs/json.md. */
#ifndef CLI_COMMAND_LOG_JSON_H
#define CLI_COMMAND_LOG_JSON_H
#include "cli/command/log_findings.h"
#include "cli/session.h"
#include "text/jwrite.h"

/* One object. */
void log_json(struct session *s, struct jwrite *list, const struct logged *l, const struct log_findings *f);
/* For files with only the output of monitoring tools. */
void log_json_watched(struct session *s, struct jwrite *list, const struct logged *l, const struct log_findings *f);
void log_lines(struct session *s, const struct run *r, uint32_t run); /* its records and events, printed a line each */
uint32_t log_results(const struct run *r);			      /* validations that came to an end */
double log_seconds(const struct run *r); /* from its first line with a clock to its last; NaN */
#endif
