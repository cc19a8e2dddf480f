// SPDX-License-Identifier: MIT
/* Splits `# cfglint:` comments into words. A reason after ` -- ` is for people and is not parsed. */
#include "subject/comment.h"
#include <string.h>

enum { BASES_DEEP = 32, BASES_MAX = 1000 };

/* Offset of the first byte after "# cfglint:", or 0 when it is another comment. */
static uint32_t body_of(const struct source *s, const struct comment *c)
{
	uint32_t at = c->lo + 1;
	while (at < c->hi && (s->bytes[at] == ' ' || s->bytes[at] == '\t' || s->bytes[at] == '#'))
		at++;
	return c->hi - at >= 8 && !memcmp(s->bytes + at, "cfglint:", 8) ? at + 8 : 0;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool next_word(struct directive_iter *it, const struct comment *c, struct directive *out)
{
	const struct source *s = it->s->src;
	uint32_t lo = it->off;
	while (lo < c->hi && is_space(s->bytes[lo]))
		lo++;
	uint32_t hi = lo;
	while (hi < c->hi && !is_space(s->bytes[hi]))
		hi++;
	if (lo == hi || (hi - lo == 2 && !memcmp(s->bytes + lo, "--", 2)))
		return false;
	it->off = hi;
	const char *word = s->bytes + lo, *eq = memchr(word, '=', hi - lo);
	if (eq && s->bytes + hi - eq > DIRECTIVE_VALUE_MAX)
		hi = (uint32_t)(eq + DIRECTIVE_VALUE_MAX - s->bytes);
	*out = (struct directive){
		.name = word,
		.nname = eq ? (uint32_t)(eq - word) : hi - lo,
		.value = eq ? eq + 1 : NULL,
		.nvalue = eq ? (uint32_t)(s->bytes + hi - eq - 1) : 0,
		.at = { s->id, lo, hi },
		.comment = { s->id, c->lo, c->hi },
	};
	return true;
}

bool directive_next(struct directive_iter *it, struct directive *out)
{
	const struct subject *s = it->s;
	for (; s->src && it->i < s->ncomments; it->i++, it->off = 0) {
		const struct comment *c = &s->comment[it->i];
		if (!it->off)
			it->off = body_of(s->src, c);
		if (it->off && next_word(it, c, out))
			return true;
	}
	return false;
}

uint32_t directive_comments(struct arena *a, const struct source *s, const struct comment *all, uint32_t n,
			    const struct comment **out)
{
	struct comment ours[DIRECTIVES_MAX];
	uint32_t found = 0;
	for (uint32_t i = 0; s && i < n && found < DIRECTIVES_MAX; i++)
		if (all[i].hi <= s->len && all[i].lo < all[i].hi && body_of(s, &all[i]))
			ours[found++] = all[i];
	struct comment *directives = found ? arena_array(a, struct comment, found) : NULL;
	if (found)
		memcpy(directives, ours, found * sizeof *directives);
	*out = directives;
	return found;
}

bool directive_is(const struct directive *d, const char *name)
{
	return strlen(name) == d->nname && !memcmp(name, d->name, d->nname);
}

/* budget: a diamond of bases would otherwise be walked once per path */
static const char *value_below(struct arena *a, const struct subject *s, const char *name, int depth, unsigned *budget)
{
	struct directive_iter it = { .s = s };
	struct directive d;
	while (directive_next(&it, &d))
		if (directive_is(&d, name))
			return arena_strndup(a, d.value ? d.value : "", d.nvalue);
	for (uint32_t i = 0; i < s->nbases && depth < BASES_DEEP && *budget; i++) {
		--*budget;
		const struct subject *base = s->base[i].from;
		const char *v = base ? value_below(a, base, name, depth + 1, budget) : NULL;
		if (v)
			return v;
	}
	return NULL;
}

const char *directive_value(struct arena *a, const struct subject *s, const char *name)
{
	unsigned budget = BASES_MAX;
	return value_below(a, s, name, 0, &budget);
}
