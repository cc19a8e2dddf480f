// SPDX-License-Identifier: MIT
/* --evidence RUN, and `evidence:` of the settings: runs of the linted configs are linted with them, and findings are
 * reported with what they cost there. Which run a config is of: the folder RUN/NAME of a config NAME.py, RUN itself
 * where it holds a NAME.py (the training code leaves the config there), or RUN where only one config is linted. */
#ifndef CLI_SHARED_EVIDENCE_H
#define CLI_SHARED_EVIDENCE_H
#include "cli/shared/logged.h"
#include "cli/report_run.h"
#include "run/formats/read_log.h"

struct evidence_run {
	const char *path;	      /* absolute, as it was named */
	const struct subject *config; /* that it is of */
	bool read;		      /* else the other members are unset */
	struct runs runs;
	struct logged logged; /* of the one that is meant */
};
/* The run of out->config alone. false: it has none, or it can't be read (reported). Else release it with
 * evidence_release. only: no other config is named. */
bool evidence_read(struct session *s, struct evidence_run *out, bool only);
/* Why the run is no evidence for this config: it did other work, which takes other time and memory (rules/drift.yaml).
 * NULL: it did the same work, or that is unknown. */
const char *evidence_other_work(struct session *s, const struct logged *run, const struct subject *config);
void evidence_release(struct evidence_run *r);

bool evidence_is_wanted(const struct lint_ctx *l);
/* Call it after lint_ctx_load: reads the runs of its configs, which are linted with them. A run that can't be read is
 * reported. */
void evidence_load(struct lint_ctx *l);
/* Call it after lint_ctx_judge: adds evidence to findings. A finding that a run's own finding confirms is reported
 * once, at the config. Speed suggestions that a run confirms are always reported, those that it refutes only with
 * --pedantic (counted in l->refuted); they come last, the costliest first. */
void evidence_settle(struct lint_ctx *l);
/* Seconds a day that a run shows for what a finding is about; 0: not measured. */
double evidence_cost(const struct diag *d);
/* Whether the fix of a finding is wanted: it isn't one that a run refutes. struct lint_ctx. */
bool evidence_keeps(void *linting, const struct diag *d);
bool evidence_exists(const struct lint_ctx *l); /* there is a run */
#endif
