// SPDX-License-Identifier: MIT
/* The figures that `cfglint plan` computes for one run. */
#ifndef CLI_COMMAND_PLAN_FIGURES_H
#define CLI_COMMAND_PLAN_FIGURES_H
#include "cli/shared/samples.h"
#include "cli/shared/step_costs.h"
#include "cli/session.h"
#include "facts/training.h"
#include "lint/lint.h"

/* X(id, key in JSON, label, unit) in the order of the table */
#define PLAN_ROWS(X) \
	X(BATCH, "batch_per_gpu", "batch per GPU", "samples") \
	X(GPUS, "gpus", "GPUs", "") \
	X(STEP_SAMPLES, "samples_per_step", "samples per optimizer step", "samples") \
	X(EPOCHS, "epochs", "epochs", "epochs") \
	X(EPOCH_ITERATIONS, "epoch_iterations", "iterations per pass over the data", "iterations") \
	X(ITERATIONS, "iterations", "iterations", "iterations") \
	X(STEPS, "optimizer_steps", "optimizer steps", "steps") \
	X(SAMPLES, "samples_seen", "samples seen", "samples") \
	X(PASSES, "passes", "passes over the data", "passes") \
	X(EVALUATIONS, "evaluations", "evaluations", "times") \
	X(CHECKPOINTS, "checkpoints", "checkpoints written", "times") \
	X(KEPT, "checkpoints_kept", "checkpoints on disk", "files") \
	X(CHECKPOINT_BYTES, "checkpoint_bytes", "size of a checkpoint", "bytes") \
	X(KEPT_BYTES, "kept_bytes", "size of checkpoints on disk", "bytes") \
	X(AHEAD_BYTES, "ahead_bytes", "host memory of batches ahead", "bytes") \
	X(PARAMETERS, "parameters", "parameters of the model", "") \
	X(MEMORY, "memory_bytes", "GPU memory, about", "bytes") \
	X(SECONDS, "training_seconds", "time in iterations", "s") \
	X(EVALUATION_SECONDS, "evaluation_seconds", "time in evaluations", "s") \
	X(CHECKPOINT_SECONDS, "checkpoint_seconds", "time in checkpoints", "s") \
	X(PASS_SECONDS, "pass_seconds", "time between passes", "s") \
	X(ALL_SECONDS, "all_seconds", "time of the run", "s")
#define ITEM(id, ...) PLAN_##id,
enum plan_row { PLAN_ROWS(ITEM) PLAN_COUNT };
#undef ITEM

struct plan {
	struct figure row[PLAN_COUNT];
	struct facts *facts;
	struct schedule *schedule;
	const char *gpus_why; /* the source of their number; NULL: none */
	const char *dialect;
	struct step_costs costs;     /* of a training step on one GPU */
	double gpu_mem;		     /* GiB of the card; NaN: not given */
	const char *gpu;	     /* name of the card; NULL: not given */
	struct sample_count counted; /* of the training set, without --samples and --log */
};
struct plan_inputs {			     /* of the command line, or measured in a run; NaN: not set */
	double samples, params, seconds;     /* of the training set; of the model; an iteration takes */
	double sample_bytes;		     /* of one, as the loader gives it */
	double evaluation, checkpoint, pass; /* seconds that one takes; pass: until the loader delivers again */
	double memory,
		memory_batch;	/* bytes of a GPU that a run took, with so many samples; NaN: the log does not say */
	const char *memory_run; /* its name */
	double batch, world;	/* that these were measured with; NaN: any */
	struct counted_files *files; /* of the command */
};
/* gpus: overrides the settings; NaN: as in the settings. Lives on the session's arena. */
void plan_of(struct session *s, const struct subject *x, double gpus, const struct plan_inputs *given,
	     struct plan *out);
#endif
