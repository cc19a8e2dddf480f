// SPDX-License-Identifier: MIT
/* Prints values as Python source in a file's own style, and numbers in the spelling of the literal that they
 * replace. The printed text always evaluates to exactly the value.
 *
 * Example: dict(a=1, b=[1, 2])   with style dict_calls; else {'a': 1, 'b': [1, 2]}
 *          old "2e-4", new 0.0004: 4e-4 */
#include "python/value/print.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {
	"False", "None",     "True",  "and",	"as",	"assert", "async",  "await",	"break",
	"class", "continue", "def",   "del",	"elif", "else",	  "except", "finally",	"for",
	"from",	 "global",   "if",    "import", "in",	"is",	  "lambda", "nonlocal", "not",
	"or",	 "pass",     "raise", "return", "try",	"while",  "with",   "yield",
};

bool print_is_identifier(const struct str *s)
{
	if (!s->len || (s->s[0] >= '0' && s->s[0] <= '9'))
		return false;
	for (uint32_t i = 0; i < s->len; i++) {
		char c = s->s[i];
		bool word = c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!word)
			return false; /* non-ASCII identifiers exist too, but quoting is always valid */
	}
	for (size_t i = 0; i < ARRAY_SIZE(keywords); i++)
		if (s->s[0] == keywords[i][0] && !strcmp(s->s, keywords[i]))
			return false;
	return true;
}

/* State of printing one value. left: columns used on this line; indent: of the line. */
struct printer {
	struct buf *out;
	const struct pystyle *style;
	unsigned depth;
};

static bool put(struct printer *p, struct value v, unsigned indent, bool broken);

static size_t column(const struct printer *p, size_t start)
{
	size_t i = p->out->n;
	while (i > start && p->out->s[i - 1] != '\n')
		i--;
	return p->out->n - i + (i == start ? p->style->indent : 0);
}

static void put_float(struct buf *out, double f)
{
	if (isnan(f))
		buf_puts(out, "float('nan')");
	else if (isinf(f))
		buf_puts(out, f < 0 ? "-float('inf')" : "float('inf')");
	else
		float_repr(out, f);
}

static bool keys_are_names(const struct dict *d)
{
	struct dict_iter it;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->key.kind != VALUE_STR || !print_is_identifier(e->key.as.s))
			return false;
	return true;
}

static void separate(struct printer *p, bool first, unsigned indent, bool broken)
{
	if (broken) {
		buf_puts(p->out, first ? "\n" : ",\n");
		for (unsigned i = 0; i < indent; i++)
			buf_putc(p->out, ' ');
	} else if (!first) {
		buf_puts(p->out, ", ");
	}
}

static void finish(struct printer *p, unsigned indent, bool broken)
{
	if (!broken)
		return;
	buf_puts(p->out, ",\n");
	for (unsigned i = 0; i < indent; i++)
		buf_putc(p->out, ' ');
}

static bool put_entry(struct printer *p, const struct entry *e, bool call, unsigned indent)
{
	if (e->flags & EF_MAYBE)
		return false;
	if (call) {
		buf_add(p->out, e->key.as.s->s, e->key.as.s->len);
		buf_putc(p->out, '=');
	} else {
		if (!put(p, e->key, indent, false))
			return false;
		buf_puts(p->out, ": ");
	}
	return put(p, e->val, indent, true);
}

static bool put_dict(struct printer *p, const struct dict *d, unsigned indent, bool broken)
{
	bool call = p->style->dict_calls && keys_are_names(d), first = true;
	struct dict_iter it;
	if (d->open)
		return false;
	broken = broken && d->count;
	buf_puts(p->out, call ? "dict(" : "{");
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it)); first = false) {
		separate(p, first, indent + 4, broken);
		if (!put_entry(p, e, call, broken ? indent + 4 : indent))
			return false;
	}
	finish(p, indent, broken);
	buf_putc(p->out, call ? ')' : '}');
	return true;
}

static bool put_items(struct printer *p, const struct list *l, const char *open, const char *close, unsigned indent,
		      bool broken)
{
	if (!list_is_sure(l))
		return false;
	broken = broken && l->n;
	buf_puts(p->out, open);
	for (uint32_t i = 0; i < l->n; i++) {
		separate(p, i == 0, indent + 4, broken);
		if (!put(p, l->at[i].val, broken ? indent + 4 : indent, true))
			return false;
	}
	finish(p, indent, broken);
	if (!broken && l->n == 1 && *close == ')' && *open == '(')
		buf_putc(p->out, ',');
	buf_puts(p->out, close);
	return true;
}

static bool put_container(struct printer *p, struct value v, unsigned indent, bool broken)
{
	switch (v.kind) {
	case VALUE_DICT:
		return put_dict(p, v.as.dict, indent, broken);
	case VALUE_LIST:
		return put_items(p, v.as.list, "[", "]", indent, broken);
	case VALUE_TUPLE:
		return put_items(p, v.as.list, "(", ")", indent, broken);
	case VALUE_SET:
		if (v.as.list->n)
			return put_items(p, v.as.list, "{", "}", indent, broken);
		buf_puts(p->out, "set()");
		return !v.as.list->open;
	default:
		return put_items(p, v.as.list, v.as.list->n ? "frozenset({" : "frozenset(", v.as.list->n ? "})" : ")",
				 indent, broken);
	}
}

static bool put_scalar(struct printer *p, struct value v)
{
	switch (v.kind) {
	case VALUE_FLOAT:
		put_float(p->out, v.as.f);
		return true;
	case VALUE_STR:
		text_quote(p->out, v.as.s->s, v.as.s->len, p->style->quote);
		return true;
	case VALUE_COMPLEX:
		return isfinite(v.as.c->re) && isfinite(v.as.c->im) && op_repr(p->out, v);
	case VALUE_OBJECT:
		if (strcmp(v.as.obj->type->s, "ellipsis"))
			return false;
		buf_puts(p->out, "...");
		return true;
	case VALUE_NONE:
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_BIGINT:
	case VALUE_BYTES:
	case VALUE_RANGE:
		return op_repr(p->out, v);
	default:
		return false;
	}
}

/* Prints a container on one line if it fits. may_break: several lines are allowed here. */
static bool put(struct printer *p, struct value v, unsigned indent, bool may_break)
{
	bool container = v.kind == VALUE_DICT || (value_is_listlike(v) && v.kind != VALUE_ITER);
	if (!container)
		return put_scalar(p, v);
	if (p->depth >= 100)
		return false;
	struct pystyle flat = *p->style;
	flat.width = 0;
	struct printer one = { p->out, &flat, p->depth + 1 };
	size_t start = p->out->n;
	if (!put_container(&one, v, indent, false))
		return false;
	if (!p->style->width || !may_break || column(p, 0) < p->style->width)
		return true;
	p->out->n = start;
	p->out->s[start] = 0;
	p->depth++;
	bool done = put_container(p, v, indent, true);
	p->depth--;
	return done;
}

bool print_python(struct buf *out, struct value v, const struct pystyle *style)
{
	CHECK(out && style);
	struct pystyle s = *style;
	struct buf text = { 0 };
	struct printer p = { &text, &s, 0 };
	if (!s.quote)
		s.quote = '\'';
	bool done = put(&p, v, s.indent, true);
	if (done)
		buf_add(out, buf_str(&text), text.n);
	buf_release(&text);
	return done;
}

/* Numbers in an old literal's spelling. */
struct number_style {
	bool point, exponent, upper, plus;
	int decimals, exp_digits, exp,
		whole; /* digits after the point, of the exponent; its value; digits before the point */
};

static bool spelling_of(struct number_style *s, const char *old, size_t n)
{
	char text[64];
	*s = (struct number_style){ 0 };
	if (n == 0 || n >= sizeof text)
		return false;
	memcpy(text, old, n);
	text[n] = 0;
	char *p = text;
	p += *p == '-' || *p == '+';
	s->whole = (int)strspn(p, "0123456789");
	p += s->whole;
	if (*p == '.') {
		s->point = true;
		s->decimals = (int)strspn(++p, "0123456789");
		p += s->decimals;
	}
	if (*p == 'e' || *p == 'E') {
		s->exponent = true;
		s->upper = *p++ == 'E';
		s->plus = *p == '+';
		s->exp = atoi(p);
		p += *p == '-' || *p == '+';
		s->exp_digits = (int)strspn(p, "0123456789");
		p += s->exp_digits;
		if (!s->exp_digits)
			return false;
	}
	return !*p && (s->whole || s->decimals) && (s->point || s->exponent);
}

/* Shortest digits of f > 0 and the power of ten of the first one. */
static int shortest(double f, char digit[32], int *exp)
{
	struct buf b = { 0 };
	int n = 0, lead = 0;
	float_repr(&b, f);
	char *e = strchr(b.s, 'e');
	*exp = e ? atoi(e + 1) : 0;
	if (e)
		*e = 0;
	char *dot = strchr(b.s, '.');
	int whole = dot ? (int)(dot - b.s) : (int)strlen(b.s);
	for (char *p = b.s; *p; p++)
		if (*p != '.')
			digit[n++] = *p;
	while (lead < n - 1 && digit[lead] == '0')
		lead++;
	memmove(digit, digit + lead, (size_t)(n - lead));
	n -= lead;
	*exp += whole - 1 - lead;
	while (n > 1 && digit[n - 1] == '0')
		n--;
	digit[n] = 0;
	buf_release(&b);
	return n;
}

/* d.ddde-N with as many digits before the point as the old literal (2e-4, 1.5e-3) and its exponent style. */
static void spell_exponent(struct buf *b, const struct number_style *s, const char *digit, int n, int exp)
{
	int whole = s->whole > 0 ? s->whole : 1, decimals = n - whole;
	for (int i = 0; i < whole; i++)
		buf_putc(b, i < n ? digit[i] : '0');
	if (s->point || decimals > 0)
		buf_putc(b, '.');
	for (int i = whole; i < n; i++)
		buf_putc(b, digit[i]);
	for (int i = decimals > 0 ? decimals : 0; s->point && i < s->decimals; i++)
		buf_putc(b, '0');
	exp -= whole - 1;
	buf_printf(b, "%c%s%0*d", s->upper ? 'E' : 'e', exp < 0 ? "-" : s->plus ? "+" : "", s->exp_digits, abs(exp));
}

static void spell_plain(struct buf *b, const struct number_style *s, double f)
{
	struct buf r = { 0 };
	float_repr(&r, f);
	if (strchr(r.s, 'e')) { /* too large or small for the old literal's style */
		buf_puts(b, r.s);
	} else {
		char *dot = strchr(r.s, '.');
		bool integral = !strcmp(dot, ".0");
		size_t from = s->whole == 0 && r.s[0] == '0' && !integral ? 1 : 0;
		buf_add(b, r.s + from, (size_t)(dot - r.s) - from + 1);
		if (!integral)
			buf_puts(b, dot + 1);
		else if (s->decimals)
			for (int i = 0; i < s->decimals; i++)
				buf_putc(b, '0');
	}
	buf_release(&r);
}

static bool reads_as(const char *text, double f)
{
	char *end;
	return text_strtod(text, &end) == f && !*end;
}

void print_number_like(struct buf *out, struct value v, const char *old, size_t nold)
{
	struct number_style s;
	struct buf b = { 0 };
	char digit[32];
	int exp;
	if (v.kind != VALUE_FLOAT || !isfinite(v.as.f) || v.as.f == 0 || !spelling_of(&s, old, nold)) {
		if (v.kind == VALUE_FLOAT)
			put_float(out, v.as.f);
		else
			op_repr(out, v);
		return;
	}
	if (v.as.f < 0)
		buf_putc(out, '-');
	double f = fabs(v.as.f);
	if (s.exponent) {
		int n = shortest(f, digit, &exp);
		spell_exponent(&b, &s, digit, n, exp);
	} else {
		spell_plain(&b, &s, f);
	}
	if (reads_as(b.s, f))
		buf_puts(out, b.s);
	else
		float_repr(out, f);
	buf_release(&b);
}
