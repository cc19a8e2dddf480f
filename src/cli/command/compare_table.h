// SPDX-License-Identifier: MIT
/* The tables of `cfglint compare`, for text and pages: the runs with their speeds, and where their wall time went. */
#ifndef CLI_COMMAND_COMPARE_TABLE_H
#define CLI_COMMAND_COMPARE_TABLE_H
#include "cli/command/cmd_compare.h"

enum { COMPARE_COLUMNS = 12 };
struct compare_table {
	const char *(*cell)[COMPARE_COLUMNS]; /* titles, then a row a run; "" and "?": nothing, unknown */
	uint32_t rows;
	unsigned columns; /* those with a known value */
};
struct compare_table compare_speeds(struct session *s, const struct comparison *all);
struct compare_table compare_times(struct session *s, const struct comparison *all); /* no rows: no run has a clock */
/* What columns of compare_times mean, a sentence; NULL: no explanation needed. */
const char *compare_times_note(struct session *s, const struct compare_table *t);
#endif
