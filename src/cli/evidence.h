// SPDX-License-Identifier: MIT
/* --evidence RUN, and `evidence:` of the settings: runs of the linted configs are judged beside them, and findings are
 * told with what they cost there. Which run a config is of: the folder RUN/NAME of a config NAME.py, RUN itself where
 * it holds a NAME.py (the training code leaves the config there), or RUN where only one config is linted. */
#ifndef CLI_EVIDENCE_H
#define CLI_EVIDENCE_H
#include "cli/logged.h"
#include "cli/report_run.h"
#include "run/read_log.h"

struct evidence_run {
	const char *path;	      /* absolute, as it was named */
	const struct subject *config; /* that it is of */
	bool read;		      /* else there is nothing more */
	struct runs runs;
	struct logged logged; /* of the one that is meant */
};
/* The run of out->config alone. false: it has none, or it can't be read (told). Else evidence_release it. only: no
 * other config is named. */
bool evidence_read(struct session *s, struct evidence_run *out, bool only);
/* Why the run says nothing about this config: it did other work, which takes other time and memory (rules/drift.yaml).
 * NULL: it didn't, or that isn't known. */
const char *evidence_other_work(struct session *s, const struct logged *run, const struct subject *config);
void evidence_release(struct evidence_run *r);

bool evidence_is_wanted(const struct linting *l);
/* After linting_load: reads the runs of its configs, to be judged with them. What can't be read is told. */
void evidence_load(struct linting *l);
/* After linting_judge: findings get their evidence. What a run's own finding confirms is told once, at the config's.
 * Suggestions for speed that a run confirms are told unasked, those that it refutes only with --pedantic (counted in
 * l->refuted); they come last, the costliest first. */
void evidence_settle(struct linting *l);
/* Seconds a day that a run shows for what a finding is about; 0: not measured. */
double evidence_cost(const struct diag *d);
/* Whether the fix of a finding is wanted: it isn't one that a run refutes. struct linting. */
bool evidence_keeps(void *linting, const struct diag *d);
bool evidence_asked(const struct linting *l); /* there is a run */
#endif
