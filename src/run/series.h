// SPDX-License-Identifier: MIT
/* Figures of a run over its iterations, for pictures of it. */
#ifndef RUN_SERIES_H
#define RUN_SERIES_H
#include "run/run.h"

/* SECONDS: of an iteration by the clock, whatever else happened meanwhile included. A point stands for the iterations
 * since the point before it, which took at least 20 steps of the clock; where that leaves fewer than 24 points and less
 * than half of them, and where there is no clock, it is `time` as printed. DATA: the part of `time` that `data_time`
 * is. The others: as printed. */
enum series_kind { SERIES_SECONDS, SERIES_DATA, SERIES_LR, SERIES_LOSS, SERIES_MEMORY, SERIES_COUNT };
struct series_point {
	uint32_t iter;
	double y; /* nan and inf where the log prints them */
};
struct series {
	const struct series_point *at; /* iter rising */
	uint32_t n;
	uint32_t from; /* the iteration behind which the first point's begin */
	bool clock;    /* SECONDS: by it, else by the log's own timer */
};
enum { SERIES_MOST = 1500 }; /* points of a picture; a screen shows no more */

struct series series_of(struct arena *a, const struct run *r, enum series_kind k);
/* At most so many of the points (16 or more): of each stretch the lowest, the highest and the first that is no number,
 * so that nothing that sticks out is lost; the ends too. */
struct series series_thin(struct arena *a, const struct series *s, uint32_t most);
/* Means over n equal stretches of the iterations from first (not included) to last; NaN: no point's iterations lie
 * there, or only figures that are none. */
void series_columns(const struct series *s, uint32_t first, uint32_t last, double *out, uint32_t n);
const char *series_id(enum series_kind k); /* "seconds" */

struct series_figures { /* of the finite points; NaN: there are none */
	double least, median, p99, most;
	uint32_t n;
};
struct series_figures series_figures(struct arena *tmp, const struct series *s);
/* How high a picture of them goes: what is far beyond nearly all others would press those flat. */
double series_top(const struct series_figures *f);

/* What happens beside iterations, and behind which of them, rising. */
enum mark_kind { MARK_CHECKPOINT, MARK_EVALUATION, MARK_PASS, MARK_COUNT };
struct marks {
	const uint32_t *at;
	uint32_t n;
};
/* pass: batches of a pass over the data, where ends of passes are to be reckoned; 0: those that are printed, alone. */
struct marks marks_of(struct arena *a, const struct run *r, enum mark_kind k, uint32_t pass);
const char *mark_word(enum mark_kind k); /* "checkpoint" */
char mark_letter(enum mark_kind k);	 /* 'c', 'v', 'p' */
#endif
