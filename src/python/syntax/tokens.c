// SPDX-License-Identifier: MIT
/* A tokenizer that checks a text as CPython 3.11's does: indentation, brackets, strings, numbers, characters.
 * tree-sitter accepts far more. It also collects the comments. It stops at the first error, as CPython does.
 *
 * Example: if x:          the header of a block is open
 *          y = 1          expected an indented block after 'if' statement on line 1
 *          (1, 2          '(' was never closed */
#include "base/utf8.h"
#include "python/syntax/priv.h"
#include <string.h>

enum { MAX_NEST = 200, MAX_INDENTS = 100, TAB = 8 };

struct open_bracket {
	uint32_t at;
	char c;
};
struct scan {
	struct lower *l;
	const char *s; /* NUL-terminated after len */
	uint32_t at, len;
	uint32_t nest, nindent;
	struct open_bracket open[MAX_NEST];
	uint32_t col[MAX_INDENTS + 1], alt[MAX_INDENTS + 1]; /* tabs to 8 and tabs to 1: must agree */
	uint32_t line_lo;				     /* first token of the logical line */
	uint32_t header_lo;				     /* of the logical line before this one */
	uint32_t last_hi;				     /* end of the last token */
	bool colon;					     /* the last token outside brackets was ':' */
	bool start;					     /* a statement may start here */
	bool inner;					     /* newlines are blanks */
	bool hopeless;
	struct ease *ease; /* the copy that is prepared for the grammar, newlines and comments inside brackets
			    * included, or NULL */
};

static bool fail(struct scan *z, uint32_t lo, uint32_t hi, const char *msg)
{
	parse_error(z->l, lo, hi, "%s", msg);
	return false;
}

/* --- indentation */

static const char *header_name(const char *s, uint32_t n)
{
	static const char *const word[] = { "if",     "elif",	 "else", "for",	  "while", "try",
					    "except", "finally", "with", "match", "case" };

	if (n == 3 && !memcmp(s, "def", 3))
		return "function definition";
	if (n == 5 && !memcmp(s, "class", 5))
		return "class definition";
	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (strlen(word[i]) == n && !memcmp(s, word[i], n))
			return word[i];
	return NULL;
}

/* The name in messages of the keyword that starts the previous line; NULL: it opens no block. */
static const char *header_of(const struct scan *z)
{
	uint32_t lo = z->header_lo, n = 0;

	if (!strncmp(z->s + lo, "async ", 6))
		for (lo += 6; z->s[lo] == ' '; lo++)
			;
	while (char_is_word(z->s[lo + n]))
		n++;
	return header_name(z->s + lo, n);
}

static bool fail_no_block(struct scan *z)
{
	const char *name = header_of(z);
	unsigned line = parse_line(z->l, z->header_lo);

	if (!name)
		parse_error(z->l, z->at, z->at, "expected an indented block");
	else if (strchr(name, ' '))
		parse_error(z->l, z->at, z->at, "expected an indented block after %s on line %u", name, line);
	else
		parse_error(z->l, z->at, z->at, "expected an indented block after '%s' statement on line %u", name,
			    line);
	return false;
}

static bool fail_tabs(struct scan *z)
{
	return fail(z, z->at, z->at, "inconsistent use of tabs and spaces in indentation");
}

static bool indent_to(struct scan *z, uint32_t col, uint32_t alt)
{
	uint32_t top = z->nindent;

	if (col > z->col[top]) {
		if (alt <= z->alt[top])
			return fail_tabs(z);
		if (!z->colon && z->last_hi && header_of(z))
			return fail(z, z->last_hi, z->last_hi, "expected ':'");
		if (!z->colon)
			return fail(z, z->at, z->at, "unexpected indent");
		if (top + 1 >= MAX_INDENTS)
			return fail(z, z->at, z->at, "too many levels of indentation");
		z->nindent = ++top;
		z->col[top] = col;
		z->alt[top] = alt;
		return true;
	}
	if (z->colon)
		return fail_no_block(z);
	while (top && col < z->col[top])
		top--;
	z->nindent = top;
	if (col != z->col[top])
		return fail(z, z->at, z->at, "unindent does not match any outer indentation level");
	return alt == z->alt[top] || fail_tabs(z);
}

/* White space at a line's start. For lines joined by a backslash only the first line's columns count. */
static void measure_indent(struct scan *z, uint32_t *col, uint32_t *alt)
{
	bool joined = false;

	for (*col = *alt = 0;; z->at++) {
		char c = z->s[z->at];
		uint32_t n = z->s[z->at + 1] == '\r' ? 2 : 1;

		if (c == '\\' && z->at + n < z->len && z->s[z->at + n] == '\n') {
			joined = true;
			z->at += n;
		} else if (c == '\f' && !joined) {
			*col = *alt = 0;
		} else if (c == ' ' || c == '\t' || c == '\f') {
			*col += joined ? 0 : c == '\t' ? TAB - *col % TAB : 1;
			*alt += joined ? 0 : 1;
		} else {
			return;
		}
	}
}

/* --- strings */

static bool fail_string(struct scan *z, uint32_t lo, bool triple)
{
	uint32_t end = z->at == z->len && z->s[z->len - 1] == '\n' ? z->len - 1 : z->at;

	parse_error(z->l, lo, lo + 1, "unterminated %s literal (detected at line %u)",
		    triple ? "triple-quoted string" : "string", parse_line(z->l, end));
	return false;
}

/* From the opening quote to after the closing one; lo is at the prefix. */
static bool scan_string_body(struct scan *z, uint32_t lo, char quote, bool triple)
{
	const char *s = z->s;

	for (z->at += triple ? 3 : 1; z->at < z->len; z->at++) {
		char c = s[z->at];

		if (c == '\\') {
			z->at += s[z->at + 1] == '\r' && s[z->at + 2] == '\n' ? 2 : 1;
		} else if (c == quote && (!triple || (s[z->at + 1] == quote && s[z->at + 2] == quote))) {
			z->at += triple ? 3 : 1;
			return true;
		} else if (c == '\n' && !triple) {
			return fail_string(z, lo, false);
		}
	}
	z->at = z->len;
	return fail_string(z, lo, triple);
}

/* z->at is at the opening quote; lo at the prefix. */
static bool scan_string(struct scan *z, uint32_t lo)
{
	const char *s = z->s;
	char quote = s[z->at];

	if (!scan_string_body(z, lo, quote, s[z->at + 1] == quote && s[z->at + 2] == quote))
		return false;
	if (s[lo] != quote && ((s[lo] | 0x20) == 'f' || (s[lo + 1] | 0x20) == 'f'))
		vec_push(&z->l->formats, ((struct piece){ lo, z->at }));
	return true;
}

/* --- brackets and the rest */

static bool scan_open(struct scan *z)
{
	z->hopeless = z->nest == MAX_NEST;
	if (z->hopeless)
		return fail(z, z->at, z->at + 1, "too many nested parentheses");
	z->open[z->nest++] = (struct open_bracket){ .at = z->at, .c = z->s[z->at] };
	z->at++;
	return true;
}

static bool scan_close(struct scan *z)
{
	char c = z->s[z->at];

	if (!z->nest) {
		parse_error(z->l, z->at, z->at + 1, "unmatched '%c'", c);
		return false;
	}

	struct open_bracket open = z->open[--z->nest];

	z->at++;
	if (c == (open.c == '(' ? ')' : open.c == '[' ? ']' : '}'))
		return true;

	unsigned line = parse_line(z->l, open.at);

	if (line == parse_line(z->l, z->at))
		parse_error(z->l, z->at - 1, z->at, "closing parenthesis '%c' does not match opening parenthesis '%c'",
			    c, open.c);
	else
		parse_error(z->l, z->at - 1, z->at,
			    "closing parenthesis '%c' does not match opening parenthesis '%c' on line %u", c, open.c,
			    line);
	return false;
}

static bool is_prefix(const char *s, uint32_t n)
{
	char a = s[0] | 0x20, b = s[1] | 0x20;

	if (n == 1)
		return a == 'r' || a == 'b' || a == 'u' || a == 'f';
	return n == 2 && ((a == 'r' && (b == 'b' || b == 'f')) || (b == 'r' && (a == 'b' || a == 'f')));
}

/* White space for tree-sitter, an error in Python: byte order marks, word joiners, zero-width spaces. */
static bool fail_invisible(struct scan *z)
{
	static const struct {
		const char *s;
		unsigned code;
	} bad[] = { { "\xEF\xBB\xBF", 0xFEFF }, { "\xE2\x81\xA0", 0x2060 }, { "\xE2\x80\x8B", 0x200B } };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (!strncmp(z->s + z->at, bad[i].s, 3)) {
			parse_error(z->l, z->at, z->at + 3, "invalid non-printable character U+%04X", bad[i].code);
			return false;
		}
	return true;
}

/* "type(x).y = 1" is a type alias in the grammar. Python 3.12 needs a name next; otherwise `type` is an ordinary
 * name. */
static void note_soft_keyword(struct scan *z, uint32_t lo)
{
	uint32_t at = z->at;

	if (at - lo != 4 || memcmp(z->s + lo, "type", 4))
		return;
	while (z->s[at] == ' ' || z->s[at] == '\t')
		at++;
	if (!char_is_word(z->s[at]))
		vec_push(&z->l->soft, lo);
}

/* Such a statement needs a line of its own. */
static bool starts_block(const char *s, uint32_t n)
{
	static const char *const word[] = { "if", "for", "while", "try", "with", "def", "class", "async" };

	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (strlen(word[i]) == n && !memcmp(s, word[i], n))
			return true;
	return false;
}

static bool scan_word(struct scan *z, bool start)
{
	uint32_t lo = z->at;

	while (char_is_word(z->s[z->at])) {
		if ((z->s[z->at] & 0x80) && !fail_invisible(z))
			return false;
		z->at++;
	}
	if ((z->s[z->at] == '\'' || z->s[z->at] == '"') && is_prefix(z->s + lo, z->at - lo))
		return scan_string(z, lo);
	if (!start)
		return true;
	note_soft_keyword(z, lo);
	return lo == z->line_lo || !starts_block(z->s + lo, z->at - lo) || fail(z, lo, z->at, "invalid syntax");
}

static bool scan_backslash(struct scan *z)
{
	uint32_t n = z->s[z->at + 1] == '\r' ? 2 : 1;

	if (z->at + n >= z->len)
		return fail(z, z->at, z->len, "unexpected EOF while parsing");
	if (z->s[z->at + n] != '\n')
		return fail(z, z->at + 1, z->at + 2, "unexpected character after line continuation character");
	z->at += n + 1;
	return z->at < z->len || z->inner || fail(z, z->at, z->at, "unexpected EOF while parsing");
}

static bool scan_other(struct scan *z)
{
	unsigned char c = (unsigned char)z->s[z->at];

	if (c < ' ' || c == 0x7F) {
		parse_error(z->l, z->at, z->at + 1, "invalid non-printable character U+%04X", c);
		return false;
	}
	if (c == '$' || c == '?' || c == '`' || (c == '!' && z->s[z->at + 1] != '='))
		return fail(z, z->at, z->at + 1, "invalid syntax");
	z->at++;
	return true;
}

static void scan_comment(struct scan *z)
{
	uint32_t lo = z->at;
	const char *end = memchr(z->s + lo, '\n', z->len - lo);

	z->at = end ? (uint32_t)(end - z->s) : z->len;
	if (z->ease && z->nest)
		memset(z->ease->copy + lo, ' ', z->at - lo);
	if (!z->l->comments)
		return;

	uint32_t hi = z->at > lo && z->s[z->at - 1] == '\r' ? z->at - 1 : z->at;

	vec_push(&z->l->remarks, ((struct piece){ .lo = lo, .hi = hi }));
	vec_push(z->l->comments,
		 ((struct comment){ .lo = parse_place(z->l, lo, false), .hi = parse_place(z->l, hi, true) }));
}

/* One token that matters (no blank, no comment). */
static bool scan_one(struct scan *z)
{
	char c = z->s[z->at];
	bool start = z->start;

	z->colon = c == ':' && !z->nest;
	z->start = z->colon || (c == ';' && !z->nest);
	if (char_is_digit(c) || (c == '.' && char_is_digit(z->s[z->at + 1])))
		return parse_number(z->l, &z->at);
	if (char_is_word(c))
		return scan_word(z, start);
	switch (c) {
	case '\'':
	case '"':
		return scan_string(z, z->at);
	case '(':
	case '[':
	case '{':
		return scan_open(z);
	case ')':
	case ']':
	case '}':
		return scan_close(z);
	default:
		return scan_other(z);
	}
}

static bool scan_token(struct scan *z)
{
	uint32_t lo = z->at, nest = z->nest;
	bool ok = scan_one(z);

	if (ok && z->ease)
		ease_token(z->ease, z->s, lo, z->at, z->nest < nest ? z->nest : nest);
	z->last_hi = z->at;
	return ok;
}

/* Inside brackets a newline is a blank. */
static void scan_newline(struct scan *z)
{
	if (z->ease) {
		z->ease->copy[z->at] = ' ';
		z->ease->changed = true;
	}
	z->at++;
}

/* From the first token of a logical line to after its newline. */
static bool scan_line(struct scan *z)
{
	z->line_lo = z->at;
	z->start = true;
	if (z->ease)
		ease_line(z->ease);
	while (z->at < z->len) {
		char c = z->s[z->at];
		bool ok = true;

		if (c == ' ' || c == '\t' || c == '\f' || c == '\r')
			z->at++;
		else if (c == '#')
			scan_comment(z);
		else if (c == '\\')
			ok = scan_backslash(z);
		else if (c == '\n' && !z->nest && !z->inner)
			break;
		else if (c == '\n')
			scan_newline(z);
		else
			ok = scan_token(z);
		if (!ok)
			return false;
	}
	if (z->nest) {
		struct open_bracket open = z->open[z->nest - 1];

		parse_error(z->l, open.at, open.at + 1, "'%c' was never closed", open.c);
		return false;
	}
	z->header_lo = z->line_lo;
	vec_push(&z->l->lines, z->at);
	return true;
}

static bool scan_lines(struct scan *z)
{
	uint32_t col, alt;

	while (z->at < z->len) {
		measure_indent(z, &col, &alt);
		if (z->s[z->at] == '#')
			scan_comment(z);
		else if (z->s[z->at] == '\r')
			z->at++;
		if (z->at >= z->len)
			break;
		if (z->s[z->at] != '\n' && !(indent_to(z, col, alt) && scan_line(z)))
			return false;
		z->at++;
	}
	z->at = z->len;
	return !z->colon || fail_no_block(z);
}

static bool check_encoding(struct lower *l)
{
	uint32_t valid = (uint32_t)utf8_valid(l->s, l->len);

	if (valid < l->len)
		parse_error(l, valid, valid + 1,
			    "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %u",
			    (unsigned char)l->s[valid], valid);

	const char *nul = valid == l->len ? memchr(l->s, 0, l->len) : NULL;

	if (nul)
		parse_error(l, (uint32_t)(nul - l->s), (uint32_t)(nul - l->s) + 1,
			    "source code string cannot contain null bytes");
	return valid == l->len && !nul;
}

enum scan_result parse_scan(struct lower *l)
{
	struct scan z = { .l = l, .s = l->s, .len = l->len };

	if (!check_encoding(l))
		return SCAN_ERROR;
	if (l->len >= 3 && !memcmp(l->s, "\xEF\xBB\xBF", 3))
		z.at = 3;
	if (scan_lines(&z))
		return SCAN_OK;
	return z.hopeless ? SCAN_HOPELESS : SCAN_ERROR;
}

bool parse_ease(const struct lower *l, char *copy, struct pieces *notes)
{
	struct lower quiet = *l; /* a text that has been scanned without an error */
	struct ease ease = { .copy = copy, .notes = notes };
	struct scan z = { .l = &quiet, .s = l->s, .len = l->len, .ease = &ease };

	quiet.comments = NULL;
	quiet.soft = quiet.lines = (struct offsets){ 0 };
	quiet.formats = (struct pieces){ 0 };
	scan_lines(&z);
	vec_release(&quiet.soft);
	vec_release(&quiet.lines);
	vec_release(&quiet.formats);
	return ease.changed;
}

bool parse_scan_inner(struct lower *l)
{
	struct scan z = { .l = l, .s = l->s, .len = l->len, .inner = true };

	return check_encoding(l) && scan_line(&z);
}
