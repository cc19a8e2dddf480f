// SPDX-License-Identifier: MIT
/* The GPU memory of a training step (cli/shared/step_costs.h) as pictures of a page: a bar by part, and how it grows
 * with the batch. */
#ifndef CLI_SHARED_MEMORY_HTML_H
#define CLI_SHARED_MEMORY_HTML_H
#include "cli/shared/step_costs.h"

struct memory_piece {
	const char *name;
	double bytes;
};
struct memory_batch { /* bytes of a step with so many samples per GPU */
	double batch, total, low, high;
};
struct memory_picture {
	const struct memory_piece *piece; /* their sum is the memory */
	const struct memory_batch *at;	  /* rising by batch */
	uint32_t npieces, nat;
	double gpu; /* GiB of the card; NaN: not given */
};
void memory_picture_html(struct buf *b, struct arena *a, const struct memory_picture *p);
/* gpu: GiB of the card; NaN: not given. Nothing where c has no figures. */
void memory_html(struct buf *b, struct arena *a, const struct step_costs *c, double gpu);
#endif
