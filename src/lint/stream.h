// SPDX-License-Identifier: MIT
/* Configs loaded and judged by and by, so that memory holds bases, findings and a few leaves rather than all of them.
 * What comes out is the same as of loading them all and lint_run. */
#ifndef LINT_STREAM_H
#define LINT_STREAM_H
#include "lint/lint.h"

enum { STREAM_LEAST = 4000 /* configs; with fewer there is little to save, and files would be read once more */ };
/* paths: absolute, normalised, and as long-lived as the set, which holds bases and what has findings; its kind frees
 * it. Under l->graph, without cfg_options and dependents. Findings live in a; held: as lint_run's. */
const struct subject_set *lint_stream(const struct linter *l, struct arena *a, const char *const *paths, size_t n,
				      struct diags *out, struct diags *held, struct lint_stats *stats);
#endif
