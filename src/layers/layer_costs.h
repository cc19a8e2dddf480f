// SPDX-License-Identifier: MIT
/* What a training step costs, by the files of rules/layers: Python that says which parameters each layer has and which
 * bytes autograd keeps for it. They are evaluated as configs are: nothing is run, and a budget of steps and bytes ends
 * what takes too long. */
#ifndef LAYERS_LAYER_COSTS_H
#define LAYERS_LAYER_COSTS_H
#include "python/value/value.h"

/* function(task) of rules/layers, a copy on a. task: known or not; what depends on Unknown is Unknown. Unknown with its
 * cause where the files have no such function, raise, or need more than the budget. */
struct value layer_costs(struct arena *a, const char *function, struct value task);
#endif
