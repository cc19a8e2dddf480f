// SPDX-License-Identifier: MIT
/* Changes a copy of the text, byte for byte, where tree-sitter's Python grammar rejects valid Python: - "a = 1,
 * *[2]": outside brackets it accepts `*name` only. The star becomes `~`; lower_unary reads the original text. - "x:
 * A[int] or None": the text after the first name of an annotation is blanked. Annotations are not evaluated; each is
 * checked on its own, so that it must be an expression. */
#include "python/syntax/priv.h"
#include <string.h>

static bool word_is(const char *s, uint32_t lo, uint32_t hi, const char *word)
{
	return strlen(word) == hi - lo && !memcmp(s + lo, word, hi - lo);
}

static bool word_among(const char *s, uint32_t lo, uint32_t hi, const char *const *word)
{
	while (*word && !word_is(s, lo, hi, *word))
		word++;
	return *word;
}

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

/* A single `=`. */
static bool assigns(const char *s, uint32_t lo)
{
	return s[lo] == '=' && s[lo + 1] != '=' && (!lo || !strchr("=<>!", s[lo - 1]));
}

void ease_line(struct ease *e)
{
	*e = (struct ease){ .copy = e->copy, .notes = e->notes, .changed = e->changed, .fresh = true };
}

static void start_line(struct ease *e, const char *s, uint32_t lo, uint32_t hi)
{
	static const char *const block[] = { "if",   "elif",  "else",	 "for",	  "while", "try",    "except",
					     "with", "class", "finally", "match", "case",  "lambda", NULL };

	e->fresh = false;
	e->def = word_is(s, lo, hi, "def") || word_is(s, lo, hi, "async");
	e->value = word_among(s, lo, hi, block);
}

/* Is this the star of "1, *x", after `=`, `in`, `return` or `yield`? */
static void ease_star(struct ease *e, const char *s, uint32_t lo, uint32_t hi, uint32_t nest)
{
	static const char *const before[] = { "in", "return", "yield", NULL };
	bool opens = word_among(s, lo, hi, before) || assigns(s, lo);

	if (word_is(s, lo, hi, "lambda"))
		e->lambda = true;
	if (!nest && s[lo] == '*' && s[lo + 1] != '*' && e->list && e->operand && !e->lambda) {
		e->copy[lo] = '~';
		e->changed = true;
	}
	if (!nest) {
		e->list = e->list || opens;
		e->operand = opens || s[lo] == ',';
	}
}

static bool starts_annotation(struct ease *e, const char *s, uint32_t lo, uint32_t nest)
{
	if (e->def && !nest)
		return s[lo] == '>' && lo && s[lo - 1] == '-';
	if (s[lo] != ':' || nest != e->def || e->value)
		return false;
	if (e->lambda)
		return e->lambda = false;
	return true;
}

static bool ends_annotation(const struct ease *e, const char *s, uint32_t lo, uint32_t nest)
{
	if (nest < e->nest || (nest == e->nest && (assigns(s, lo) || s[lo] == ';')))
		return true;
	return nest == e->nest && e->def && s[lo] == (e->nest ? ',' : ':');
}

static void ease_annotation(struct ease *e, const char *s, uint32_t lo, uint32_t hi, uint32_t nest)
{
	if (e->inside && ends_annotation(e, s, lo, nest))
		e->inside = false;
	if (e->inside && e->first) {
		e->keeps = !is_name(s[lo]) || word_is(s, lo, hi, "lambda") || word_is(s, lo, hi, "not");
		e->lo = lo;
		e->cut = false;
	} else if (e->inside && !e->keeps) {
		memset(e->copy + lo, ' ', hi - lo);
		if (!e->cut)
			vec_push(e->notes, ((struct piece){ e->lo, hi }));
		e->notes->at[e->notes->n - 1].hi = hi;
		e->cut = e->changed = true;
	}
	e->first = false;
	if (!e->inside && starts_annotation(e, s, lo, nest)) {
		e->inside = e->first = true;
		e->nest = nest;
	}
	if (nest == e->def && assigns(s, lo))
		e->value = true;
	if (nest == e->def && e->def && s[lo] == ',')
		e->value = false;
}

void ease_token(struct ease *e, const char *s, uint32_t lo, uint32_t hi, uint32_t nest)
{
	if (e->fresh)
		start_line(e, s, lo, hi);
	ease_star(e, s, lo, hi, nest);
	ease_annotation(e, s, lo, hi, nest);
}
