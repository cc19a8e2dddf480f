// SPDX-License-Identifier: MIT
/* Where a finding is, for formats that programs read: a path below a folder, and both ends of the place in all units of
 * columns. A finding without a place is put at the beginning of the file that it was seen in. */
#ifndef REPORT_LOCATION_H
#define REPORT_LOCATION_H
#include "base/map.h"
#include "report/report.h"

struct location {
	const char *path; /* relative to base if it lies below it, else absolute */
	bool below;	  /* it does */
	struct point lo, hi;
	uint32_t byte, nbytes; /* in the file */
};
/* base: absolute, normalised. d: the finding; at: its own place, or one of its related ones. */
struct location location_of(struct arena *a, const char *base, const struct diag *d, struct span at);
/* The folder that a service's paths are relative to: the variable names it where the service runs the program. */
const char *location_base(struct arena *a, const struct report *r, const char *variable);
/* A text that is the same for the same finding in the next run, whatever lines come above it: of rule, path, key (or
 * message), and a number where that is still the same. 32 hexadecimal digits, on a. */
struct fingerprints {
	struct map seen;
};
const char *fingerprint_of(struct arena *a, struct fingerprints *f, const struct diag *d, const char *path);
/* Of the rule's page; NULL: what a project or a folder adds has none. */
const char *report_url(struct arena *a, const struct report *r, const struct rule *rule);
/* Ends a report. What its format has no room for goes to standard error: how many were found, what was not checked. */
void report_aside(struct report *r);
void report_finish(struct report *r, struct buf *b); /* the same, when all of b is printed; releases b */
#endif
