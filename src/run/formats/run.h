// SPDX-License-Identifier: MIT
/* One start of a training, as its log describes it: what was printed at the start, a row for each logged iteration,
 * one for each line about a validation, and the events in between. Nothing here is judged or guessed. What a log
 * doesn't say is NaN (figures of rows), 0 (counts, numbers of lines) or NULL (texts), unless a member says
 * otherwise.
 *
 * Units: seconds, MiB (1024^2 bytes), iterations counted from 1. Clocks are local times as printed, in seconds since
 * 1970-01-01 00:00:00 of that local time: only differences are meaningful, and after a change of the clock
 * (EVENT_CLOCK) they are corrected. If no year is printed, the first line's is 1970; those of TensorBoard's files
 * are UTC. Lines are those of run.file[0], from 1.
 *
 * Ownership: everything belongs to the `struct runs`; runs_release frees it at once. */
#ifndef RUN_FORMATS_RUN_H
#define RUN_FORMATS_RUN_H
#include "base/arena.h"
#include "base/vec.h"
#include "run/formats/log_format.h"

struct train_record {		     /* one logged iteration; in the order of the log, `iter` strictly ascending */
	double clock;		     /* when the line was printed; NaN in json logs without event files */
	double lr, base_lr;	     /* of the first parameter group of the first optimizer; NaN: not printed */
	float lr_half, base_lr_half; /* half a unit of the last digit that was printed: |true - printed| <= this */
	float time, data_time;	     /* per iteration; format.window says over which ones they are means */
	float memory;		     /* MiB */
	float grad_norm, loss;	     /* nan and inf as printed: see `has` */
	float loss_half;	     /* as lr_half */
	float eta;		     /* seconds to the end, negative as printed */
	uint32_t iter;		     /* counted over all epochs */
	/* of loops of epochs, else 0: inner of length iterations of this epoch; length 0: a json log has none,
	 * `iter` counts by the highest inner */
	uint32_t epoch, inner, length;
	uint32_t line;
	uint8_t has; /* bits of enum has: they distinguish a printed nan from a missing figure */
};
enum has {
	HAS_LR = 1,
	HAS_TIME = 2,
	HAS_DATA_TIME = 4,
	HAS_MEMORY = 8,
	HAS_GRAD_NORM = 16,
	HAS_LOSS = 32,
	HAS_ETA = 64
};
VEC(train_records, struct train_record);

struct val_record { /* one line about a validation */
	double clock;
	uint32_t line;
	uint32_t after;	     /* the number of train records before it */
	uint32_t epoch;	     /* of loops of epochs */
	uint32_t at, of;     /* progress: validation iteration `at` of `of`; of results as printed */
	bool result;	     /* metrics of the whole validation; else its progress */
	bool loss, bad_loss; /* it has a loss; one that is no number */
	float time, data_time, eta;
	double seconds; /* of the whole validation, as the line says; 0: it doesn't */
};
VEC(val_records, struct val_record);

/* clang-format off */
/* X(kind, word in rules/logs/, whether it ends or endangers the run)
 * SAVING: a checkpoint is about to be written, at .iter or .epoch. SAVED: the best one was written. RESUMED:
 * weights, optimizer and counters, to continue at .iter and .epoch. LOADED: weights only, or the first half of a
 * resume. For SAVED and LOADED .text is the file. PASS_END: the loader starts again, within an iteration. SKIPPED:
 * .value batches were drawn and discarded, to continue where a run had stopped. CLOCK: the clock was set by .value
 * seconds before this line (daylight saving time). OUT_OF_MEMORY: of the card, see run.oom. WORKER_KILLED: a
 * loader's process, .text is the cause. SHARED_MEMORY: /dev/shm is full or too small. KILLED: the process.
 * TIMED_OUT: ranks waited for each other in vain. COMMUNICATION: they could not talk to each other, .text is why.
 * EXCEPTION: .text is the last line of a traceback. */
#define RUN_EVENTS(X) \
	X(SAVING, "saving", false) X(SAVED, "saved", false) X(RESUMED, "resumed", false) X(LOADED, "loaded", false) \
	X(PASS_END, "pass-end", false) X(SKIPPED, "skipped", false) X(CLOCK, "clock", false) \
	X(OUT_OF_MEMORY, "out-of-memory", true) X(WORKER_KILLED, "worker-killed", true) \
	X(SHARED_MEMORY, "shared-memory", true) X(KILLED, "killed", true) X(PORT_TAKEN, "port-taken", true) \
	X(TIMED_OUT, "timed-out", true) X(COMMUNICATION, "communication", true) \
	X(EXCEPTION, "exception", true)
/* clang-format on */
#define RUN_EVENT(kind, ...) EVENT_##kind,
enum run_event_kind { RUN_EVENTS(RUN_EVENT) EVENT_COUNT };
#undef RUN_EVENT

struct run_event {
	enum run_event_kind kind;
	double clock; /* NaN if the line has none: tracebacks */
	uint32_t line;
	uint32_t after;	      /* the number of train records before it */
	uint32_t iter, epoch; /* as printed; 0: not */
	double value;	      /* see the kind, else NaN */
	const char *text;     /* see the kind, else NULL; may hold any byte but NUL and line feed */
};
VEC(run_events, struct run_event);

struct run_fact {
	const char *key, *value; /* "PyTorch", "1.13.1" */
};
VEC(run_facts, struct run_fact);

struct run_hook {
	const char *stage, *priority, *name; /* "after_train_iter", "LOW", "IterTimerHook" */
};
VEC(run_hooks, struct run_hook); /* in the printed order */

struct run_oom { /* MiB, NaN if the message doesn't say */
	double requested, total, allocated, reserved, free;
};

struct watch;
struct run {
	const struct log_format *format; /* never NULL */
	/* the file whose lines are counted, then those joined to it; absolute; NULL-terminated */
	const char *const *file;
	uint32_t first_line, last_line;
	double first_clock, last_clock; /* of its first and last line with a clock; NaN */
	double clock_step;		/* resolution of the clock: 0.001, 1 */
	bool dated;			/* the clock has a year */

	struct run_facts environment; /* as printed, in its order, before the first record */
	uint32_t world;		      /* processes that train; 0: unknown */
	uint32_t images;	      /* of the training set, from "Loaded N images"; 0: unknown */
	uint64_t layers;     /* parameters of the layers of a printed model, a lower bound; 0: none is printed */
	uint64_t parameters; /* sum over the printed shapes; 0: none are printed */
	uint32_t max_iters, max_epochs;
	struct run_hooks hooks;
	const char *config;	 /* the dumped config, the text of a Python file; NULL */
	uint32_t config_line;	 /* 0: from config_file */
	const char *config_file; /* of a folder: its file beside the log, absolute; NULL */

	bool epochs; /* a loop of epochs (epoch, inner, length), else of iterations */
	bool resumed;
	uint32_t resumed_iter, resumed_epoch; /* 0: unknown */
	struct train_records train;
	struct val_records val;
	struct run_events event;
	const char *exception;	   /* last line of the last traceback that isn't a launcher's, of a process; NULL */
	struct run_oom oom;	   /* all NaN: it didn't run out of memory */
	const struct watch *watch; /* output of monitoring tools during the run (run/formats/watch.h); NULL */
	uint32_t lines_left;	   /* train lines that were skipped: repeated, or beyond the limit of records */
	/* Of a log whose form was learnt from its lines (run/formats/loop_log.h), else NULL: which of their figures was
	 * read as what ("data_time", "rtime"), ended by a key of NULL; and what `iter` counts: "iteration", "epoch", or
	 * "line".
	 */
	const struct run_fact *read_as;
	const char *counts;
	bool figures_only; /* a table or json document: it has no lines about anything else */
};

/* Values of the environment by their role in rules/logs/ ("pytorch", "seed"), NULL: not printed. */
const char *run_fact(const struct run *r, const char *role);
/* The visible cards: "TITAN Xp" and their number; NULL: none is printed. */
const char *run_gpu(const struct run *r, uint32_t *n);
const char *run_no_gpu(const struct run *r);	   /* "no GPU", if the log says so; else NULL */
bool run_gpus_alike(const struct run *r);	   /* all visible cards have the same name */
const char *run_event_word(enum run_event_kind k); /* "out-of-memory" */
bool run_event_bad(enum run_event_kind k);	   /* it ends or endangers the run */
/* The number of the last iteration at the run's end: max_iters, or epochs of the last length; 0: unknown. */
uint32_t run_iterations(const struct run *r);
/* `time` of a record is a mean of at most that many iterations: the format's number, or that of the dumped config;
 * 0: of all since the last record. */
uint32_t run_window(const struct run *r);
uint32_t run_before(const struct run *r); /* iterations of an earlier start */
/* Its log has no known form: only what PyTorch reports at the end was read. */
bool run_alone(const struct run *r);
const char *run_counts(const struct run *r); /* what `iter` counts: "iteration" */
#endif
