// SPDX-License-Identifier: MIT
/* One run of `cfglint PATH...`: what is linted and what was found; and the report of that, for linting and for fixing.
 */
#ifndef CLI_REPORT_RUN_H
#define CLI_REPORT_RUN_H
#include "cli/targets.h"
#include "lint/witness.h"

struct lint_ctx {
	struct session *s;
	struct targets targets;
	const struct subject_set *set[KINDS_MAX]; /* by kind, in the session's order; NULL: no file of that kind */
	/* loaded again after fixes, since a file that they read was edited; NULL: not so */
	const struct subject_set *again[KINDS_MAX];
	struct diags found, held; /* held: performance suggestions that were not requested */
	struct lint_stats stats;
	uint32_t fixed;
	const struct fix_result *result;     /* of --fix; NULL: none was applied */
	const struct fix_result *fixing;     /* the same, also where all were refused; NULL: none was tried */
	const char *stdin_path, *stdin_text; /* standard input as a file, and its new text; NULL: not requested */
	size_t stdin_n;
	struct buf stdin_bytes;
	struct witness *pair; /* its configs and their runs (cli/shared/evidence.h) */
	size_t npairs;
	struct baseline *baseline; /* known findings of the project (cli/baseline_file.h); NULL: no baseline is used */
	bool baseline_read;	   /* there is one */
	const char *baseline_name; /* as users see it */
	struct revision *since;	   /* its findings are the baseline; NULL: they are not */
	struct diags old;	   /* found, and recorded there: not reported */
	struct diags refuted;	   /* suggestions left out, since a run shows them not to be worth it */
};

/* Loads the targets, each kind of file in its turn. */
void lint_ctx_load(struct lint_ctx *l);
/* Lints them all: fills found, held and stats. A file that can't be read or parsed raises the exit status, and is
 * reported if no finding says so. */
void lint_ctx_judge(struct lint_ctx *l);
/* Raises the exit status if a file could not be evaluated, whatever was found in the rest. reported: findings and their
 * summary are printed; else files that don't load count too, and all is reported here. */
void lint_ctx_raise_unread(struct lint_ctx *l, bool reported);
void lint_ctx_end(struct lint_ctx *l);
/* Raises the exit status by the findings, as --fail-on or the settings of each config say. */
void report_status(struct session *s, const struct diags *found);
/* Prints the findings and raises the exit status by them; --fix-only: neither. What they were found in is still loaded.
 */
void report_run(struct lint_ctx *l);
/* Prints a report in the format that the options select. */
void report_say(const struct opts *o, FILE *to, const char *text, size_t n);
/* Prints it even if no file was found, which is reported: a reader of JSON expects an array. */
bool report_is_due(const struct session *s);
bool report_options_good(struct session *s); /* --report; false: reported */
#endif
