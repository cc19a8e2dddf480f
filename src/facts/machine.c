// SPDX-License-Identifier: MIT
/* The training machine before anybody said anything about it: every figure is Unknown and says how to give it. */
#include "facts/machine.h"
#include <string.h>

static const char *const names[FIGURES] = {
	[FIGURE_GPUS] = "machine.gpus",
	[FIGURE_NODES] = "machine.nodes",
	[FIGURE_CORES] = "machine.cores",
	[FIGURE_GPU_MEM] = "machine.gpu_mem_gib",
};

static struct value unknown(struct arena *a, enum machine_figure of)
{
	return value_unknown(a, WHY_MACHINE, (struct span){ 0 }, names[of]);
}

void machine_init(struct machine *m, struct arena *a)
{
	*m = (struct machine){
		.gpus = unknown(a, FIGURE_GPUS),
		.nodes = unknown(a, FIGURE_NODES),
		.cores = unknown(a, FIGURE_CORES),
		.gpu_mem_gib = unknown(a, FIGURE_GPU_MEM),
	};
}

enum machine_figure machine_lacks(struct value v)
{
	const struct cause *c = v.kind == VALUE_UNKNOWN ? v.as.cause : NULL;
	int i = 0;
	while (i < FIGURES && (!c || c->why != WHY_MACHINE || !c->detail || strcmp(c->detail->s, names[i])))
		i++;
	return (enum machine_figure)i;
}
