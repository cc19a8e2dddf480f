// SPDX-License-Identifier: MIT
#include "launch/line_overrides.h"
#include "base/path.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool is_word(const char *text, const char *const *word)
{
	while (*word && strcasecmp(text, *word))
		word++;
	return *word;
}

struct value line_override_value(struct arena *a, const char *text, struct span at)
{
	static const char *const yes[] = { "true", "yes", "on", NULL }, *const no[] = { "false", "no", "off", NULL },
				 *const none[] = { "", "null", "~", NULL };
	char *end_int, *end;

	if (is_word(text, none))
		return value_none(at);
	if (is_word(text, yes) || is_word(text, no))
		return value_bool(is_word(text, yes), at);
	if (*text == '[' || *text == '{' || strchr(text, '$'))
		return value_unknown(a, WHY_SHELL, at, NULL);
	long long i = strtoll(text, &end_int, 10);
	double f = strtod(text, &end);

	if (!*end_int)
		return value_int(i, at);
	return !*end && strspn(text, "+-.0123456789eE_") == strlen(text) ? value_float(f, at) : value_text(text, at);
}

bool line_data_file(const char *name)
{
	const char *ext = path_ext(name);

	return !strcmp(ext, ".yaml") || !strcmp(ext, ".yml") || !strcmp(ext, ".json");
}

struct value line_overrides(struct arena *a, const struct launch_words *w, struct value launch)
{
	struct value out = value_dict(a, launch.at), words = dict_get(launch, "positionals");
	const char *table = dict_get_text(launch, "table");
	const struct list *all = value_is_listlike(words) ? words.as.list : NULL;

	if (!table || !words_have(&w->file_overrides, table) || !all || !all->n || all->at[0].val.kind != VALUE_STR ||
	    !line_data_file(all->at[0].val.as.s->s))
		return out;
	for (uint32_t i = 1; i < all->n; i++) {
		struct value v = all->at[i].val;
		const char *text = v.kind == VALUE_STR ? v.as.s->s : "", *sign = strchr(text, '=');
		size_t n = sign ? (size_t)(sign - text) : 0;

		if (!n || memchr(text, '.', n) || memchr(text, '[', n)) {
			out.as.dict->open = true;
			continue;
		}
		dict_put(a, out.as.dict, value_str(str_of(text, n), v.at), line_override_value(a, sign + 1, v.at),
			 v.at);
	}
	return out;
}
