// SPDX-License-Identifier: MIT
/* f-strings by the algorithm of CPython 3.11: find the end of each expression, parse it as if in parentheses.
 *
 *	f'{x!r:>{w}}'	the expression x, the conversion r, a format with the expression w */
#include "python/syntax/priv.h"
#include <string.h>

enum { MAX_SPEC = 2, MAX_FNEST = 200, MAX_TEXTS = 8 };

VEC(nodes, struct node *);

struct fstring {
	struct lower *l;
	const struct literal *t;
	const char *s;
	uint32_t at, end;
	struct buf *scratch;
	bool named;
};

static bool parse_parts(struct fstring *f, unsigned level, struct nodes *parts);

static bool fail_f(struct fstring *f, uint32_t lo, const char *msg)
{
	uint32_t hi = lo < f->end ? lo + 1 : lo;

	parse_error(f->l, lo, hi, "f-string: %s", msg);
	return false;
}

static void need_newer(struct fstring *f, const char *msg)
{
	parse_newer(f->l, f->at, f->at + 1, msg);
}

/* Where the literal text that starts at f->at ends: a brace that isn't doubled, or the end; a doubled one ends it
 * behind its first half, *skip then says that the other is to be skipped. */
static bool literal_end(struct fstring *f, unsigned level, uint32_t *end, bool *skip)
{
	uint32_t at = f->at;

	for (*skip = false; at < f->end; at++) {
		char c = f->s[at];

		if (c == '\\' && !f->t->raw && at + 1 < f->end) {
			c = f->s[++at];
			if (c == 'N' && at + 1 < f->end && f->s[at + 1] == '{') {
				while (at < f->end && f->s[at] != '}')
					at++;
				continue;
			}
		}
		if (c != '{' && c != '}')
			continue;
		if (!level && at + 1 < f->end && f->s[at + 1] == c) {
			*skip = true;
			at++;
			break;
		}
		if (!level && c == '}')
			return fail_f(f, at, "single '}' is not allowed");
		break;
	}
	*end = at < f->end ? at : f->end;
	return true;
}

static bool add_literal(struct fstring *f, uint32_t lo, uint32_t hi, struct nodes *parts)
{
	if (lo == hi)
		return true;
	buf_clear(f->scratch);
	if (!literal_decode(f->l, f->t, lo, hi, f->scratch, &f->named))
		return false;
	if (!f->scratch->n) /* a joined line */
		return true;

	struct node *n = parse_node(f->l, NODE_STR, lo, hi, 0);

	n->text = str_of(f->scratch->s, f->scratch->n);
	vec_push(parts, n);
	return true;
}

struct quote_nesting {
	char quote, open[MAX_FNEST];
	bool triple;
	unsigned n;
};

static bool at_triple(const struct fstring *f)
{
	return f->at + 2 < f->end && f->s[f->at + 1] == f->s[f->at] && f->s[f->at + 2] == f->s[f->at];
}

static void pass_quote(struct fstring *f, struct quote_nesting *z, char c)
{
	if (!z->quote) {
		z->triple = at_triple(f);
		z->quote = c;
	} else if (c != z->quote || (z->triple && !at_triple(f))) {
		return;
	} else {
		z->quote = 0;
	}
	f->at += z->triple ? 2 : 0;
}

static bool pass_bracket(struct fstring *f, struct quote_nesting *z, char c)
{
	if (c == '(' || c == '[' || c == '{') {
		if (z->n == MAX_FNEST)
			return fail_f(f, f->at, "too many nested parenthesis");
		z->open[z->n++] = c;
		return true;
	}
	if (!z->n) {
		parse_error(f->l, f->at, f->at + 1, "f-string: unmatched '%c'", c);
		return false;
	}

	char open = z->open[--z->n];

	if (c == (open == '(' ? ')' : open == '[' ? ']' : '}'))
		return true;
	parse_error(f->l, f->at, f->at + 1,
		    "f-string: closing parenthesis '%c' does not match opening parenthesis '%c'", c, open);
	return false;
}

/* A character at nesting 0 that ends the expression? Steps over two-character operators. */
static bool ends_expr(struct fstring *f, char c)
{
	char next = f->at + 1 < f->end ? f->s[f->at + 1] : 0;

	if (next == '=' && (c == '!' || c == '=' || c == '<' || c == '>')) {
		f->at++;
		return false;
	}
	return c == '!' || c == ':' || c == '}' || c == '=';
}

/* To the end of its line. */
static void pass_comment(struct fstring *f)
{
	need_newer(f, "f-string: a comment inside the braces needs Python 3.12");
	while (f->at + 1 < f->end && f->s[f->at + 1] != '\n')
		f->at++;
}

/* From behind '{' to the character that ends the expression. */
static bool pass_expr(struct fstring *f)
{
	struct quote_nesting z = { .n = 0 };

	for (; f->at < f->end; f->at++) {
		char c = f->s[f->at];

		if (c == '\\') {
			need_newer(f, "f-string: a backslash inside the braces needs Python 3.12");
			f->at++;
		} else if (c == '\'' || c == '"')
			pass_quote(f, &z, c);
		else if (z.quote)
			continue;
		else if (c == '#')
			pass_comment(f);
		else if (!z.n && ends_expr(f, c))
			break;
		else if (strchr("([{)]}", c) && c && !pass_bracket(f, &z, c))
			return false;
	}
	if (z.quote)
		return fail_f(f, f->at, "unterminated string");
	if (z.n) {
		parse_error(f->l, f->end, f->end, "f-string: unmatched '%c'", z.open[z.n - 1]);
		return false;
	}
	return f->at < f->end || fail_f(f, f->at, "expecting '}'");
}

static struct node *parse_field_expr(struct fstring *f, uint32_t lo, uint32_t hi)
{
	const char *s = f->s + lo;
	uint32_t n = hi - lo;

	if (strspn(s, " \t\n\r\f") >= n) {
		fail_f(f, lo, "empty expression not allowed");
		return NULL;
	}
	if (f->l->nest >= MAX_TEXTS) {
		fail_f(f, lo, "expressions nested too deeply");
		return NULL;
	}
	if (strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") >= n && !name_is_keyword(s, n)) {
		struct node *name = parse_node(f->l, NODE_NAME, lo, hi, 0);

		name->text = str_of(s, n);
		return name;
	}
	return parse_inner(f->l, lo, hi);
}

/* The spec behind ':', up to the closing brace. */
static struct node *parse_spec(struct fstring *f, unsigned level)
{
	struct nodes parts = { 0 };
	uint32_t lo = f->at;
	struct node *n = NULL;

	if (parse_parts(f, level + 1, &parts)) {
		n = parse_node(f->l, NODE_FSTRING, lo, f->at, (uint32_t)parts.n);
		for (uint32_t i = 0; i < parts.n; i++)
			node_set(n, i, parts.at[i]);
	}
	vec_release(&parts);
	return n;
}

/* `=` behind the expression: its source text, blanks included, is printed. */
static const struct str *parse_equals(struct fstring *f, uint32_t lo)
{
	if (f->s[f->at] != '=')
		return NULL;
	for (f->at++; f->at < f->end && strchr(" \t\n\r\f\v", f->s[f->at]) && f->s[f->at]; f->at++)
		;
	return str_of(f->s + lo, f->at - lo);
}

static bool parse_conversion(struct fstring *f, uint16_t *op)
{
	if (f->at >= f->end || f->s[f->at] != '!')
		return true;
	f->at++;
	if (f->at >= f->end)
		return fail_f(f, f->at, "expecting '}'");
	*op = (uint16_t)f->s[f->at];
	if (*op != 'r' && *op != 's' && *op != 'a')
		return fail_f(f, f->at, "invalid conversion character: expected 's', 'r', or 'a'");
	f->at++;
	return true;
}

/* From '{' to behind '}'. */
static bool parse_field(struct fstring *f, unsigned level, struct nodes *parts)
{
	uint32_t open = f->at++, lo = f->at;
	struct node *spec = NULL;
	uint16_t conversion = 0;

	if (level >= MAX_SPEC)
		return fail_f(f, open, "expressions nested too deeply");
	if (!pass_expr(f))
		return false;

	struct node *expr = parse_field_expr(f, lo, f->at);

	if (!expr)
		return false;

	const struct str *shown = parse_equals(f, lo);

	if (!parse_conversion(f, &conversion))
		return false;
	if (f->at < f->end && f->s[f->at] == ':') {
		f->at++;
		spec = parse_spec(f, level);
		if (!spec)
			return false;
	}
	if (f->at >= f->end || f->s[f->at] != '}')
		return fail_f(f, f->at, "expecting '}'");
	f->at++;

	struct node *n = parse_node(f->l, NODE_FORMAT, open, f->at, 2);

	node_set(n, 0, expr);
	node_set(n, 1, spec);
	n->text = shown;
	n->op = shown && !spec && !conversion ? 'r' : conversion;
	vec_push(parts, n);
	return true;
}

/* Literal text and fields up to the end; inside a spec, up to its closing brace. */
static bool parse_parts(struct fstring *f, unsigned level, struct nodes *parts)
{
	while (f->at < f->end) {
		uint32_t end = 0; /* gcc -O1 does not see that literal_end sets it */
		bool skip;

		if (!literal_end(f, level, &end, &skip) || !add_literal(f, f->at, end, parts))
			return false;
		f->at = end + skip;
		if (skip || f->at >= f->end)
			continue;
		if (f->s[f->at] == '}')
			break;
		if (!parse_field(f, level, parts))
			return false;
	}
	return true;
}

struct node *parse_fstring(struct lower *l, const struct literal *t, uint32_t n)
{
	struct buf scratch = { 0 };
	struct nodes parts = { 0 };
	struct node *made = NULL;
	bool ok = true, named = false;

	for (uint32_t i = 0; i < n && ok; i++) {
		struct fstring f = {
			.l = l, .t = &t[i], .s = l->s, .at = t[i].body_lo, .end = t[i].body_hi, .scratch = &scratch
		};

		ok = t[i].format ? parse_parts(&f, 0, &parts) : add_literal(&f, f.at, f.end, &parts);
		named |= f.named;
	}
	if (ok) {
		made = parse_node(l, named ? NODE_OPAQUE : NODE_FSTRING, t[0].lo, t[n - 1].hi, (uint32_t)parts.n);
		made->flags = n > 1 ? NF_CONCAT : 0;
		for (uint32_t i = 0; i < parts.n; i++)
			node_set(made, i, parts.at[i]);
	}
	vec_release(&parts);
	buf_release(&scratch);
	return made;
}

struct node *parse_fstring_body(struct lower *l)
{
	struct literal t = { .hi = l->len, .body_hi = l->len, .raw = true, .format = true };

	return parse_fstring(l, &t, 1);
}
