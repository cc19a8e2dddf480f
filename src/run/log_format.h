// SPDX-License-Identifier: MIT
/* The files of rules/logs/: how the log of a training framework looks and what its timers mean. All words of frameworks
 * are there, C scans what these files describe: to read another framework's log is to add a file.
 *
 * A file's texts are templates, matched against the bytes of a line: `Epoch [{epoch}][{inner}/{length}]`. A blank
 * stands for one or more blanks or tabs; a field, in braces, for a number with blanks before it or, where the field is
 * a text (format.c has the table of fields), for as little as possible before what follows in the template. */
#ifndef RUN_LOG_FORMAT_H
#define RUN_LOG_FORMAT_H
#include "base/arena.h"
#include "base/err.h"
#include "text/source.h"

/* Where the seconds that something takes show in the log. */
enum lands {
	LANDS_UNKNOWN,	 /* the file doesn't say */
	LANDS_NOWHERE,	 /* in no timer: between two records on the clock only */
	LANDS_TIME,	 /* `time` of the iteration itself */
	LANDS_DATA_NEXT, /* `data_time`, and so `time`, of the next iteration */
};
/* What takes the seconds. */
enum cost { COST_CHECKPOINT, COST_EVALUATION, COST_LOG, COST_PASS_END, COST_EPOCH_START, COST_TAIL, COST_COUNT };
/* Over which ranks `memory` is the highest. */
enum ranks { RANKS_FIRST, RANKS_ALL };

struct log_program; /* the templates of a file, compiled; of format.c */
struct log_format {
	const char *id;		/* "mmengine": the file's name */
	const char *name;	/* "MMEngine" */
	uint32_t window;	/* `time` is a mean of so many iterations at most; 0: of all since the last record */
	const char *window_key; /* of the dumped config, which says otherwise; NULL */
	bool eta_is_exact; /* eta / iterations left * iterations done = seconds of all train iterations since the start
			    */
	bool memory_is_reset; /* `memory` counts from the last record, else from the start of the process */
	enum ranks memory_ranks;
	/* by the kind of the loop (0: iterations, 1: epochs) and of the interval that brings the cost about */
	enum lands lands[2][2][COST_COUNT];
	const struct log_program *program;
};
struct vfs;
struct log_formats {
	const struct log_format *at; /* in the order of their files' names */
	uint32_t n;
};
/* dir: the folder of rules, NULL: the built-in ones. Everything is a's. false: e tells file and line. */
bool log_formats_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
		      struct log_formats *out, struct err *e);
/* "MMEngine or mmcv 1.x": whose logs of trainings are known. */
const char *log_formats_names(struct arena *a, const struct log_formats *f);
#endif
