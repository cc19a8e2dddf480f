// SPDX-License-Identifier: MIT
#include "launch/branches.h"

bool launch_excludes(const struct launch *x, const struct launch *y)
{
	for (uint32_t i = 0; i < x->narms; i++)
		for (uint32_t k = 0; k < y->narms; k++)
			if (x->arm[i].of == y->arm[k].of && x->arm[i].arm != y->arm[k].arm)
				return true;
	return false;
}

bool launch_is_conditional(const struct launch *l)
{
	for (uint32_t i = 0; i < l->narms; i++)
		if (l->arm[i].arm != UINT32_MAX)
			return true;
	return false;
}
