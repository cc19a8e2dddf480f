// SPDX-License-Identifier: MIT
/* rules/schedules.yaml: the curve of each framework class, and the names of the curve's arguments. C knows curves
 * and arguments only by the names in this file. */
#ifndef SCHEDULE_CURVES_H
#define SCHEDULE_CURVES_H
#include "schedule/schedule.h"
#include "spec/read.h"

#define CURVES_OF(X) \
	X(CONSTANT, "constant") \
	X(STEP, "step") \
	X(MULTI_STEP, "multi-step") \
	X(EXPONENTIAL, "exponential") \
	X(POLYNOMIAL, "polynomial") \
	X(INVERSE, "inverse") \
	X(COSINE, "cosine") \
	X(FLAT_COSINE, "flat-cosine") \
	X(COSINE_RESTART, "cosine-restart") \
	X(CYCLIC, "cyclic") \
	X(ONE_CYCLE, "one-cycle") \
	X(LINEAR_ANNEALING, "linear-annealing") \
	X(LINEAR, "linear") \
	X(MEASURED, "measured") /* follows what is measured in training: never known before */
#define CURVE_ARGS(X) \
	X(BY_EPOCH, "by_epoch", FLAG) \
	X(WARMUP, "warmup", WORD) \
	X(WARMUP_LENGTH, "warmup_length", NUMBER) \
	X(WARMUP_RATIO, "warmup_ratio", NUMBER) \
	X(WARMUP_BY_EPOCH, "warmup_by_epoch", FLAG) \
	X(BEGIN, "begin", NUMBER) \
	X(END, "end", NUMBER) \
	X(LAST_STEP, "last_step", NUMBER) \
	X(CONVERT, "convert", FLAG) \
	X(STEPS, "steps", NUMBERS) \
	X(FACTOR, "factor", NUMBER) \
	X(POWER, "power", NUMBER) \
	X(FLOOR, "floor", NUMBER) \
	X(FLOOR_RATIO, "floor_ratio", NUMBER) \
	X(FLAT, "flat", NUMBER) \
	X(PERIOD, "period", NUMBER) \
	X(PERIODS, "periods", NUMBERS) \
	X(WEIGHTS, "weights", NUMBERS) \
	X(RANGE, "range", NUMBERS) \
	X(CYCLES, "cycles", NUMBER) \
	X(UP, "up", NUMBER) \
	X(SHAPE, "shape", WORD) \
	X(DECAY, "decay", NUMBER) \
	X(LOW, "low", NUMBER) \
	X(PEAK, "peak", NUMBER) \
	X(TOTAL, "total", NUMBER) \
	X(DIVISOR, "divisor", NUMBER) \
	X(FINAL_DIVISOR, "final_divisor", NUMBER) \
	X(THREE_PHASE, "three_phase", FLAG) \
	X(START_FACTOR, "start_factor", NUMBER) \
	X(END_FACTOR, "end_factor", NUMBER)

#define ITEM(id, ...) CURVE_##id,
enum curve { CURVES_OF(ITEM) CURVE_COUNT };
#undef ITEM
#define ITEM(id, ...) ARG_##id,
enum curve_arg { CURVE_ARGS(ITEM) ARGS };
#undef ITEM
enum curve_arg_kind { ARG_IS_FLAG, ARG_IS_WORD, ARG_IS_NUMBER, ARG_IS_NUMBERS };
enum curve_word { WORD_NONE, WORD_CONSTANT, WORD_LINEAR, WORD_EXPONENTIAL, WORD_COSINE, WORDS };

struct arg_row {
	const struct str *key;	   /* NULL: the class takes no such argument */
	struct value by_default;   /* Unknown: none */
	double least, most, above; /* NaN: no such limit; of each number of a list */
	const char **takes;	   /* Python types, NULL-terminated; NULL: any */
};
struct curve_class {
	const struct str *name;
	enum curve curve;
	struct arg_row arg[ARGS];
};
struct curve_classes { /* of one quantity in one family */
	struct keypath at;
	bool warmup_divides;
	struct value in_iterations[ARGS]; /* defaults of runs counted in iterations; Unknown: the class's own */
	struct curve_class *cls;
	uint32_t n;
};
struct curve_family {
	const char *name;
	bool chained, capitalised;
	const struct str *name_key;
	const char *word[WORDS];				     /* as the framework spells it; NULL: it has none */
	const char **hooks_at, **hooks_like, **hooks_but, **ignored; /* NULL-terminated */
	/* Classes of other quantities; classes whose quantity others_key gives, unless they match others_not. */
	const char **others_like, **others_by_key, **others_not;
	const struct str *others_key;
	struct curve_classes of[QUANTITIES];
};
struct optimizer_row {
	const char *name;
	double momentum; /* NaN: it has none */
	double state[2]; /* numbers stored per weight, [1]: with a momentum other than 0 */
};
struct curves {
	struct curve_family *family;
	uint32_t n;
	const char **momentum_keys;
	struct optimizer_row *optimizer;
	uint32_t noptimizers;
};
extern const char *const curve_arg_names[ARGS];
extern const enum curve_arg_kind curve_arg_kinds[ARGS];
/* The embedded file; all memory is a's. */
const struct curves *curves_load(struct arena *a);
/* As str.title() if all letters are lower-case: "step" is the class Step. */
const char *curve_capitalised(struct arena *a, const char *name);
/* All memory is y->a's. false: y->e says what is wrong, where, and which word is similar. */
bool curves_read(struct yread *y, const struct ynode *doc, struct curves *out);
#endif
