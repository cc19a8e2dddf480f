// SPDX-License-Identifier: MIT
/* The GPU memory of a training step (cli/shared/step_costs.h) as pictures of a page: a bar by part, and how it grows
 * with the batch. */
#ifndef CLI_SHARED_MEMORY_HTML_H
#define CLI_SHARED_MEMORY_HTML_H
#include "cli/shared/step_costs.h"

/* gpu: GiB of the card; NaN: not given. Nothing where c has no figures. */
void memory_html(struct buf *b, struct arena *a, const struct step_costs *c, double gpu);
#endif
