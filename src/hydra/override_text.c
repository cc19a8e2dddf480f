// SPDX-License-Identifier: MIT
/* Reads an override with a recursive descent parser. What the grammar allows and is not followed (functions,
 * interpolations inside of text) is Unknown as a value.
 *
 * Invariant: an override whose text is not certainly understood is `unknown`.
 *
 *	+a.b=[1,x]	ADD, key "a.b", value [1, 'x']
 *	~db		DELETE, key "db"
 *	lr=1,2		SET, key "lr", a sweep */
#include "hydra/override_text.h"
#include "python/value/dict.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEP = 16 };
struct reader {
	struct arena *a;
	const char *p;
	struct span at;
	bool bad;
};

static void skip(struct reader *r)
{
	r->p += strspn(r->p, " \t");
}

/* ---- primitives ---- */

static bool number_chars(const char *s, bool *is_float)
{
	const char *d = s + (*s == '-' || *s == '+');
	char *end;

	*is_float = false;
	if (!isdigit((unsigned char)*d) && *d != '.')
		return false;
	if (!d[strspn(d, "0123456789_")])
		return (*d != '0' || !d[1]) && d[strlen(d) - 1] != '_';
	*is_float = true;
	strtod(s, &end);
	return !*end && !strpbrk(d, "xXpPnN");
}

static struct value primitive_value(struct reader *r, const char *s, bool quoted)
{
	static const char *const special[] = { "inf", "nan" };
	struct value v = value_text(s, r->at);
	bool real;

	if (quoted)
		return v;
	if (!strcasecmp(s, "null"))
		return value_none(r->at);
	if (!strcasecmp(s, "true") || !strcasecmp(s, "false"))
		return value_bool(!strcasecmp(s, "true"), r->at);
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		if (!strcasecmp(s + (*s == '-' || *s == '+'), special[i]))
			return value_float(*s == '-' ? -(i ? NAN : INFINITY) : i ? NAN : INFINITY, r->at);
	if (!number_chars(s, &real) || strlen(s) > 18)
		return v;
	if (strchr(s, '_'))
		return (struct value){ .at = r->at };
	return real ? value_float(strtod(s, NULL), r->at) : value_int(strtoll(s, NULL, 10), r->at);
}

static struct value read_quoted(struct reader *r)
{
	char quote = *r->p++;
	struct buf b = { 0 };

	for (; *r->p && *r->p != quote; r->p++) {
		if (*r->p == '\\' && (r->p[1] == quote || r->p[1] == '\\'))
			r->p++;
		buf_putc(&b, *r->p);
	}
	r->bad |= *r->p != quote;
	r->p += *r->p == quote;
	struct value v = value_str(str_of(buf_str(&b), b.n), r->at);

	buf_release(&b);
	return v;
}

/* Copies `${...}`, with its nested ones. */
static void read_interpolation(struct reader *r, struct buf *b)
{
	unsigned open = 0;

	do {
		open += *r->p == '{';
		open -= *r->p == '}';
		buf_putc(b, *r->p++);
	} while (*r->p && (open || r->p[-1] == '$'));
	r->bad |= open > 0;
}

/* stop: characters that end it */
static struct value read_primitive(struct reader *r, const char *stop)
{
	struct buf b = { 0 };
	bool function = false;

	while (*r->p && !strchr(stop, *r->p)) {
		if (r->p[0] == '$' && r->p[1] == '{') {
			read_interpolation(r, &b);
			continue;
		}
		function |= *r->p == '(' || *r->p == ')';
		r->bad |= strchr("{}[]=", *r->p) != NULL;
		if (*r->p == '\\' && r->p[1] && strchr("\\()[]{}:=, \t", r->p[1]))
			r->p++;
		buf_putc(&b, *r->p++);
	}
	while (b.n && (b.s[b.n - 1] == ' ' || b.s[b.n - 1] == '\t'))
		b.n--;
	struct value v = primitive_value(r, str_of(buf_str(&b), b.n)->s, false);

	buf_release(&b);
	r->bad |= function;
	return v;
}

/* ---- elements ---- */

static struct value read_element(struct reader *r, const char *stop, unsigned depth);

static struct value read_list(struct reader *r, unsigned depth)
{
	struct value v = value_list(r->a, VALUE_LIST, 4, r->at);

	r->p++;
	skip(r);
	while (*r->p && *r->p != ']' && !r->bad) {
		list_push(r->a, v.as.list, read_element(r, ",]", depth + 1), r->at);
		skip(r);
		if (*r->p == ',')
			r->p++;
		else
			r->bad |= *r->p != ']';
		skip(r);
	}
	r->bad |= *r->p != ']';
	r->p += *r->p == ']';
	return v;
}

static struct value read_dict(struct reader *r, unsigned depth)
{
	struct value v = value_dict(r->a, r->at);

	r->p++;
	skip(r);
	while (*r->p && *r->p != '}' && !r->bad) {
		struct value key = read_primitive(r, ":,}");

		r->bad |= *r->p != ':' || !value_hashable(key);
		if (r->bad)
			break;
		r->p++;
		skip(r);
		dict_put(r->a, v.as.dict, key, read_element(r, ",}", depth + 1), r->at);
		skip(r);
		if (*r->p == ',')
			r->p++;
		else
			r->bad |= *r->p != '}';
		skip(r);
	}
	r->bad |= *r->p != '}';
	r->p += *r->p == '}';
	return v;
}

static struct value read_element(struct reader *r, const char *stop, unsigned depth)
{
	struct value v;

	skip(r);
	r->bad |= depth > DEEP;
	if (r->bad)
		return (struct value){ 0 };
	if (*r->p == '[')
		return read_list(r, depth);
	if (*r->p == '{')
		return read_dict(r, depth);
	if (*r->p != '\'' && *r->p != '"')
		return read_primitive(r, stop);
	v = read_quoted(r);
	skip(r);
	r->bad |= *r->p && !strchr(stop, *r->p);
	return v;
}

/* `choice(a,b)`, `range(1,5)`, `int(3)`: a name and brackets. */
static bool is_function(const char *p, bool *sweeps)
{
	static const char *const casts[] = { "int", "float", "str", "bool", "json_str", "extend_list" };
	size_t n = 0, k;

	while (isalnum((unsigned char)p[n]) || p[n] == '_')
		n++;
	k = n + strspn(p + n, " \t");
	*sweeps = true;
	for (size_t i = 0; i < ARRAY_SIZE(casts); i++)
		*sweeps &= strlen(casts[i]) != n || strncmp(casts[i], p, n) != 0;
	return n && p[k] == '(';
}

static void read_value(struct reader *r, struct hydra_override *o)
{
	skip(r);
	if (is_function(r->p, &o->sweep))
		return; /* its value stays Unknown */
	o->sweep = false;
	o->value = read_element(r, ",", 0);
	skip(r);
	o->choice = o->sweep = *r->p == ',';
	if (o->sweep)
		o->value = (struct value){ .at = r->at };
	while (*r->p == ',' && !r->bad) {
		r->p++;
		skip(r);
		r->bad |= !*r->p;
		read_element(r, ",", 0);
		skip(r);
	}
	r->bad |= *r->p != '\0';
}

/* Of a key: names with dots, or a group with slashes. */
static bool is_key(const char *s)
{
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("_-$./", *s))
			return false;
	return true;
}

struct hydra_override hydra_override_parse(struct arena *a, const char *text, struct span at)
{
	struct hydra_override o = { .text = text, .at = at, .unknown = true };
	struct reader r = { .a = a, .p = text, .at = at };

	if (!text)
		return o;
	o.how = !strncmp(text, "++", 2) ? HYDRA_FORCE
		: *text == '+'		? HYDRA_ADD
		: *text == '~'		? HYDRA_DELETE
					: HYDRA_SET;
	r.p += o.how == HYDRA_FORCE ? 2 : o.how != HYDRA_SET;
	size_t n = strcspn(r.p, "="), at_sign = strcspn(r.p, "@");

	o.key = arena_strndup(a, r.p, at_sign < n ? at_sign : n);
	o.package = at_sign < n ? arena_strndup(a, r.p + at_sign + 1, n - at_sign - 1) : NULL;
	o.has_value = r.p[n] == '=';
	r.p += n + o.has_value;
	if (!*o.key || !is_key(o.key) || (o.package && !is_key(o.package)) || (!o.has_value && o.how != HYDRA_DELETE))
		return o;
	o.value = value_text("", at);
	if (o.has_value && *r.p)
		read_value(&r, &o);
	else if (!o.has_value)
		o.value = value_none(at);
	o.unknown = r.bad;
	return o;
}
