// SPDX-License-Identifier: MIT
/* Stores measurements in a tree of values, for run/measured.c: d is a dict in m's arena. */
#ifndef RUN_PUT_H
#define RUN_PUT_H
#include "python/value/value.h"
#include "run/measured.h"
#include "run/formats/series_stats.h"
#include "text/source.h"

struct measure_ctx {
	struct arena *a, *tmp;
	const struct run *r;
	const struct source *src;   /* the log, whose lines are places; NULL */
	const char *silent;	    /* why there is no ledger; NULL: there is one */
	struct line_numbers *cited; /* collects the lines, instead of places; NULL */
};
struct span line_span(struct measure_ctx *m, uint32_t line);	    /* empty: there is no such line */
struct value unknown_value(struct measure_ctx *m, const char *why); /* Unknown */
void put_value(struct measure_ctx *m, struct value d, const char *key, struct value v);
void put_number(struct measure_ctx *m, struct value d, const char *key, double x); /* not finite: unknown */
void put_int(struct measure_ctx *m, struct value d, const char *key, uint64_t n);
void put_count(struct measure_ctx *m, struct value d, const char *key, uint64_t n); /* 0: unknown */
void put_bool(struct measure_ctx *m, struct value d, const char *key, bool is);
void put_text(struct measure_ctx *m, struct value d, const char *key, const char *text); /* NULL: absent */
void put_range(struct measure_ctx *m, struct value d, struct interval i);		 /* as low and high */
#endif
