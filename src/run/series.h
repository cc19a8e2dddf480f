// SPDX-License-Identifier: MIT
/* Figures of a run over its iterations, for plots. */
#ifndef RUN_SERIES_H
#define RUN_SERIES_H
#include "run/formats/run.h"

/* SECONDS: of an iteration by the clock, including whatever else happened. A point stands for the iterations since
 * the point before it, which took at least 20 steps of the clock. If that leaves fewer than 24 points and less than
 * half of them, or without a clock, it is `time` as printed. DATA: `data_time` relative to `time`. The others: as
 * printed. */
enum series_kind { SERIES_SECONDS, SERIES_DATA, SERIES_LR, SERIES_LOSS, SERIES_MEMORY, SERIES_COUNT };
struct series_point {
	uint32_t iter;
	double y; /* nan and inf as in the log */
};
struct series {
	const struct series_point *at; /* iter ascending */
	uint32_t n;
	uint32_t from; /* the iteration after which the first point's range begins */
	bool clock;    /* SECONDS: by the clock, else by the log's own timer */
};
enum { SERIES_MOST = 1500 }; /* points of a plot; a screen shows no more */

struct series series_of(struct arena *a, const struct run *r, enum series_kind k);
/* At most that many of the points (16 or more): of each range the lowest, the highest and the first that isn't
 * finite, so that no outlier is lost; the ends too. */
struct series series_thin(struct arena *a, const struct series *s, uint32_t most);
/* Means over n equal ranges of the iterations from first (not included) to last; NaN: the range has no points, or
 * none that is finite. */
void series_columns(const struct series *s, uint32_t first, uint32_t last, double *out, uint32_t n);
const char *series_id(enum series_kind k); /* "seconds" */

struct series_figures { /* of the finite points; NaN: there are none */
	double least, median, p99, most;
	uint32_t n;
};
struct series_figures series_figures(struct arena *tmp, const struct series *s);
/* The upper end of a plot: outliers far beyond nearly all others would flatten those. */
double series_top(const struct series_figures *f);

/* Events beside iterations, and the iterations after which they happen, ascending. */
enum mark_kind { MARK_CHECKPOINT, MARK_EVALUATION, MARK_PASS, MARK_COUNT };
struct marks {
	const uint32_t *at;
	uint32_t n;
};
/* pass: batches of a pass over the data, if ends of passes are to be computed; 0: only printed ones. */
struct marks marks_of(struct arena *a, const struct run *r, enum mark_kind k, uint32_t pass);
const char *mark_word(enum mark_kind k); /* "checkpoint" */
char mark_letter(enum mark_kind k);	 /* 'c', 'v', 'p' */
#endif
