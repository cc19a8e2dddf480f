// SPDX-License-Identifier: MIT
/* Findings in a page of HTML (report/draw/html.h), and, at its end, the documentation of their rules: ids are links to
 * it.
 */
#ifndef REPORT_HTML_FINDING_H
#define REPORT_HTML_FINDING_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "lint/finding/diag.h"

VEC(html_rules, const struct rule *); /* those that the page has named */

/* Its rule, message and hint. more: follows the rule's id in the heading; may be NULL. Further text about the finding
 * comes between begin and end. */
void html_finding_begin(struct buf *b, struct html_rules *named, const struct diag *d, const char *more);
void html_finding_end(struct buf *b);
/* docs: where the rules' pages are; only an address of the web is linked to. Releases named. */
void html_rules_end(struct buf *b, struct arena *a, struct html_rules *named, const char *docs);
#endif
