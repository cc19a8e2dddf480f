// SPDX-License-Identifier: MIT
#include "lint/rules/kept.h"
#include "base/hash.h"
#include "facts/function/table.h"
#include "spec/kept.h"
#include <string.h>

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

static uint64_t add_name(uint64_t h, const char *name)
{
	return hash_bytes(h, name, strlen(name) + 1);
}

uint64_t rules_host(const struct ruleset *rs)
{
	uint64_t h = HASH_BYTES;
	for (const struct subject_kind *const *k = rs->host.kinds; *k; k++)
		h = add_name(h, (*k)->name);
	h = add_name(h, "");
	for (const char *const *check = rs->host.checks; *check; check++)
		h = add_name(h, *check);
	return h;
}

bool rules_take_kept(struct ruleset *rs)
{
	struct outsides outside = { 0 };
	if (!kept_image.size || kept_image.host != rules_host(rs))
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
