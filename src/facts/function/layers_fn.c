// SPDX-License-Identifier: MIT
/* The rule function layer_costs(): what a training step costs by rules/layers. */
#include "facts/function/priv.h"
#include "layers/layer_costs.h"

/* layer_costs('estimate', task): that function of rules/layers on the task */
static struct value fn_layer_costs(struct rulecall *c)
{
	const struct str *function;
	struct value why, task;

	if (!rule_text(c, 0, &function, &why))
		return why;
	task = rule_arg(c, 1);
	return value_is_known(task) ? layer_costs(c->facts->arena, function->s, task) : task;
}

static const struct rulefn rows[] = {
	{ "layer_costs", 2, 2, fn_layer_costs, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_layers = { rows, ARRAY_SIZE(rows) };
