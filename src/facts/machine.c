// SPDX-License-Identifier: MIT
/* The training machine before anybody said anything about it: every figure is Unknown and says how to give it. */
#include "facts/machine.h"

void machine_init(struct machine *m, struct arena *a)
{
	struct span nowhere = { 0 };
	*m = (struct machine){
		.gpus = value_unknown(a, WHY_MACHINE, nowhere, "machine.gpus"),
		.nodes = value_unknown(a, WHY_MACHINE, nowhere, "machine.nodes"),
		.cores = value_unknown(a, WHY_MACHINE, nowhere, "machine.cores"),
		.gpu_mem_gib = value_unknown(a, WHY_MACHINE, nowhere, "machine.gpu_mem_gib"),
	};
}
