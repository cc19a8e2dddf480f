// SPDX-License-Identifier: MIT
/* Rewrites words of a shell script. A word is spelled as a list of letters, each with its byte range and the quotes
 * that it stands in; substitutions are one letter without a value. A replacement is compared with these letters and
 * written in the same quotes.
 *
 * Invariant: text that comes from a substitution, or from two kinds of quotes, is never replaced.
 *
 *	--lr="0.1"	0.1 becomes 0.2: --lr="0.2"
 *	--lr=$LR	refused: "'0.1' isn't written as such on line 3"
 *	a b*		words_quote: 'a b*' */
#include "fix/launch/word_edit.h"
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

bool reword_refuse(struct word_editor *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	w->reason = arena_vprintf(w->a, fmt, ap);
	va_end(ap);
	return false;
}

void reword_edit(struct word_editor *w, uint32_t lo, uint32_t hi, const char *text)
{
	edits_put(w->a, &w->t->edits, (struct span){ w->src->id, lo, hi }, text, strlen(text));
}

/* ---- the value of a word, byte by byte */

struct letter {
	char is; /* '\0': a substitution */
	char quote;
	uint32_t lo, hi;
};
VEC(letters, struct letter);

static uint32_t bracket_end(const char *s, uint32_t at, uint32_t hi, char open, char close)
{
	uint32_t depth = 0;

	for (; at < hi; at++) {
		depth += s[at] == open;
		if (s[at] == close && !--depth)
			return at + 1;
	}
	return hi;
}

static uint32_t substitution_end(const char *s, uint32_t at, uint32_t hi)
{
	if (s[at] == '`') {
		const char *end = memchr(s + at + 1, '`', hi - at - 1);

		return end ? (uint32_t)(end - s) + 1 : hi;
	}
	at++;
	if (at < hi && s[at] == '{')
		return bracket_end(s, at, hi, '{', '}');
	if (at < hi && s[at] == '(')
		return bracket_end(s, at, hi, '(', ')');
	while (at < hi && (isalnum((unsigned char)s[at]) || s[at] == '_'))
		at++;
	return at;
}

static void spell(const char *s, uint32_t lo, uint32_t hi, struct letters *out)
{
	char quote = '\0';

	for (uint32_t at = lo, end; at < hi; at = end) {
		char c = s[at];

		end = at + 1;
		if (quote ? c == quote : c == '\'' || c == '"') {
			quote = quote ? '\0' : c;
		} else if (quote != '\'' && (c == '$' || c == '`')) {
			end = substitution_end(s, at, hi);
			vec_push(out, ((struct letter){ '\0', quote, at, end }));
		} else if (c == '\\' && end < hi && (!quote || (quote == '"' && strchr("$`\"\\\n", s[end])))) {
			if (s[end++] != '\n')
				vec_push(out, ((struct letter){ s[at + 1], quote, at, end }));
		} else {
			vec_push(out, ((struct letter){ c, quote, at, end }));
		}
	}
}

/* ---- writing */

static bool is_plain(const char *text)
{
	return *text &&
	       !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=+@%^-")];
}

static const char *escaped(struct arena *a, const char *text)
{
	char *out = arena_alloc(a, 2, strlen(text) + 1, 1), *p = out;

	for (; *text; *p++ = *text++)
		if (strchr("$`\"\\", *text))
			*p++ = '\\';
	*p = '\0';
	return out;
}

const char *word_written(struct arena *a, const char *text)
{
	if (is_plain(text))
		return text;
	return strchr(text, '\'') ? arena_printf(a, "\"%s\"", escaped(a, text)) : arena_printf(a, "'%s'", text);
}

/* The text in these quotes; NULL: impossible. */
static const char *written_in(struct arena *a, char quote, const char *text)
{
	if (!quote)
		return word_written(a, text);
	if (quote == '"')
		return escaped(a, text);
	return strchr(text, '\'') ? NULL : text;
}

/* ---- changing */

/* The letters from..to are this text in one manner of quoting. */
static bool is_spelt(const struct letters *l, size_t from, size_t to, const char *text)
{
	for (size_t i = from; i < to; i++)
		if (l->at[i].is != text[i - from] || l->at[i].quote != l->at[from].quote ||
		    (i > from && l->at[i].lo != l->at[i - 1].hi))
			return false;
	return to > from;
}

bool word_replace(struct word_editor *w, struct span word, enum word_part part, const char *was, const char *now)
{
	struct letters l = { 0 };
	size_t n = strlen(was), from, to;
	const char *text = NULL;

	if (word.file == w->src->id)
		spell(w->src->bytes, word.lo, word.hi, &l);
	if (n && n <= l.n) {
		from = part == WORD_END ? l.n - n : 0;
		to = from + n;
		if (is_spelt(&l, from, to, was) && (!from || l.at[from - 1].is == '=') &&
		    (to == l.n || l.at[to].is == '='))
			text = written_in(w->a, l.at[from].quote, now);
		if (text)
			reword_edit(w, l.at[from].lo, l.at[to - 1].hi, text);
	}
	vec_release(&l);
	return text ||
	       reword_refuse(w, "'%s' isn't written as such on line %u", was, source_point(w->src, word.lo).line + 1);
}

bool words_quote(struct word_editor *w, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = lo; i < hi; i++)
		if (strchr("'\"$`\\\n", w->src->bytes[i]))
			return reword_refuse(w, "the word on line %u already has quotes or substitutions",
					     source_point(w->src, i).line + 1);
	reword_edit(w, lo, hi, arena_printf(w->a, "'%.*s'", (int)(hi - lo), w->src->bytes + lo));
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

void words_insert(struct word_editor *w, uint32_t behind, const char *words)
{
	const char *s = w->src->bytes;
	uint32_t lo = source_line_start(w->src, behind), at, n = 0;
	uint32_t above = lo - (lo > 0), indent = (uint32_t)strspn(s + lo, " \t");

	above -= above && s[above - 1] == '\r';
	for (at = lo + indent; at < behind; at++)
		n += is_blank(s[at]) && !is_blank(s[at + 1]);
	if (above && s[above - 1] == '\\' && n < 2 && indent)
		reword_edit(w, behind, behind,
			    arena_printf(w->a, " \\%s%.*s%s", w->src->crlf ? "\r\n" : "\n", (int)indent, s + lo,
					 words));
	else
		reword_edit(w, behind, behind, arena_printf(w->a, " %s", words));
}

/* ---- removing */

/* The offset after a backslash and the end of its line, if they are there. */
static uint32_t continued(const char *s, uint32_t at)
{
	return s[at] != '\\' ? 0 : s[at + 1] == '\n' ? at + 2 : s[at + 1] == '\r' && s[at + 2] == '\n' ? at + 3 : 0;
}

void word_remove(struct word_editor *w, struct span word)
{
	const char *s = w->src->bytes;
	uint32_t lo = word.lo, hi = word.hi, begin = lo, behind = hi, before;

	while (begin && is_blank(s[begin - 1]))
		begin--;
	while (is_blank(s[behind]))
		behind++;
	before = begin; /* the end of the line before, if it has a backslash there */
	before -= before && s[before - 1] == '\n' ? 1 : 0;
	before -= before && before < begin && s[before - 1] == '\r' ? 1 : 0;
	if (before == begin || !before || s[before - 1] != '\\') { /* other words stand before it */
		reword_edit(w, begin, hi, "");
	} else if (continued(s, behind)) {
		reword_edit(w, begin, continued(s, behind), "");
	} else if (s[behind] && s[behind] != '\n' && s[behind] != '\r') {
		reword_edit(w, lo, behind, "");
	} else { /* it is the last word of its command */
		for (before--; before && is_blank(s[before - 1]);)
			before--;
		reword_edit(w, before, hi, "");
	}
}
