// SPDX-License-Identifier: MIT
/* rules/plan*.yaml: the figures of a run, as expressions over a set of arguments. C knows no argument's name: the rows,
 * what they are computed from, the learning rate's shapes and the advice are that file's.
 *
 * 	struct sheet_ask ask = { .s = s, .facts = f, .set = element, ... };
 * 	sheet_fill(sheet, &ask, &out);		out.row[i]: "optimizer steps", 189, "num_train_epochs 3 (sft.yaml:21)"
 */
#ifndef CLI_SHARED_SHEET_H
#define CLI_SHARED_SHEET_H
#include "base/vec.h"
#include "cli/session.h"
#include "cli/shared/memory_html.h"
#include "facts/training.h"

struct sheet;
struct sheet_list;
struct sheet_row {
	const char *key, *label, *unit; /* unit NULL: a count */
	struct figure value;		/* .why NULL: known, unless there is a text */
	const char *text;		/* stands for the value: "each 500 steps"; NULL: none */
	const char *from;		/* what the figure follows from; NULL: nothing to tell */
};
VEC(sheet_rows, struct sheet_row);
enum { SHEET_CURVE_POINTS = 1000 };
struct sheet_curve {		     /* the learning rate over the optimizer steps */
	const char *key;	     /* of its values in JSON; NULL: the table has no curve */
	const char *why;	     /* why it is unknown; NULL: it is known */
	const char *from, *shape;    /* of its peak, of its shape; NULL: nothing to tell */
	double length;		     /* steps; NaN: unknown */
	double first, highest, last; /* at the first step, at its highest, at the last step */
	double highest_at;
	double point[SHEET_CURVE_POINTS]; /* evenly from the first to the last step */
	double *at;			  /* at the requested steps, NaN behind the end; on the arena */
};
struct sheet_ask {
	struct session *s;
	const struct subject *subject;		    /* the file that the set stands in */
	struct facts *facts;			    /* of it */
	struct value all, set;			    /* the file's sets of arguments; the one in question */
	struct value values, from;		    /* dicts by argument: in effect, and where each is from */
	double seconds;				    /* of a step; NaN: not given */
	double samples, params;			    /* NaN: not given */
	struct value batch, accumulation;	    /* of one process: samples, and batches for a step */
	const char *batch_from, *accumulation_from; /* NULL: unknown */
	double per_process;			    /* samples of one process and optimizer step; NaN: unknown */
	const char *per_process_why;		    /* why it is; NULL: for want of what it is made of */
	double processes;			    /* NaN: unknown */
	const char *processes_from;		    /* NULL: unknown */
	const char *flags;			    /* names of the launch line's flags; NULL: several lines start it */
	const int64_t *at;			    /* steps that the command line asks for */
	uint32_t nat;
};
struct sheet_side {
	struct sheet_rows row;
	struct sheet_curve curve;
	const char *picture_title; /* NULL: there is no picture */
	struct memory_picture picture;
	struct strings note; /* lines */
};
/* The one whose figures are those of this set; NULL: none is. */
const struct sheet *sheet_for(const struct sheet_list *all, const struct sheet_ask *ask);
/* Why none has figures of it; NULL: nothing to tell. */
const char *sheet_refusal(const struct sheet_list *all, const struct sheet_ask *ask);
/* Texts live on the session's arena. */
void sheet_fill(const struct sheet *sheet, const struct sheet_ask *ask, struct sheet_side *out);
/* The picture of out, which costs more than all rows do. */
void sheet_fill_picture(const struct sheet *sheet, const struct sheet_ask *ask, struct sheet_side *out);
/* Lines that say what a change from `was` to the figures of `ask` needs. */
void sheet_advise(const struct sheet *sheet, const struct sheet_ask *ask, const struct sheet_side *was,
		  struct strings *out);
void sheet_side_release(struct sheet_side *side);
#endif
