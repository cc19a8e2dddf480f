// SPDX-License-Identifier: MIT
/* Rule functions that compute numbers. */
#include "facts/function/priv.h"
#include <math.h>

/* cos(x), x in radians */
static struct value fn_cos(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	if (!value_is_number(v))
		return value_is_known(v) ? rule_unknown(c, WHY_TYPE, "cos") : v;
	return value_float(cos(value_number(v)), c->at);
}

static const struct rulefn rows[] = {
	{ "cos", 1, 1, fn_cos, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_math = { rows, ARRAY_SIZE(rows) };
