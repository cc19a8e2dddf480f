// SPDX-License-Identifier: MIT
#include "run/put.h"
#include "python/value/dict.h"
#include <math.h>

static const struct span nowhere; /* for values without a line */

struct span line_span(struct measure_ctx *m, uint32_t line)
{
	const struct source *s = m->src;

	if (m->cited)
		vec_push(m->cited, line);
	if (!s || !line || line > source_lines(s).n)
		return (struct span){ 0 };
	return (struct span){ s->id, source_lines(s).at[line - 1], source_line_end(s, line - 1) };
}

void put_value(struct measure_ctx *m, struct value d, const char *key, struct value v)
{
	dict_put(m->a, d.as.dict, value_text(key, v.at), v, v.at);
}

struct value unknown_value(struct measure_ctx *m, const char *why)
{
	return value_unknown(m->a, WHY_LOG, nowhere, why ? arena_strdup(m->a, why) : NULL);
}

void put_number(struct measure_ctx *m, struct value d, const char *key, double x)
{
	put_value(m, d, key, isfinite(x) ? value_float(x, nowhere) : unknown_value(m, NULL));
}

void put_int(struct measure_ctx *m, struct value d, const char *key, uint64_t n)
{
	put_value(m, d, key, value_int((int64_t)n, nowhere));
}

void put_count(struct measure_ctx *m, struct value d, const char *key, uint64_t n)
{
	put_value(m, d, key, n ? value_int((int64_t)n, nowhere) : unknown_value(m, NULL));
}

void put_bool(struct measure_ctx *m, struct value d, const char *key, bool is)
{
	put_value(m, d, key, value_bool(is, nowhere));
}

void put_text(struct measure_ctx *m, struct value d, const char *key, const char *text)
{
	if (text)
		put_value(m, d, key, value_text(text, nowhere));
}

void put_range(struct measure_ctx *m, struct value d, struct interval i)
{
	put_number(m, d, "low", i.low);
	put_number(m, d, "high", i.high);
}
