// SPDX-License-Identifier: MIT
/* Effective configs as YAML 1.1 for PyYAML: block style for containers that are not empty, double quotes wherever a
 * plain scalar could be read as another type.
 *
 *	{'lr': 1e-3, 'by': 'yes', 'betas': (0.9, 0.99)}	lr: 0.001, by: "yes", betas: [0.9, 0.99] */
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include "python/value/repr.h"
#include "report/report.h"
#include "report/value_yaml.h"
#include "report/draw/way.h"
#include "base/utf8.h"
#include "report/value_json.h"
#include <math.h>
#include <string.h>
#include <strings.h>

enum { INDENT = 2, DEPTH_MAX = VALUE_DEPTH_MAX };

struct yaml {
	struct buf *b, *why;
	struct arena tmp;
	bool complete;
};

static void put(struct yaml *y, struct value v, const struct way *at, unsigned indent);

static void incomplete(struct yaml *y, const struct way *at, const char *why)
{
	y->complete = false;
	way_report(at, y->why, why);
}

/* Words of letters, digits and a few signs that no type but text looks like. */
static bool is_plain(const struct str *s)
{
	static const char *const word[] = { "y", "n", "yes", "no", "on", "off", "true", "false", "null" };
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	static const char inner[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789./-";

	if (!s->len || !strchr(letters, s->s[0]) || strspn(s->s, inner) != s->len)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (strcasecmp(word[i], s->s) == 0)
			return false;
	return true;
}

/* JSON's escapes are YAML's, but for what lies beyond the basic plane: that stands as it is. */
static void put_character(struct buf *b, uint32_t c, const char *s, unsigned len)
{
	if (c == '"' || c == '\\')
		buf_printf(b, "\\%c", (int)c);
	else if (utf8_acts(c)) /* NEL too: a line break to YAML, as U+2028 and U+2029 are */
		buf_printf(b, c < 0x100 ? "\\x%02x" : "\\u%04X", c);
	else
		buf_add(b, s, len);
}

/* Half a surrogate pair: libyaml takes neither its bytes nor its escape; as in the JSON form. */
static void put_text(struct yaml *y, const struct str *s, const struct way *at)
{
	bool broken = false;

	if (is_plain(s)) {
		buf_add(y->b, s->s, s->len);
		return;
	}
	buf_putc(y->b, '"');
	for (uint32_t i = 0; i < s->len;) {
		unsigned len = utf8_len(s->s + i, s->len - i);

		if (len)
			put_character(y->b, utf8_decode(s->s + i, len), s->s + i, len);
		else
			buf_puts(y->b, "\\uFFFD");
		broken |= !len;
		i += len ? len : 1;
	}
	buf_putc(y->b, '"');
	if (broken)
		incomplete(y, at, "YAML has no form of half a surrogate pair");
}

/* YAML 1.1 requires a point and a sign in the exponent: 1e-05 would be text, 1.0e-05 is a number. */
static void put_float(struct yaml *y, double f)
{
	struct buf text = { 0 };
	const char *e;

	if (isnan(f) || isinf(f)) {
		buf_puts(y->b, isnan(f) ? ".nan" : f < 0 ? "-.inf" : ".inf");
		return;
	}
	float_repr(&text, f);
	e = strchr(buf_str(&text), 'e');
	if (e && !memchr(text.s, '.', (size_t)(e - text.s)))
		buf_printf(y->b, "%.*s.0%s", (int)(e - text.s), text.s, e);
	else
		buf_add(y->b, text.s, text.n);
	buf_release(&text);
}

/* As in the JSON form, which YAML reads too. */
static void put_sourceless(struct yaml *y, struct value v, const struct way *at)
{
	struct buf why = { 0 };

	if (v.kind == VALUE_UNKNOWN)
		buf_puts(&why, why_text(v.as.cause ? v.as.cause->why : WHY_NONE));
	else
		buf_printf(&why, "YAML has no form of type %s", value_type_name(v));
	incomplete(y, at, buf_str(&why));
	value_json_text(y->b, v, false);
	buf_release(&why);
}

static void put_scalar(struct yaml *y, struct value v, const struct way *at)
{
	switch (v.kind) {
	case VALUE_NONE:
		buf_puts(y->b, "null");
		return;
	case VALUE_BOOL:
		buf_puts(y->b, v.as.b ? "true" : "false");
		return;
	case VALUE_INT:
		buf_printf(y->b, "%lld", (long long)v.as.i);
		return;
	case VALUE_BIGINT:
	case VALUE_DATE:
		buf_puts(y->b, v.as.s->s);
		return;
	case VALUE_FLOAT:
		put_float(y, v.as.f);
		return;
	case VALUE_STR:
		put_text(y, v.as.s, at);
		return;
	case VALUE_REF:
		value_json_text(y->b, v, false); /* its dotted name, quoted */
		return;
	default:
		put_sourceless(y, v, at);
	}
}

static bool is_listed(struct value v)
{
	return v.kind == VALUE_LIST || v.kind == VALUE_TUPLE || v.kind == VALUE_SET || v.kind == VALUE_FROZENSET;
}

/* A few scalars fit on one line: [0, 1, -54.0]. */
static bool is_short(struct value v)
{
	size_t width = 0;

	if ((v.kind != VALUE_LIST && v.kind != VALUE_TUPLE) || v.as.list->open || v.as.list->n > 16)
		return false;
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		struct value x = v.as.list->at[i].val;
		bool scalar = x.kind == VALUE_NONE || x.kind == VALUE_BOOL || x.kind == VALUE_INT ||
			      x.kind == VALUE_FLOAT || x.kind == VALUE_STR;

		if (!scalar || (v.as.list->at[i].flags & EF_MAYBE))
			return false;
		width += x.kind == VALUE_STR ? x.as.s->len + 2 : 4;
	}
	return width <= 60;
}

static bool is_block(struct value v)
{
	return v.kind == VALUE_DICT ? v.as.dict->count > 0 : is_listed(v) && v.as.list->n > 0 && !is_short(v);
}

static void put_short(struct yaml *y, struct value v, const struct way *at)
{
	buf_putc(y->b, '[');
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		buf_puts(y->b, i ? ", " : "");
		put_scalar(y, v.as.list->at[i].val, at);
	}
	buf_putc(y->b, ']');
}

static void new_line(struct yaml *y, unsigned indent)
{
	if (y->b->n >= 2 && memcmp(y->b->s + y->b->n - 2, "- ", 2) == 0)
		return; /* the first key or item goes behind the dash */
	if (y->b->n && y->b->s[y->b->n - 1] != '\n')
		buf_putc(y->b, '\n');
	for (unsigned i = 0; i < indent; i++)
		buf_putc(y->b, ' ');
}

static void doubt(struct yaml *y, const struct way *at, const char *why)
{
	buf_printf(y->b, "  # %s", why);
	incomplete(y, at, why);
}

/* A key is a scalar; YAML would read a tuple back as a list, which is no key. */
static void put_key(struct yaml *y, struct value key, const struct way *at)
{
	struct buf text = { 0 };

	if (key.kind < VALUE_BYTES && key.kind != VALUE_COMPLEX) {
		put_scalar(y, key, at);
		return;
	}
	op_str(&text, key);
	incomplete(y, at, "this key is no scalar");
	put_text(y, str_of(buf_str(&text), text.n), at);
	buf_release(&text);
}

static void put_dict(struct yaml *y, const struct dict *d, const struct way *at, unsigned indent)
{
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, d);
	while ((e = dict_next(&it))) {
		struct way way = way_to(at, e->key);

		new_line(y, indent);
		put_key(y, e->key, &way);
		buf_putc(y->b, ':');
		if (is_block(e->val) || e->val.kind == VALUE_SET || e->val.kind == VALUE_FROZENSET) {
			put(y, e->val, &way, indent + INDENT);
		} else {
			buf_putc(y->b, ' ');
			put(y, e->val, &way, indent + INDENT);
		}
		if (e->flags & EF_MAYBE)
			doubt(y, &way, "may or may not exist");
	}
}

static void put_items(struct yaml *y, struct value v, const struct way *at, unsigned indent)
{
	bool set = v.kind == VALUE_SET || v.kind == VALUE_FROZENSET;

	for (uint32_t i = 0; i < v.as.list->n; i++) {
		const struct item *item = &v.as.list->at[i];
		struct way way = way_to(at, value_int(i, (struct span){ 0 }));

		new_line(y, indent);
		buf_puts(y->b, set ? "? " : "- ");
		if (set)
			put_key(y, item->val, &way);
		else
			put(y, item->val, &way, indent + INDENT);
		if (item->flags & EF_MAYBE)
			doubt(y, &way, "may or may not exist");
	}
}

static void put(struct yaml *y, struct value v, const struct way *at, unsigned indent)
{
	bool set = v.kind == VALUE_SET || v.kind == VALUE_FROZENSET;

	if (at && at->depth >= DEPTH_MAX) {
		put_sourceless(y, value_unknown(&y->tmp, WHY_DEPTH, v.at, NULL), at);
		return;
	}
	if (set)
		buf_puts(y->b, v.as.list->n ? " !!set" : " !!set {}");
	else if (v.kind == VALUE_DICT && !v.as.dict->count)
		buf_puts(y->b, "{}");
	else if (is_listed(v) && !v.as.list->n)
		buf_puts(y->b, "[]");
	if (is_short(v) && v.as.list->n) {
		put_short(y, v, at);
		return;
	}
	if (v.kind == VALUE_DICT ? v.as.dict->open : is_listed(v) && v.as.list->open)
		doubt(y, at, "may have more, unknown items");
	if (v.kind == VALUE_DICT)
		put_dict(y, v.as.dict, at, indent);
	else if (is_listed(v))
		put_items(y, v, at, indent);
	else
		put_scalar(y, v, at);
}

bool value_yaml(struct buf *b, struct value config, struct buf *why)
{
	struct yaml y = { .b = b, .why = why, .complete = true };

	put(&y, config, NULL, 0);
	new_line(&y, 0);
	arena_release(&y.tmp);
	return y.complete;
}
