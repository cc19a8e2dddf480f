// SPDX-License-Identifier: MIT
/* Which comment hides which finding. A comment speaks for the whole statement that holds the place: long dicts have no
 * better line. */
#include "lint/finding/suppress.h"
#include "base/near.h"
#include "subject/comment.h"
#include "lint/rules/rule_word.h"
#include <string.h>

static bool lists_rule(const struct directive *d, const struct rule *r)
{
	if (!d->value)
		return true; /* without ids: all */
	const char *s = d->value, *end = s + d->nvalue;
	while (s < end) {
		const char *comma = memchr(s, ',', (size_t)(end - s));
		const char *stop = comma ? comma : end;
		if (word_names(s, (size_t)(stop - s), r))
			return true;
		s = stop + 1;
	}
	return false;
}

static uint32_t line_of(const struct source *s, uint32_t offset)
{
	return source_point(s, offset).line;
}

static bool alone_on_line(const struct source *s, uint32_t offset)
{
	for (uint32_t i = source_line_start(s, offset); i < offset; i++)
		if (s->bytes[i] != ' ' && s->bytes[i] != '\t')
			return false;
	return true;
}

static bool covers(const struct subject *s, const struct directive *d, struct span at)
{
	struct span st = s->kind->statement(s, at.lo);
	uint32_t first = line_of(s->src, st.lo), last = line_of(s->src, st.hi > st.lo ? st.hi - 1 : st.lo);
	uint32_t line = line_of(s->src, d->comment.lo);
	if (line >= first && line <= last)
		return true;
	return line + 1 == first && alone_on_line(s->src, d->comment.lo);
}

struct span suppress_hides(const struct subject *s, const struct rule *r, struct span at)
{
	struct directive_iter it = { .s = s };
	struct directive d;
	while (directive_next(&it, &d)) {
		if (directive_is(&d, "ignore-file") && lists_rule(&d, r))
			return d.comment;
		if (directive_is(&d, "ignore") && at.hi > at.lo && at.file == s->src->id && lists_rule(&d, r) &&
		    covers(s, &d, at))
			return d.comment;
	}
	return (struct span){ 0 };
}

/* ---- unknown words ---- */

enum {
	SUGGESTED_MAX = 20, /* words of a file for which a rule is looked for that may be meant */
	LISTED_MAX = 100    /* that are listed one by one */
};

struct suppress_check {
	const struct ruleset *rs;
	void (*bad)(void *ctx, const struct bad_word *w);
	void *ctx;
	uint32_t n;
	char last[80]; /* the finding that stands for the others, its place and their number */
	struct bad_word more;
};

static void bad_rule(struct suppress_check *c, struct span at, const char *word)
{
	if (c->n == LISTED_MAX) {
		memcpy(c->last, word, strlen(word) + 1);
		c->more = (struct bad_word){ .at = at, .word = c->last };
	} else if (c->n > LISTED_MAX) {
		c->more.others++;
	} else {
		c->bad(c->ctx,
		       &(struct bad_word){ .at = at,
					   .word = word,
					   .nearest = c->n < SUGGESTED_MAX ? word_nearest(c->rs, word, false) : NULL });
	}
	c->n++;
}

static void check_ids(struct suppress_check *c, const struct directive *d)
{
	for (uint32_t i = 0; i < d->nvalue;) {
		const char *s = d->value + i, *comma = memchr(s, ',', d->nvalue - i);
		uint32_t n = comma ? (uint32_t)(comma - s) : d->nvalue - i;
		char word[sizeof c->last];
		if (n && n < sizeof word) {
			memcpy(word, s, n);
			word[n] = '\0';
			uint32_t lo = d->at.hi - d->nvalue + i;
			if (!word_is_rules(c->rs, word))
				bad_rule(c, (struct span){ d->at.file, lo, lo + n }, word);
		}
		i += n + 1;
	}
}

void suppress_check(const struct subject *s, const struct ruleset *rs, void (*bad)(void *ctx, const struct bad_word *w),
		    void *ctx)
{
	static const char *const verbs[] = { "ignore", "ignore-file" };
	struct suppress_check c = { .rs = rs, .bad = bad, .ctx = ctx };
	struct directive_iter it = { .s = s };
	struct directive d;
	while (directive_next(&it, &d)) {
		char word[40] = "";
		if (directive_is(&d, "ignore") || directive_is(&d, "ignore-file")) {
			check_ids(&c, &d);
			continue;
		}
		if (d.nname < sizeof word)
			memcpy(word, d.name, d.nname);
		const char *near = near_find(word, verbs, ARRAY_SIZE(verbs));
		if (near)
			bad(ctx, &(struct bad_word){ .at = { d.at.file, d.at.lo, d.at.lo + d.nname },
						     .word = word,
						     .nearest = near });
	}
	if (c.n > LISTED_MAX)
		bad(ctx, &c.more);
}
