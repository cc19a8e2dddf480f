// SPDX-License-Identifier: MIT
/* The first fix that is safe enough, in the config that the finding stands in. */
#include "fix/choose.h"

bool choose_is_wanted(const struct fix_opts *o, const struct diag *d)
{
	return (!o->only || d->rule == o->only) && (!o->wanted || o->wanted(o->ctx, d));
}

const struct fixplan *choose_fix(const struct fix_opts *o, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nfixes; i++)
		if (d->fix[i].safety == SAFETY_SAFE || o->unsafe)
			return &d->fix[i];
	return NULL;
}

/* A finding that stands in a linted config is fixed there or not at all: overriding the same value again in each of its
 * children is not what anybody would write. */
uint32_t choose_roots(const struct graph *g, const struct diag *d, const struct module *const **root)
{
	const struct module *owner = graph_owner(g, d->at.file);

	for (uint32_t i = 0; i < d->nroots; i++)
		if (d->root[i] == owner) {
			*root = (const struct module *const *)&d->root[i];
			return 1;
		}
	if (d->nroots) {
		*root = (const struct module *const *)d->root;
		return d->nroots;
	}
	*root = NULL;
	return 0;
}
