// SPDX-License-Identifier: MIT
#include "lint/rules/rule_word.h"
#include "base/near.h"
#include "base/str.h"
#include "base/vec.h"
#include <string.h>
#include <strings.h>

static const char *const levels[] = { "info", "performance", "warning", "error", "all", "perf" };

static bool same(const char *word, size_t n, const char *other)
{
	return strlen(other) == n && !strncasecmp(word, other, n);
}

unsigned word_names(const char *word, size_t n, const struct rule *r)
{
	if (same(word, n, r->id) || same(word, n, r->name))
		return WORD_NAME;
	if (n && n < strlen(r->id) && !strncasecmp(word, r->id, n))
		return WORD_PREFIX + (unsigned)n;
	return same(word, n, r->category) ? WORD_PREFIX + 3 : WORD_NOT;
}

bool word_is_level(const char *word, enum severity *level, bool *all)
{
	*all = !strcasecmp(word, "all");
	if (!strcasecmp(word, "perf"))
		word = severity_name(SEV_PERFORMANCE);
	for (int i = SEV_INFO; i <= SEV_ERROR; i++)
		if (!strcasecmp(word, severity_name((enum severity)i))) {
			*level = (enum severity)i;
			return true;
		}
	return *all;
}

bool word_is_rules(const struct ruleset *rs, const char *word)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if (word_names(word, strlen(word), rs->at[i]))
			return true;
	return false;
}

const char *word_nearest(const struct ruleset *rs, const char *word, bool with_levels)
{
	VEC(, const char *) words = { 0 };
	for (size_t i = 0; with_levels && i < ARRAY_SIZE(levels); i++)
		vec_push(&words, levels[i]);
	for (uint32_t i = 0; i < rs->n; i++) {
		vec_push(&words, rs->at[i]->id);
		vec_push(&words, rs->at[i]->name);
		vec_push(&words, rs->at[i]->category);
		vec_push(&words, str_of(rs->at[i]->id, 3)->s);
	}
	const char *near = near_word(word, words.at, words.n);
	vec_release(&words);
	return near;
}
