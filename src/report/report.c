// SPDX-License-Identifier: MIT
/* The table of formats, and one report from its first finding to its end. */
#include "report/priv.h"
#include "fix/choose.h"
#include "lint/finding/alike.h"
#include "lint/finding/same_cause.h"
#include <stdlib.h>
#include <string.h>

#define ROW(name) &report_##name,
static const struct reporter *const reporters[] = { REPORTERS(ROW) };
#undef ROW

bool report_fixable(const struct diag *d, bool unsafe)
{
	return choose_fix(&(struct fix_opts){ .unsafe = unsafe }, d);
}

const char *reporter_name(size_t i)
{
	return i < ARRAY_SIZE(reporters) ? reporters[i]->name : NULL;
}

const struct reporter *reporter_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(reporters); i++)
		if (strcmp(reporters[i]->name, name) == 0)
			return reporters[i];
	return NULL;
}

static void print_all(struct report *r, const struct reporter *as, const struct diags *all)
{
	for (size_t i = 0; i < all->n && !r->o.statistics; i++) {
		r->sources = all->at[i].nseen ? all->at[i].seen_in[0]->set->sources : NULL;
		as->finding(r, &all->at[i]);
	}
}

/* The same with those of one cause as one; what counts findings still counts each. */
static void print_gathered(struct report *r, const struct reporter *as)
{
	struct diags all = { 0 };
	struct arena a = { 0 };

	for (size_t i = 0; i < r->found->n; i++)
		vec_push(&all, r->found->at[i]);
	diags_gather_place(&a, &all);
	diags_gather_many(&a, &all);
	diags_gather_alike(&a, &all);
	print_all(r, as, &all);
	vec_release(&all);
	arena_release(&a);
}

void report_print(struct report *r, const struct reporter *as)
{
	r->state = as->state ? xcalloc(1, as->state) : NULL;
	if (as->begin)
		as->begin(r);
	for (uint32_t i = 0; as->fixed && !r->o.statistics && r->applied && i < r->applied->noutcomes; i++)
		if (r->applied->outcome[i].what == FIX_APPLIED || r->applied->outcome[i].what == FIX_PARTLY)
			as->fixed(r, &r->applied->outcome[i]);
	if (as->gathers && !r->o.each)
		print_gathered(r, as);
	else
		print_all(r, as, r->found);
	r->known = true;
	if (as->old && r->old)
		print_all(r, as, r->old);
	r->known = false;
	as->end(r);
	free(r->state);
	r->state = NULL;
}
