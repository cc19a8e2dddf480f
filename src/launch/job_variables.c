// SPDX-License-Identifier: MIT
#include "launch/job_variables.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <ctype.h>
#include <string.h>

/* The number that a header's option ends with: 8 of 8 and of "gpu:a100:8". NULL: none. */
static const char *number_of(struct evaluation *e, struct value v)
{
	struct buf b = { 0 };
	const char *text = NULL;
	size_t n = 0;

	if ((v.kind == VALUE_INT || v.kind == VALUE_STR) && op_str(&b, v))
		text = arena_strdup(e->a, buf_str(&b));
	buf_release(&b);
	for (const char *c = text; c && *c; c++)
		n = isdigit((unsigned char)*c) ? n + 1 : 0;
	return n ? text + strlen(text) - n : NULL;
}

void job_variables(struct evaluation *e, struct value headers)
{
	const struct launch_words *w = e->words;

	for (uint32_t i = 0; i < w->header_set.n; i++) {
		const char *option = w->header_sets.at[i], *text = NULL;
		struct shell_variable *v;

		for (size_t n; *option && !text; option += n + (option[n] == ',')) {
			n = strcspn(option, ",");
			text = number_of(e, dict_get(headers, arena_strndup(e->a, option, n)));
		}
		v = text ? state_put(e->a, &e->state, str_lit(w->header_set.at[i])) : NULL;
		if (v)
			v->text = text;
	}
}
