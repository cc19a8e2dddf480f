// SPDX-License-Identifier: MIT
/* What rules of `on: run` find in a run, for `cfglint log`. */
#ifndef CLI_COMMAND_LOG_FINDINGS_H
#define CLI_COMMAND_LOG_FINDINGS_H
#include "cli/session.h"
#include "lint/finding/diag.h"
#include "lint/finding/lint_stats.h"
#include "cli/shared/logged.h"
#include "text/jwrite.h"

struct log_findings {
	const struct subject_set *set;
	struct diags found; /* errors first, then what costs most */
	struct lint_stats stats;
};
/* Lints a run, and raises the exit status by the findings. They include speed suggestions unless these are ignored,
 * because the user of a run's log wants to know where its time goes. */
void log_judge(struct session *s, const struct logged *l, struct log_findings *out);
void log_findings_say(struct session *s, const struct log_findings *f);
void log_findings_json(struct session *s, const struct log_findings *f, struct jwrite *run); /* key `findings` */
void log_findings_end(struct log_findings *f);
#endif
