// SPDX-License-Identifier: MIT
/* A run as what rules are asked about (`on: run`): what was measured of it is the tree (run/measured.h), and its places
 * are lines of its log. Files of this kind are named to `cfglint log`; linting walks past them. */
#ifndef RUN_SUBJECT_H
#define RUN_SUBJECT_H
#include "run/measured.h"
#include "subject/subject.h"

struct facts;
/* For struct measurements: 0 where it isn't known. */
double ahead_of_process(struct arena *a, struct facts *f);
extern const struct subject_kind run_kind;
/* All kinds there are; NULL-terminated, the first is what a file is by default. */
extern const struct subject_kind *const known_kinds[];
/* The text of a log, read again for the lines that findings show: once for all runs in it. */
struct log_text {
	struct sources *sources;
	const struct source *src;
};
void log_text_release(struct log_text *t);
/* A set of these n; all that was measured must outlive it, run_kind.free frees it. text, which outlives it too: holds
 * the log of the last one that was asked for, and need not; NULL: the set has its own. */
const struct subject_set *run_subjects(const struct measurements *of, size_t n, const struct vfs *fs,
				       struct log_text *text);
const struct run *subject_run(const struct subject *s); /* of this kind */
#endif
