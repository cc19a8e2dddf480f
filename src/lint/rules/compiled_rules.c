// SPDX-License-Identifier: MIT
#include "lint/rules/compiled_rules.h"
#include "base/hash.h"
#include "facts/function/fn_table.h"
#include "spec/compiled.h"
#include <string.h>

struct compiled_rules compiled_rules_of(const struct ruleset *rs)
{
	return (struct compiled_rules){ rs->dialects, rs->patches, rs->at, rs->n };
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

bool rules_take_compiled(struct ruleset *rs)
{
	struct outsides outside = { 0 };
	if (!compiled.rules.n || compiled.host != rules_host(rs))
		return false;
	for (uint32_t i = 0; i < compiled.nsources; i++)
		embedded_source(rs->sources, compiled.source[i]);
	rules_outside(rs, compiled.nsources, &outside);
	uint64_t *word = compiled_load(&rs->arena, compiled.rules);
	for (uint32_t i = 0; i < compiled.noutside; i++)
		word[compiled.outside[2 * i]] = (uintptr_t)outside.at[compiled.outside[2 * i + 1]];
	vec_release(&outside);

	const struct compiled_rules *k = (const struct compiled_rules *)word;
	rs->at = k->at;
	rs->n = k->n;
	rs->patches = k->patches;
	rs->dialects.at = k->dialects.at;
	rs->dialects.n = k->dialects.n;
	rs->dialects.vocab = k->dialects.vocab;
	return rs->compiled = true;
}
