// SPDX-License-Identifier: MIT
/* Runs as sections of a page (report/html.h). */
#ifndef CLI_COMMAND_LOG_HTML_H
#define CLI_COMMAND_LOG_HTML_H
#include "cli/command/log_findings.h"

/* number: of the run in the page, from 1. */
void log_html(struct session *s, struct buf *b, const struct logged *l, const struct log_findings *f, unsigned number);
#endif
