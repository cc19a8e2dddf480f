// SPDX-License-Identifier: MIT
/* One finding as JSON, for callers that embed it. */
#ifndef REPORT_JSON_FINDINGS_H
#define REPORT_JSON_FINDINGS_H
#include "report/report.h"
#include "text/jwrite.h"

/* An item of the list, as the format "json" has it (docs/json.md); r->sources and r->o are set. */
void report_finding_json(struct report *r, struct jwrite *list, const struct diag *d);
/* Likewise of what --fix changed. */
void report_fixed_json(struct report *r, struct jwrite *list, const struct fix_outcome *f);
#endif
