// SPDX-License-Identifier: MIT
/* How `cfglint plan` is printed. */
#ifndef CLI_COMMAND_PLAN_PRINT_H
#define CLI_COMMAND_PLAN_PRINT_H
#include "cli/command/plan_figures.h"
#include "cli/targets.h"
#include "text/jwrite.h"

struct plan_sides { /* of one config */
	struct plan today, then;
	bool compared;	       /* there is a changed run */
	const char *change;    /* what makes it: "--gpus 8 --set data.samples_per_gpu=8" */
	struct strings advice; /* lines */
	bool trial_epoch;      /* it runs an epoch and doesn't end after 200 iterations */
	const char *trial;     /* command that would measure the unknown figures; NULL: none is known */
	bool logged;	       /* a run can measure evaluations and checkpoints */
	const int64_t *at;     /* requested iterations, ascending */
	uint32_t nat;
};
/* page: of HTML, to which it is added with the picture of the memory; NULL: it is printed. */
void plan_text(const struct target *t, const struct plan_sides *p, struct buf *page);
void plan_json(struct jwrite *list, struct session *s, const struct target *t, const struct plan_sides *p);
#endif
