// SPDX-License-Identifier: MIT
/* What a config builds: its model part by part, its data sets, and mismatches that rules find between them. It uses the
 * same facts as the rules (facts/function/fn_parts.h). Everything lives in the session's arena. */
#ifndef CLI_COMMAND_MODEL_H
#define CLI_COMMAND_MODEL_H
#include "cli/session.h"
#include "cli/shared/step_costs.h"
#include "facts/facts.h"
#include "lint/finding/diag.h"

/* What is shown of a part: a fact of rules/parts.yaml each, which is its key in JSON, too. */
// clang-format off
#define MODEL_FACTS(X) \
	X(TAKES, "takes") \
	X(NEEDS, "needs") \
	X(WIDTHS, "widths") \
	X(STRIDES, "strides") \
	X(LEVELS, "levels") \
	X(CLASSES, "classes") \
	X(FINDS, "finds") \
	X(PARAMETERS, "parameters")
// clang-format on
enum model_fact {
#define X(id, name) MODEL_##id,
	MODEL_FACTS(X)
#undef X
		MODEL_FACT_COUNT
};
extern const char *const model_fact_names[MODEL_FACT_COUNT];

VEC(found_diags, const struct diag *);
struct model_part {
	struct keypath path;
	const char *name;		     /* its last key: "backbone", "bbox_head[0]" */
	const char *type;		     /* NULL: not known */
	unsigned depth;			     /* of parts around it */
	struct span at;			     /* where its dict was put */
	bool known;			     /* its class has a row */
	const char *why;		     /* it has none; or NULL */
	struct value fact[MODEL_FACT_COUNT]; /* Unknown: not known, or it has none: model_has */
	const struct step_part *cost;	     /* of a training step; NULL: not known */
	struct found_diags found;	     /* about it */
};
struct model_outer { /* what wraps a data set and has steps of its own */
	const char *type;
	struct value pipeline;
};
struct model_set {	 /* a data set, without its wrappers; or a note that there may be others */
	const char *use; /* "train", "val", "test" */
	struct keypath path;
	const char *type;
	const char *why; /* others of its use can't be seen; NULL: it is one */
	struct span at;
	struct value count, names; /* of its classes */
	struct value points;	   /* how many keypoints */
	struct value pipeline;	   /* list of dicts, or Unknown */
	struct keypath pipeline_path;
	struct model_outer *outer; /* from the inside out */
	uint32_t nouter;
	struct found_diags found;
};
struct model_view {
	const struct module *config;
	const struct graph *g;
	const struct dialect *dialect;
	struct value packages;
	VEC(, struct model_part) part;
	const char *no_model; /* no part: why */
	bool cut;	      /* it has more parts than are listed */
	struct step_costs costs;
	double gpu_mem; /* GiB of the card; NaN: not given */
	VEC(, struct model_set) set;
	struct diags diags;	      /* about classes, channels, data: those of these rules' categories */
	struct found_diags elsewhere; /* of them that are of no part or set */
};
/* m: loaded under session_load. Release with model_release. */
void model_look(struct session *s, const struct graph *g, const struct module *m, struct model_view *out);
void model_release(struct model_view *v);

/* Its class has that fact, which may not be known. */
bool model_has(const struct model_part *p, enum model_fact fact);

#define MODEL_CUT "It has more parts, which are not listed."
struct buf;
/* "256, 512, 1024, 2048", "5 x 256", "80"; "?" where it isn't known. */
void model_numbers(struct buf *b, struct value v);
/* The arguments of a step of a pipeline that are numbers, texts, or lists of a few of these: "img_scale=(1333, 800)".
 */
void model_step(struct buf *b, struct value step);
#endif
