// SPDX-License-Identifier: MIT
/* Rewrites entries by the places of their key and value. Between two entries of a flow mapping, or of an object of
 * JSON, only blanks, line ends, comments and a comma can stand, so scanning from an entry's end is exact.
 *
 * Invariant: an entry whose key or value stands elsewhere (an alias, a merge), or that has a tag or an anchor, is
 * never edited.
 *
 *	evaluation_strategy: steps  # often	eval_strategy: steps  # often
 *	{"a": 1, "b": 2}, without b		{"a": 1}
 *	a: {b: 1,				a: {b: 1,
 *	    c: 2}, with d = 3			    c: 2,
 *						    d: 3} */
#include "fix/data/data_edit.h"
#include "fix/edit/file_style.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool data_refuse(struct data_editor *ed, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	ed->reason = arena_vprintf(ed->a, fmt, ap);
	va_end(ap);
	return false;
}

static void edit(struct data_editor *ed, uint32_t lo, uint32_t hi, const char *text)
{
	edits_put(ed->a, &ed->t->edits, (struct span){ ed->to, lo, hi }, text, strlen(text));
}

static unsigned line_of(const struct data_editor *ed, uint32_t at)
{
	return source_point(ed->src, at).line + 1;
}

/* ---- places */

static bool is_quote(char c)
{
	return c == '\'' || c == '"';
}

/* The key's text without its quotes; false: it isn't written as it is. */
static bool key_inside(const struct data_editor *ed, const struct entry *x, struct span *in)
{
	struct span k = x->key.at;
	const char *s = ed->src->bytes;

	if (x->key.kind != VALUE_STR || k.file != ed->src->id || k.hi <= k.lo)
		return false;
	if (is_quote(s[k.lo]) && k.hi - k.lo >= 2) {
		k.lo++;
		k.hi--;
	}
	*in = k;
	return k.hi - k.lo == x->key.as.s->len && !memcmp(s + k.lo, x->key.as.s->s, x->key.as.s->len);
}

static bool key_is_written(struct data_editor *ed, const struct entry *x, struct span *in)
{
	return key_inside(ed, x, in) ||
	       data_refuse(ed, "'%s' isn't written as such on line %u",
			   x->key.kind == VALUE_STR ? x->key.as.s->s : "the key", line_of(ed, x->key.at.lo));
}

static bool stands_here(const struct entry *x)
{
	return x->use.file == x->key.at.file && x->use.lo >= x->key.at.hi;
}

/* Where the entry ends. An alias is the last word of its line. */
static uint32_t entry_end(const struct data_editor *ed, const struct entry *x)
{
	return stands_here(x) ? x->use.hi : line_end(ed->src, x->key.at.hi);
}

static bool is_flow(const struct data_editor *ed, struct value in)
{
	return in.at.file == ed->src->id && in.at.lo < ed->src->len && ed->src->bytes[in.at.lo] == '{';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next character behind blanks, line ends and comments. */
static uint32_t next_mark(const struct data_editor *ed, uint32_t at)
{
	const struct source *s = ed->src;

	for (; at < s->len; at++) {
		if (!ed->json && s->bytes[at] == '#' && at && is_blank(s->bytes[at - 1]))
			at = line_end(s, at);
		if (!is_blank(s->bytes[at]))
			break;
	}
	return at;
}

/* The character before blanks and line ends; a comment there is no mark. */
static uint32_t mark_before(const struct data_editor *ed, uint32_t at)
{
	while (at && is_blank(ed->src->bytes[at - 1]))
		at--;
	return at ? at - 1 : 0;
}

/* Only blanks, or a comment, up to the end of the line. */
static bool ends_line(const struct data_editor *ed, uint32_t at)
{
	uint32_t next = skip_blanks(ed->src, at), end = line_end(ed->src, at);

	return next >= end || (!ed->json && ed->src->bytes[next] == '#');
}

/* ---- values as text */

static const char *quoted(struct arena *a, const char *text, char quote)
{
	char *out = arena_alloc(a, 2, strlen(text) + 2, 1), *p = out;

	for (*p++ = quote; *text; *p++ = *text++)
		if (quote == '"' ? *text == '"' || *text == '\\' : *text == quote)
			*p++ = quote == '"' ? '\\' : quote;
	*p++ = quote;
	*p = '\0';
	return out;
}

/* YAML reads it as the same text. */
static bool is_plain_text(const char *s)
{
	static const char *const word[] = { "y", "n", "yes", "no", "on", "off", "true", "false", "null" };

	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (!strcasecmp(s, word[i]))
			return false;
	return (*s == '_' || (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z')) &&
	       !s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-")];
}

/* 5e-05 as 5.0e-5; JSON needs no point. */
static const char *number_text(const struct data_editor *ed, double f)
{
	struct buf b = { 0 };
	const char *text, *e, *digits;

	float_repr(&b, f);
	text = arena_strdup(ed->a, buf_str(&b));
	buf_release(&b);
	e = strchr(text, 'e');
	if (!e)
		return text;
	digits = e + 2 + strspn(e + 2, "0");
	return arena_printf(ed->a, "%.*s%s%.2s%s", (int)(e - text), text,
			    ed->json || ed->toml || memchr(text, '.', (size_t)(e - text)) ? "" : ".0", e, digits);
}

/* A text that was meant as this number keeps its spelling; NULL: it wasn't. */
static const char *number_like(const struct data_editor *ed, double f, struct value was)
{
	const char *text = was.kind == VALUE_STR ? was.as.s->s : "", *e = strchr(text, 'e');
	char *end;

	if (!*text || text[strspn(text, "0123456789.e-")] || strtod(text, &end) != f || *end)
		return NULL;
	if (!e || ed->json || ed->toml || memchr(text, '.', (size_t)(e - text)))
		return text;
	return arena_printf(ed->a, "%.*s.0%s", (int)(e - text), text, e);
}

/* was: what it replaces, or the name that it stands beside; its first letter says the manner. NULL: it has no text. */
static const char *value_text_like(const struct data_editor *ed, struct value v, char was)
{
	switch (v.kind) {
	case VALUE_NONE:
		return ed->toml ? NULL : "null";
	case VALUE_BOOL:
		return !ed->toml && (was == 'T' || was == 'F') ? (v.as.b ? "True" : "False")
		       : v.as.b				       ? "true"
							       : "false";
	case VALUE_INT:
		return arena_printf(ed->a, "%lld", (long long)v.as.i);
	case VALUE_FLOAT:
		return number_text(ed, v.as.f);
	case VALUE_STR:
		for (const char *c = v.as.s->s; *c; c++)
			if ((unsigned char)*c < ' ')
				return NULL;
		if (ed->json)
			return quoted(ed->a, v.as.s->s, '"');
		if (ed->toml)
			return quoted(ed->a, v.as.s->s, was == '\'' && !strchr(v.as.s->s, was) ? was : '"');
		if (is_quote(was))
			return quoted(ed->a, v.as.s->s, was);
		return is_plain_text(v.as.s->s) ? v.as.s->s : quoted(ed->a, v.as.s->s, '\'');
	default:
		return NULL;
	}
}

/* ---- one entry */

bool data_rename(struct data_editor *ed, const struct entry *x, const struct str *name)
{
	struct span in = { 0 };

	if (!key_is_written(ed, x, &in))
		return false;
	edit(ed, in.lo, in.hi, name->s);
	return true;
}

static bool is_scalar(struct value v)
{
	return v.kind == VALUE_NONE || v.kind == VALUE_BOOL || v.kind == VALUE_INT || v.kind == VALUE_FLOAT ||
	       v.kind == VALUE_STR;
}

bool data_set(struct data_editor *ed, const struct entry *x, struct value want)
{
	struct span in, at = x->use;
	const char *text;

	if (!key_is_written(ed, x, &in))
		return false;
	if (!stands_here(x) || at.hi <= at.lo)
		return data_refuse(ed, "the value of %s stands elsewhere", x->key.as.s->s);
	if ((!is_scalar(x->val) && ed->src->bytes[at.lo] != '[') || strchr("&!|>*", ed->src->bytes[at.lo]))
		return data_refuse(ed, "the value of %s on line %u is no plain one", x->key.as.s->s,
				   line_of(ed, at.lo));
	text = want.kind == VALUE_FLOAT ? number_like(ed, want.as.f, x->val) : NULL;
	text = text ? text : value_text_like(ed, want, ed->src->bytes[at.lo]);
	if (!text)
		return data_refuse(ed, "the value has no form in such a file");
	edit(ed, at.lo, at.hi, text);
	return true;
}

/* Its own lines, and one of two empty ones that would meet. */
static void remove_lines(struct data_editor *ed, uint32_t lo, uint32_t hi)
{
	const struct source *s = ed->src;
	uint32_t from = line_begin(s, lo), to = line_next(s, hi);
	bool empty_before = from && skip_blanks(s, line_begin(s, from - 1)) >= line_end(s, from - 1);

	if (to < s->len && empty_before && skip_blanks(s, to) >= line_end(s, to))
		to = line_next(s, to);
	else if (to == s->len && from && to && s->bytes[to - 1] != '\n')
		from = line_end(s, from - 1);
	edit(ed, from, to, "");
}

static bool remove_block(struct data_editor *ed, const struct entry *x)
{
	uint32_t lo = x->key.at.lo, hi = entry_end(ed, x);

	if (!begins_line(ed->src, lo) || !ends_line(ed, hi))
		return data_refuse(ed, "%s has no lines of its own", x->key.as.s->s);
	remove_lines(ed, lo, hi);
	return true;
}

static bool remove_flow(struct data_editor *ed, const struct entry *x)
{
	const struct source *s = ed->src;
	uint32_t lo = x->key.at.lo, hi = x->use.hi, next = next_mark(ed, hi), before = mark_before(ed, lo);

	if (!stands_here(x))
		return data_refuse(ed, "the value of %s stands elsewhere", x->key.as.s->s);
	if (s->bytes[next] == ',' && begins_line(s, lo) && ends_line(ed, next + 1)) {
		remove_lines(ed, lo, next);
	} else if (s->bytes[next] == ',') {
		hi = skip_blanks(s, next + 1);
		while (ends_line(ed, hi) && lo && (s->bytes[lo - 1] == ' ' || s->bytes[lo - 1] == '\t'))
			lo--;
		edit(ed, lo, hi, "");
	} else if (s->bytes[next] == '}' && (s->bytes[before] == ',' || s->bytes[before] == '{')) {
		edit(ed, s->bytes[before] == ',' ? before : lo, hi, "");
	} else {
		return data_refuse(ed, "%s can't be taken out on line %u", x->key.as.s->s, line_of(ed, lo));
	}
	return true;
}

bool data_remove(struct data_editor *ed, struct value in, const struct entry *x)
{
	struct span key;

	if (!key_is_written(ed, x, &key))
		return false;
	if (ed->toml && !stands_here(x))
		return data_refuse(ed, "%s is a table with lines of its own", x->key.as.s->s);
	return is_flow(ed, in) ? remove_flow(ed, x) : remove_block(ed, x);
}

/* ---- one more */

static size_t shared(const char *x, const char *y)
{
	size_t n = 0;

	while (x[n] && x[n] == y[n])
		n++;
	return n;
}

/* The entry whose name begins most like this one, else the last one. NULL: none stands here. */
static const struct entry *neighbour(const struct data_editor *ed, struct value in, const struct str *name)
{
	enum { ALIKE = 4 };
	const struct entry *best = NULL, *last = NULL;
	size_t most = ALIKE;
	struct dict_iter it;
	struct span key;

	dict_begin(&it, in.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		if (!key_inside(ed, e, &key) || !stands_here(e))
			continue;
		if (!last || e->key.at.lo > last->key.at.lo)
			last = e;
		if (shared(e->key.as.s->s, name->s) < most)
			continue;
		most = shared(e->key.as.s->s, name->s);
		best = e;
	}
	return best ? best : last;
}

static const char *indent_text(const struct data_editor *ed, uint32_t at)
{
	uint32_t lo = line_begin(ed->src, at);

	return arena_strndup(ed->a, ed->src->bytes + lo, skip_blanks(ed->src, lo) - lo);
}

bool data_insert(struct data_editor *ed, struct value in, const struct str *name, struct value want)
{
	const struct entry *x = neighbour(ed, in, name);
	const char *eol = ed->src->crlf ? "\r\n" : "\n", *text = value_text_like(ed, want, '\0');

	if (!x || !text)
		return data_refuse(ed, "there is no place for %s", name->s);
	char quote = ed->src->bytes[x->key.at.lo];
	uint32_t end = x->use.hi, next = line_next(ed->src, end);
	bool own_line = begins_line(ed->src, x->key.at.lo);
	const char *item = arena_printf(ed->a, ed->toml ? "%s = %s" : "%s: %s",
					is_quote(quote) ? quoted(ed->a, name->s, quote) : name->s, text);

	if (is_flow(ed, in))
		edit(ed, end, end,
		     own_line ? arena_printf(ed->a, ",%s%s%s", eol, indent_text(ed, x->key.at.lo), item)
			      : arena_printf(ed->a, ", %s", item));
	else if (!own_line || !ends_line(ed, end))
		return data_refuse(ed, "there is no place for %s", name->s);
	else if (next == ed->src->len && ed->src->bytes[next - 1] != '\n')
		edit(ed, next, next, arena_printf(ed->a, "%s%s%s", eol, indent_text(ed, x->key.at.lo), item));
	else
		edit(ed, next, next, arena_printf(ed->a, "%s%s%s", indent_text(ed, x->key.at.lo), item, eol));
	return true;
}
