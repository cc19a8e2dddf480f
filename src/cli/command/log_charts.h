// SPDX-License-Identifier: MIT
/* The figures of a run over its iterations as pictures of a page, each with its numbers in a table. */
#ifndef CLI_COMMAND_LOG_CHARTS_H
#define CLI_COMMAND_LOG_CHARTS_H
#include "base/buf.h"
#include "cli/shared/logged.h"

void log_charts(struct session *s, struct buf *b, const struct logged *l);
#endif
