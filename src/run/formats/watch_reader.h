// SPDX-License-Identifier: MIT
/* Reads the output of monitoring tools, line by line: parts of the reader, for this folder only. Lines that no tool
 * writes are left to other readers. */
#ifndef RUN_FORMATS_WATCH_READER_H
#define RUN_FORMATS_WATCH_READER_H
#include "run/formats/template.h"
#include "run/formats/watch.h"

#define WANDB_FILE "wandb-metadata.json"
enum { WATCH_COLUMNS = 64 };
enum watch_column {
	COLUMN_OTHER,
	COLUMN_DATE,
	COLUMN_TIME,
	COLUMN_INDEX,
	COLUMN_NAME,
	COLUMN_BUSY,
	COLUMN_READS,
	COLUMN_USED,
	COLUMN_TOTAL,
	COLUMN_SWAP,
	COLUMN_MOVED,
};
enum watch_mode { WATCH_NOTHING, WATCH_CSV, WATCH_DMON, WATCH_VMSTAT };
struct watch_reader {
	struct arena *a;
	struct watch w;
	enum watch_mode mode;
	enum watch_column column[WATCH_COLUMNS];
	uint32_t ncolumns, rows; /* rows: since the header */
	double group;		 /* clock of the last row; rows of one moment belong to several cards */
	uint32_t in_group;
	const char *name; /* of the card whose figures follow in a table */
	double index;
	double from, to; /* only samples in this interval are taken; NaN: all */
	bool timed;	 /* only samples with a known time */
	double unit;	 /* of free's figures, in MiB */
};
struct watch_reader *watch_reader_new(struct arena *a);
/* true: the line belongs to a tool's output. */
bool watch_reader_line(struct watch_reader *w, const char *s, const char *end);
/* NULL: nothing was found. file: the names of the files, which may repeat. */
struct watch *watch_reader_end(struct watch_reader *w);
void watch_reader_file(struct watch_reader *w, const char *path);

/* ---- for the readers of single tools (smi.c, host.c) */

/* The card, which is added if it is new; NULL: too many. */
struct watch_card *watch_reader_card(struct watch_reader *w, double index);
void series_add(struct watch_reader *w, struct watch_series *s, double x); /* NaN is ignored */
void watch_reader_clock(struct watch_reader *w, double clock);
bool watch_reader_when(const struct watch_reader *w, double clock); /* whether samples of that time are wanted */
const char *watch_blanks(const char *s, const char *end);
bool slice_is(struct slice s, const char *word);
/* Seconds of "2024/04/20 18:48:59.123" or "20240420 18:48:59"; NaN. */
double stamp_read(const char *s, const char *end);
#endif
