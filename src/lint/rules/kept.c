// SPDX-License-Identifier: MIT
#include "lint/rules/kept.h"
#include "facts/function/table.h"
#include "spec/kept.h"

struct rules_kept *rules_keep(struct ruleset *rs)
{
	struct rules_kept *k = arena_new(&rs->arena, struct rules_kept);
	*k = (struct rules_kept){ .at = rs->at, .n = rs->n, .dialects = rs->dialects, .patches = rs->patches };
	k->dialects.functions = (struct rulefn_table){ 0 };
	k->dialects.kinds = NULL;
	return k;
}

void rules_outside(const struct ruleset *rs, uint32_t nsources, struct outsides *out)
{
	struct rulefn_table fns = rulefn_table();
	for (const struct subject_kind *const *k = rs->host.kinds; *k; k++)
		vec_push(out, *k);
	for (size_t i = 0; i < fns.n; i++)
		for (size_t k = 0; k < fns.file[i]->n; k++)
			vec_push(out, &fns.file[i]->at[k]);
	for (uint32_t i = 1; i <= nsources; i++)
		vec_push(out, sources_get(rs->sources, i));
}

/* The build had a host with as much to point to. */
static bool is_kept(const struct ruleset *rs)
{
	struct outsides outside = { 0 };
	rules_outside(rs, 0, &outside);
	bool kept = kept_image.size && outside.n + kept_image.nsources == kept_image.noutside;
	vec_release(&outside);
	return kept;
}

bool rules_take_kept(struct ruleset *rs)
{
	struct outsides outside = { 0 };
	if (!is_kept(rs))
		return false;
	for (uint32_t i = 0; i < kept_image.nsources; i++)
		kept_source(rs->sources, kept_image.source[i]);
	rules_outside(rs, kept_image.nsources, &outside);
	rs->kept = kept_image_new(&kept_image, outside.at);
	vec_release(&outside);

	const struct rules_kept *k = (const void *)(rs->kept + kept_image.root);
	rs->at = k->at;
	rs->n = k->n;
	rs->patches = k->patches;
	rs->dialects.at = k->dialects.at;
	rs->dialects.n = k->dialects.n;
	rs->dialects.vocab = k->dialects.vocab;
	return true;
}
