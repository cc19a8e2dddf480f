// SPDX-License-Identifier: MIT
/* What `cfglint compare` prints about a run in words, for text and pages. Texts are the session's. */
#ifndef CLI_COMMAND_COMPARE_WORDS_H
#define CLI_COMMAND_COMPARE_WORDS_H
#include "cli/command/cmd_compare.h"

#define COMPARE_PER_GPU "samples/s are those of one GPU: not every log records how many there were (set --gpus)"
const char *compare_name(struct session *s, const struct compared *c); /* its log, or the speed that was given */
const char *compare_ratio(struct session *s, double ratio);	       /* "+2.3 %", beyond a factor of 2 "3.4 times" */
const char *compare_verdict(struct session *s, const struct compared *c); /* of its iterations; the baseline's too */
/* Of the wall time, stops of the iterations counted: "2.21 times the samples/s (1.83 to 2.65): faster; ..."; NULL: the
 * same as compare_verdict, or nothing. i: the run's number, from 0. */
const char *compare_whole(struct session *s, const struct comparison *all, uint32_t i);
/* "data.workers_per_gpu 1 -> 4 (workers); 3 more keys"; NULL: nothing differs. */
const char *compare_changes(struct session *s, const struct drifts *d);
const char *compare_by(struct session *s,
		       const struct compared *c); /* the source of its speed, if not the clock; NULL */
const char *compare_machine(struct session *s, const struct compared *c); /* why the range is wide; NULL */
#endif
