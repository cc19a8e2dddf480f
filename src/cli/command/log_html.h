// SPDX-License-Identifier: MIT
/* Runs as sections of a page (report/draw/html.h). */
#ifndef CLI_COMMAND_LOG_HTML_H
#define CLI_COMMAND_LOG_HTML_H
#include "cli/command/log_findings.h"
#include "report/html_finding.h"

struct trace;
/* What a section is about: "work_dirs/run.log:1" */
const char *log_title(struct session *s, const struct logged *l);
/* number: of the section in the page, from 1. named: the rules of its findings are added. */
void log_html(struct session *s, struct buf *b, const struct logged *l, const struct log_findings *f, unsigned number,
	      struct html_rules *named);
void log_html_trace(struct session *s, struct buf *b, const struct trace *t, unsigned number);
#endif
