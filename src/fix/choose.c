// SPDX-License-Identifier: MIT
/* The first fix that is safe enough, in the config that the finding stands in. */
#include "fix/choose.h"

bool choose_is_wanted(const struct fix_opts *o, const struct diag *d)
{
	return !(o->edit_code && (d->patch || rule_patch(d->rule))) && (!o->only || d->rule == o->only) &&
	       (!o->wanted || o->wanted(o->ctx, d));
}

const struct subject_kind *choose_kind(const struct diag *d)
{
	return d->nseen ? d->seen_in[0]->kind : d->rule->on;
}

const struct fixplan *choose_fix(const struct fix_opts *o, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nfixes; i++)
		if (d->fix[i].safety == SAFETY_SAFE || o->unsafe)
			return &d->fix[i];
	return NULL;
}

/* A finding in a linted config is fixed there or not at all: overriding the same value again in each child would be bad
 * style. Dependents (subject.through) are not edited. */
uint32_t choose_configs(const struct diag *d, const struct subject *const **config)
{
	const struct subject *owner = d->nseen ? subject_owner(d->seen_in[0]->set, d->at.file) : NULL;

	*config = d->seen_in;
	for (uint32_t i = 0; i < d->nseen; i++)
		if (d->seen_in[i] == owner) {
			*config = &d->seen_in[i];
			return 1;
		}
	return d->nseen;
}
