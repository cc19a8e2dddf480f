// SPDX-License-Identifier: MIT
/* The files of rules/logs/: the form of a training framework's log and the meaning of its timers. All words of
 * frameworks are there; C scans what these files describe. To support another framework's log, add a file.
 *
 * A file's texts are templates, matched against the bytes of a line: `Epoch [{epoch}][{inner}/{length}]`. A blank
 * stands for one or more blanks or tabs. A field, in braces, stands for a number with blanks before it or, if the
 * field is a text (log_format.c has the table of fields), for as little as possible before the next part of the
 * template. */
#ifndef RUN_FORMATS_LOG_FORMAT_H
#define RUN_FORMATS_LOG_FORMAT_H
#include "base/arena.h"
#include "base/err.h"
#include "text/source.h"

/* Which timer of the log contains the seconds of an event. */
enum lands {
	LANDS_UNKNOWN,	 /* the file doesn't say */
	LANDS_NOWHERE,	 /* no timer: only the clock between two records */
	LANDS_TIME,	 /* `time` of the iteration itself */
	LANDS_DATA_NEXT, /* `data_time`, and so `time`, of the next iteration */
};
/* The causes of extra seconds. */
enum cost { COST_CHECKPOINT, COST_EVALUATION, COST_LOG, COST_PASS_END, COST_EPOCH_START, COST_TAIL, COST_COUNT };
/* The ranks over which `memory` is the maximum. */
enum ranks { RANKS_FIRST, RANKS_ALL };

struct loop_words;
struct log_program; /* the templates of a file, compiled; of log_format.c */
struct log_format {
	const char *id;		/* "mmengine": the file's name */
	const char *name;	/* "MMEngine" */
	uint32_t window;	/* `time` is a mean of at most that many iterations; 0: of all since the last record */
	const char *window_key; /* of the dumped config, which overrides it; NULL */
	bool eta_is_exact; /* eta / iterations left * iterations done = seconds of all train iterations since the start
			    */
	bool memory_is_reset; /* `memory` counts from the last record, else from the start of the process */
	enum ranks memory_ranks;
	/* by the kind of the loop (0: iterations, 1: epochs) and the kind of the interval that causes the cost */
	enum lands lands[2][2][COST_COUNT];
	const struct loop_words *loop; /* its lines have no fixed form: it is learnt by these words; NULL */
	const struct log_program *program;
};
struct vfs;
struct log_formats {
	const struct log_format *at; /* in the order of their files' names */
	uint32_t n;
};
/* dir: the folder of rules, NULL: the built-in ones. All memory is a's. false: e says file and line. */
bool log_formats_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
		      struct log_formats *out, struct err *e);
/* "MMEngine or mmcv 1.x": the frameworks whose training logs are supported. */
const char *log_formats_names(struct arena *a, const struct log_formats *f);
#endif
