// SPDX-License-Identifier: MIT
/* Stores measurements in a tree of values, for run/measured.c: d is a dict in m's arena. */
#ifndef RUN_PUT_H
#define RUN_PUT_H
#include "python/value/value.h"
#include "run/measured.h"
#include "run/series_stats.h"
#include "text/source.h"

struct measuring {
	struct arena *a, *tmp;
	const struct run *r;
	const struct source *src;   /* the log, whose lines are places; NULL */
	const char *silent;	    /* why there is no ledger; NULL: there is one */
	struct line_numbers *cited; /* collects the lines, instead of places; NULL */
};
struct span line_span(struct measuring *m, uint32_t line);     /* empty: there is no such line */
struct value put_untold(struct measuring *m, const char *why); /* Unknown */
void put_value(struct measuring *m, struct value d, const char *key, struct value v);
void put_number(struct measuring *m, struct value d, const char *key, double x); /* not finite: untold */
void put_int(struct measuring *m, struct value d, const char *key, uint64_t n);
void put_count(struct measuring *m, struct value d, const char *key, uint64_t n); /* 0: untold */
void put_bool(struct measuring *m, struct value d, const char *key, bool is);
void put_text(struct measuring *m, struct value d, const char *key, const char *text); /* NULL: absent */
void put_range(struct measuring *m, struct value d, struct interval i);		       /* as low and high */
#endif
