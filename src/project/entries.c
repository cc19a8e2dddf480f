// SPDX-License-Identifier: MIT
/* Splits a config's text into entries, in two passes over the words: the first finds the brackets that contain keys,
 * the second records the entries with a digest of their position.
 *
 * Example: model = dict(type='A', neck=dict(n=1))
 *          brackets: dict( with keys, dict( with keys
 *          entries: `type='A'` in `model = dict(`, `n=1` in `neck=dict(` in that */
#include "project/entries.h"
#include <nettle/sha1.h>
#include <string.h>

/* ---- words ---- */

/* The position after the string's closing quote, or NULL. s: after its opening quotes. */
static const char *string_end(const char *s, const char *end, const char *quotes, size_t nquotes)
{
	for (; (size_t)(end - s) >= nquotes; s++) {
		if (memcmp(s, quotes, nquotes) == 0)
			return s + nquotes;
		s += *s == '\\' && s + 1 < end;
	}
	return NULL;
}

static struct text_word string_at(struct text_words *w)
{
	const char *s = w->at;
	size_t nquotes = w->end - s >= 3 && s[1] == s[0] && s[2] == s[0] ? 3 : 1;
	const char *body = s + nquotes, *past = string_end(body, w->end, s, nquotes);

	w->at = past ? past : w->end;
	return past ? (struct text_word){ WORD_STRING, body, (size_t)(past - body) - nquotes, s }
		    : (struct text_word){ .kind = WORD_BROKEN };
}

static const char *line_end(const char *s, const char *end)
{
	const char *eol = memchr(s, '\n', (size_t)(end - s));

	return eol ? eol : end;
}

/* A backslash skips the line end after it. */
static const char *past_backslash(const char *s, const char *end)
{
	s++;
	if (s + 1 < end && s[0] == '\r' && s[1] == '\n')
		s++;
	return s < end && *s == '\n' ? s + 1 : s;
}

static bool is_text(char c)
{
	return c && !strchr("'\"#\\ \t\r\f\v\n,;()[]{}=:", c);
}

struct text_word words_next(struct text_words *w)
{
	const char *s = w->at, *end = w->end;

	while (s < end && strchr("#\\ \t\r\f\v", *s) && *s)
		s = *s == '#' ? line_end(s, end) : *s == '\\' ? past_backslash(s, end) : s + 1;
	w->at = s;
	if (s == end)
		return (struct text_word){ .kind = WORD_END };
	if (*s == '\'' || *s == '"')
		return string_at(w);
	while (w->at < end && is_text(*w->at))
		w->at++;
	if (w->at > s)
		return (struct text_word){ WORD_TEXT, s, (size_t)(w->at - s), s };
	w->at++;
	return (struct text_word){ *s ? *s : WORD_TEXT, s, 1, s };
}

void word_put(struct buf *out, const struct text_word *x)
{
	if (x->kind == WORD_STRING)
		buf_putc(out, '\'');
	buf_add(out, x->s, x->n);
	if (x->kind == WORD_STRING)
		buf_putc(out, '\'');
}

/* ---- brackets with keys ---- */

enum { DIGEST = 8 };
struct bracket {
	bool keyed;
	/* while it is open: */
	uint8_t context[DIGEST]; /* digest of the brackets around it */
	bool first;
	size_t entry;
};
struct reader {
	const char *text;
	struct text_words words;
	struct text_entries *out;
	VEC(, struct bracket) bracket; /* all, in opening order */
	VEC(, size_t) open;
	size_t nopened; /* next one, in the second pass */
	struct buf piece;
	const char *lo, *hi; /* its text */
	uint8_t context[DIGEST];
	bool first; /* these brackets are still empty */
};

static bool opens(int kind)
{
	return kind == '(' || kind == '[' || kind == '{';
}

static bool closes(int kind)
{
	return kind == ')' || kind == ']' || kind == '}';
}

static bool find_keys(struct reader *r)
{
	struct text_words w = r->words;

	for (struct text_word x; (x = words_next(&w)).kind;) {
		if (x.kind == WORD_BROKEN || (closes(x.kind) && !r->open.n))
			return false;
		if (opens(x.kind)) {
			vec_push(&r->open, r->bracket.n);
			vec_push(&r->bracket, ((struct bracket){ 0 }));
		} else if (closes(x.kind))
			r->open.n--;
		else if (x.kind == '=' || x.kind == ':')
			for (size_t i = r->open.n; i-- > 0 && !r->bracket.at[r->open.at[i]].keyed;)
				r->bracket.at[r->open.at[i]].keyed = true;
	}
	return !r->open.n;
}

/* ---- entries ---- */

static void digest(uint8_t out[DIGEST], const uint8_t context[DIGEST], const char *s, size_t n)
{
	struct sha1_ctx c;

	sha1_init(&c);
	sha1_update(&c, DIGEST, context);
	sha1_update(&c, n, (const uint8_t *)s);
	sha1_digest(&c, DIGEST, out);
}

static uint64_t bits_of(const uint8_t d[DIGEST], int n)
{
	uint64_t bits = 0;

	for (int i = 0; i < DIGEST; i++)
		bits = bits << 8 | d[i];
	return bits >> (64 - n);
}

static void put(struct reader *r, const struct text_word *x)
{
	if (!r->piece.n)
		r->lo = x->lo;
	word_put(&r->piece, x);
	r->hi = r->words.at;
}

static bool is_type(const char *s, size_t n)
{
	return (n == 4 && !memcmp(s, "type", n)) || (n == 6 && !memcmp(s, "'type'", n));
}

static uint32_t offset(const struct reader *r, const char *s)
{
	return (uint32_t)(s - r->text);
}

/* The words since the last separator form an entry. */
static void end_entry(struct reader *r)
{
	const char *s = buf_str(&r->piece);
	size_t n = r->piece.n, nkey = strcspn(s, "=:");
	uint8_t key[DIGEST], all[DIGEST];

	nkey = nkey < n ? nkey : n;
	if (n) {
		digest(key, r->context, s, nkey);
		digest(all, key, s + nkey, n - nkey);
		vec_push(r->out, ((struct text_entry){ .lo = offset(r, r->lo),
						       .hi = offset(r, r->hi),
						       .key = (uint16_t)bits_of(key, KEY_BITS),
						       .value = bits_of(all, VALUE_BITS) }));
		if (r->first && r->open.n && is_type(s, nkey))
			digest(r->context, r->context, s, n);
	}
	buf_clear(&r->piece);
	r->first = false;
}

static void open_bracket(struct reader *r, const struct text_word *x)
{
	struct bracket *b = &r->bracket.at[r->nopened];

	put(r, x);
	vec_push(&r->open, r->nopened++);
	if (!b->keyed)
		return;
	memcpy(b->context, r->context, DIGEST);
	b->first = r->first;
	b->entry = r->out->n;
	vec_push(r->out, ((struct text_entry){ .lo = offset(r, r->lo), .brackets = true }));
	digest(r->context, r->context, buf_str(&r->piece), r->piece.n);
	buf_clear(&r->piece);
	r->first = true;
}

static void close_bracket(struct reader *r, const struct text_word *x)
{
	const struct bracket *b = &r->bracket.at[r->open.at[r->open.n - 1]];

	if (b->keyed) {
		end_entry(r);
		memcpy(r->context, b->context, DIGEST);
		r->first = b->first;
		r->out->at[b->entry].hi = offset(r, r->words.at);
	} else {
		if (r->piece.n && r->piece.s[r->piece.n - 1] == ',')
			r->piece.s[--r->piece.n] = 0;
		put(r, x);
	}
	r->open.n--;
}

static void read_entries(struct reader *r)
{
	for (struct text_word x; r->out->n <= ENTRIES_MAX && (x = words_next(&r->words)).kind;) {
		bool plain = r->open.n && !r->bracket.at[r->open.at[r->open.n - 1]].keyed;

		if (opens(x.kind))
			open_bracket(r, &x);
		else if (closes(x.kind))
			close_bracket(r, &x);
		else if (x.kind == '\n' && r->open.n)
			continue;
		else if (!plain && (x.kind == ',' || x.kind == ';' || x.kind == '\n'))
			end_entry(r);
		else
			put(r, &x);
	}
	end_entry(r);
}

uint16_t entries_key(const char *name)
{
	static const uint8_t top[DIGEST];
	uint8_t key[DIGEST];

	digest(key, top, name, strlen(name));
	return (uint16_t)bits_of(key, KEY_BITS);
}

bool entries_read(struct text_entries *out, const char *text, size_t n)
{
	struct reader r = { .text = text, .words = { text, text + n }, .out = out, .first = true };
	bool good = find_keys(&r);

	if (good)
		read_entries(&r);
	good = good && out->n <= ENTRIES_MAX;
	buf_release(&r.piece);
	vec_release(&r.bracket);
	vec_release(&r.open);
	return good;
}
