// SPDX-License-Identifier: MIT
/* The training machine with no figure given: every figure is Unknown, each with its own reason. */
#include "facts/machine.h"

static const struct figure {
	enum why why;
	const char *name, *option;
} figures[] = {
	{ WHY_GPUS, "machine.gpus", "--gpus" },
	{ WHY_NODES, "machine.nodes", "--nodes" },
	{ WHY_CORES, "machine.cores", "--cores" },
	{ WHY_GPU_MEM, "machine.gpu_mem", "--gpu-mem" },
};

static const struct figure *figure_of(enum why why)
{
	for (size_t i = 0; i < ARRAY_SIZE(figures); i++)
		if (figures[i].why == why)
			return &figures[i];
	return NULL;
}

static struct value unknown(struct arena *a, enum why why)
{
	return value_unknown(a, why, (struct span){ 0 }, figure_of(why)->name);
}

void machine_init(struct machine *m, struct arena *a)
{
	*m = (struct machine){
		.gpus = unknown(a, WHY_GPUS),
		.nodes = unknown(a, WHY_NODES),
		.cores = unknown(a, WHY_CORES),
		.gpu_mem = unknown(a, WHY_GPU_MEM),
	};
}

const char *machine_option(const struct cause *c)
{
	const struct figure *f = figure_of(c->why);
	return f ? f->option : NULL;
}
