// SPDX-License-Identifier: MIT
#include "lint/finding/outcome.h"

void outcome_release(struct outcome *o)
{
	vec_release(&o->found);
	vec_release(&o->held);
}
