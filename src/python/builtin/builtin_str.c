// SPDX-License-Identifier: MIT
/* Methods of str that search, split and join. Positions count code points; the work is done on bytes.
 *
 * Example: 'a.b'.split('.')        ['a', 'b']
 *          'epoch_12.pth'.find('_')   5
 *          '-'.join(['a', unknown])   Unknown */
#include "base/utf8.h"
#include "python/builtin/priv.h"
#include "python/ops/seq.h"
#include "python/value/unicode.h"
#include "python/value/unicode_table.h"
#include <stdio.h>
#include <string.h>

/* Where in a text: find and rfind, strip, lstrip and rstrip. */
enum side { START = 1, END = 2, BOTH = START | END };
/* Result of a search without a match: find() and index(). */
enum unfound { MINUS_1, RAISES };

/* A range of the object's bytes. */
struct part {
	const char *s;
	size_t n;
};

static struct part whole(const struct call *c)
{
	return (struct part){ c->self.as.s->s, c->self.as.s->len };
}

static struct value text_of(struct eval *ev, struct part p, struct span at)
{
	return op_text(ev, p.s, p.n, at);
}

/* The optional start and end arguments (from argument i on) as a part; false: *why. empty: start is after the end. */
static bool bounded(struct eval *ev, const struct call *c, uint32_t i, struct part *p, bool *empty, struct value *why)
{
	int64_t lo = 0, hi = INT64_MAX;
	*p = whole(c);
	int64_t n = (int64_t)text_count(p->s, p->n);
	if (i < c->n && c->arg[i].kind != VALUE_NONE && !call_int(ev, c, c->arg[i], &lo, why))
		return false;
	if (i + 1 < c->n && c->arg[i + 1].kind != VALUE_NONE && !call_int(ev, c, c->arg[i + 1], &hi, why))
		return false;
	hi = hi > n ? n : hi < 0 ? (hi + n < 0 ? 0 : hi + n) : hi;
	lo = lo < 0 ? (lo + n < 0 ? 0 : lo + n) : lo;
	*empty = lo > hi;
	if (*empty)
		return true;
	size_t from = text_offset(p->s, p->n, (size_t)lo), to = text_offset(p->s, p->n, (size_t)hi);
	*p = (struct part){ p->s + from, to - from };
	return true;
}

static const char *find_last(struct part in, const struct str *what)
{
	for (size_t i = in.n + 1; i-- > what->len;)
		if (!memcmp(in.s + i - what->len, what->s, what->len))
			return in.s + i - what->len;
	return NULL;
}

static struct value find(struct eval *ev, const struct call *c, enum side from, enum unfound unfound)
{
	const struct str *what;
	struct part p;
	struct value why;
	bool empty;
	if (!call_text(ev, c, c->arg[0], "must be str", &what, &why) || !bounded(ev, c, 1, &p, &empty, &why))
		return why;
	const char *at = empty ? NULL : from == END ? find_last(p, what) : memmem(p.s, p.n, what->s, what->len);
	if (at)
		return value_int((int64_t)text_count(c->self.as.s->s, (size_t)(at - c->self.as.s->s)), c->at);
	return unfound == RAISES ? eval_raise(ev, "ValueError", c->at, "substring not found") : value_int(-1, c->at);
}

static struct value fn_str_find(struct eval *ev, const struct call *c)
{
	return find(ev, c, START, MINUS_1);
}

static struct value fn_str_rfind(struct eval *ev, const struct call *c)
{
	return find(ev, c, END, MINUS_1);
}

static struct value fn_str_index(struct eval *ev, const struct call *c)
{
	return find(ev, c, START, RAISES);
}

static struct value fn_str_rindex(struct eval *ev, const struct call *c)
{
	return find(ev, c, END, RAISES);
}

static struct value fn_str_count(struct eval *ev, const struct call *c)
{
	const struct str *what;
	struct part p;
	struct value why;
	bool empty;
	int64_t n = 0;
	if (!call_text(ev, c, c->arg[0], "must be str", &what, &why) || !bounded(ev, c, 1, &p, &empty, &why))
		return why;
	if (empty)
		return value_int(0, c->at);
	if (!what->len)
		return value_int((int64_t)text_count(p.s, p.n) + 1, c->at);
	for (const char *at; (at = memmem(p.s, p.n, what->s, what->len)); n++) {
		p.n -= (size_t)(at - p.s) + what->len;
		p.s = at + what->len;
	}
	return value_int(n, c->at);
}

static bool affix_is(struct part p, bool empty, const struct str *what, enum side side)
{
	return !empty && what->len <= p.n && !memcmp(side == END ? p.s + p.n - what->len : p.s, what->s, what->len);
}

static struct value affix(struct eval *ev, const struct call *c, const char *name, enum side side)
{
	struct part p;
	struct value why, v = c->arg[0];
	bool empty, found = false;
	char expected[80];
	const struct str *what;
	if (!bounded(ev, c, 1, &p, &empty, &why))
		return why;
	if (v.kind != VALUE_TUPLE) {
		snprintf(expected, sizeof expected, "%s first arg must be str or a tuple of str", name);
		return call_text(ev, c, v, expected, &what, &why) ? value_bool(affix_is(p, empty, what, side), c->at)
								  : why;
	}
	if (!list_is_sure(v.as.list))
		return op_unknown(ev, WHY_BRANCH, c->at);
	snprintf(expected, sizeof expected, "tuple for %s must only contain str", name);
	for (uint32_t i = 0; i < v.as.list->n && !found; i++) {
		if (!call_text(ev, c, v.as.list->at[i].val, expected, &what, &why))
			return why;
		found = affix_is(p, empty, what, side);
	}
	return value_bool(found, c->at);
}

static struct value fn_str_startswith(struct eval *ev, const struct call *c)
{
	return affix(ev, c, "startswith", START);
}

static struct value fn_str_endswith(struct eval *ev, const struct call *c)
{
	return affix(ev, c, "endswith", END);
}

static struct value without(struct eval *ev, const struct call *c, const char *name, enum side side)
{
	const struct str *what;
	struct value why;
	struct part p = whole(c);
	char expected[60];
	snprintf(expected, sizeof expected, "%s() argument must be str", name);
	if (!call_text(ev, c, c->arg[0], expected, &what, &why))
		return why;
	if (affix_is(p, false, what, side)) {
		p.n -= what->len;
		p.s += side == END ? 0 : what->len;
	}
	return text_of(ev, p, c->at);
}

static struct value fn_str_removeprefix(struct eval *ev, const struct call *c)
{
	return without(ev, c, "removeprefix", START);
}

static struct value fn_str_removesuffix(struct eval *ev, const struct call *c)
{
	return without(ev, c, "removesuffix", END);
}

/* Strips white space (chars NULL) or the characters of chars. */
static bool strippable(uint32_t ch, const struct str *chars)
{
	unsigned len;
	if (!chars)
		return text_is_space(ch);
	for (uint32_t i = 0; i < chars->len; i += len)
		if (text_decode(chars->s + i, chars->len - i, &len) == ch)
			return true;
	return false;
}

static size_t last_start(struct part p)
{
	size_t i = p.n - 1;
	while (i && !utf8_starts(p.s[i]))
		i--;
	return i;
}

static struct part stripped(struct part p, const struct str *chars, enum side side)
{
	unsigned len;
	while (side & START && p.n && strippable(text_decode(p.s, p.n, &len), chars)) {
		p.s += len;
		p.n -= len;
	}
	while (side & END && p.n && strippable(text_decode(p.s + last_start(p), p.n - last_start(p), &len), chars))
		p.n = last_start(p);
	return p;
}

static struct value strip(struct eval *ev, const struct call *c, const char *name, enum side side)
{
	const struct str *chars = NULL;
	struct value why;
	char expected[60];
	snprintf(expected, sizeof expected, "%s arg must be None or str", name);
	if (c->n && c->arg[0].kind != VALUE_NONE && !call_text(ev, c, c->arg[0], expected, &chars, &why))
		return why;
	if (chars && !op_spend(ev, (uint64_t)whole(c).n / 64 * chars->len / 64))
		return op_unknown(ev, WHY_FUEL, c->at);
	return text_of(ev, stripped(whole(c), chars, side), c->at);
}

static struct value fn_str_strip(struct eval *ev, const struct call *c)
{
	return strip(ev, c, "strip", BOTH);
}

static struct value fn_str_lstrip(struct eval *ev, const struct call *c)
{
	return strip(ev, c, "lstrip", START);
}

static struct value fn_str_rstrip(struct eval *ev, const struct call *c)
{
	return strip(ev, c, "rstrip", END);
}

static struct value fn_str_replace(struct eval *ev, const struct call *c)
{
	const struct str *from, *to;
	struct value why;
	int64_t left = -1;
	struct part p = whole(c);
	struct buf b = { 0 };
	if (!call_text(ev, c, c->arg[0], "replace() argument 1 must be str", &from, &why) ||
	    !call_text(ev, c, c->arg[1], "replace() argument 2 must be str", &to, &why) ||
	    (c->n > 2 && !call_int(ev, c, c->arg[2], &left, &why)))
		return why;
	for (bool first = true; left != 0 && b.n <= TEXT_MAX; left -= left > 0, first = false) {
		unsigned len = 0;
		const char *at = from->len ? memmem(p.s, p.n, from->s, from->len) : p.s;
		if (!at || (!from->len && !first && !p.n))
			break;
		if (!from->len && !first) { /* between all characters */
			text_decode(p.s, p.n, &len);
			at += len;
		}
		buf_add(&b, p.s, (size_t)(at - p.s));
		buf_add(&b, to->s, to->len);
		p.n -= (size_t)(at - p.s) + from->len;
		p.s = at + from->len;
	}
	buf_add(&b, p.s, p.n);
	return op_buf(ev, &b, c->at);
}

static struct value fn_str_join(struct eval *ev, const struct call *c)
{
	struct value why;
	struct buf b = { 0 };
	struct value from = eval_seen(ev, c->arg[0]);
	if (value_is_number(from) || from.kind == VALUE_NONE || from.kind == VALUE_FUNC)
		return eval_raise(ev, "TypeError", c->at, "can only join an iterable");
	const struct list *l = op_iterate(ev, from, c->at, &why);
	if (!l)
		return why;
	for (uint32_t i = 0; i < l->n; i++) {
		struct value v = l->at[i].val;
		if (v.kind != VALUE_STR) {
			buf_release(&b);
			if (v.kind == VALUE_UNKNOWN || op_opaque(v))
				return v.kind == VALUE_UNKNOWN ? op_blame(v, c->at) : op_unknown(ev, WHY_TYPE, c->at);
			return eval_raise(ev, "TypeError", c->at, "sequence item %u: expected str instance, %s found",
					  i, value_type_name(v));
		}
		if (i)
			buf_add(&b, c->self.as.s->s, c->self.as.s->len);
		buf_add(&b, v.as.s->s, v.as.s->len);
		if (b.n > TEXT_MAX)
			break;
	}
	return op_buf(ev, &b, c->at);
}

/* Splitting. */
struct splitter {
	struct eval *ev;
	struct list *out;
	struct span at;
};

static void push_part(struct splitter *s, const char *from, const char *to)
{
	list_push(s->ev->arena, s->out, op_text(s->ev, from, (size_t)(to - from), s->at), s->at);
}

static void split_space(struct splitter *s, struct part p, int64_t left)
{
	unsigned len;
	for (;;) {
		p = stripped(p, NULL, START);
		if (!p.n)
			return;
		const char *from = p.s;
		if (left-- == 0) { /* the rest unchanged */
			push_part(s, p.s, p.s + p.n);
			return;
		}
		while (p.n && !text_is_space(text_decode(p.s, p.n, &len))) {
			p.s += len;
			p.n -= len;
		}
		push_part(s, from, p.s);
	}
}

static void rsplit_space(struct splitter *s, struct part p, int64_t left)
{
	unsigned len;
	for (;;) {
		p = stripped(p, NULL, END);
		if (!p.n)
			return;
		const char *end = p.s + p.n;
		if (left-- == 0) {
			push_part(s, p.s, end);
			return;
		}
		while (p.n && !text_is_space(text_decode(p.s + last_start(p), p.n - last_start(p), &len)))
			p.n = last_start(p);
		push_part(s, p.s + p.n, end);
	}
}

static void split_text(struct splitter *s, struct part p, const struct str *sep, int64_t left, enum side from)
{
	for (; left != 0; left--) {
		const char *at = from == END ? find_last(p, sep) : memmem(p.s, p.n, sep->s, sep->len);
		if (!at)
			break;
		if (from == END) {
			push_part(s, at + sep->len, p.s + p.n);
			p.n = (size_t)(at - p.s);
		} else {
			push_part(s, p.s, at);
			p.n -= (size_t)(at - p.s) + sep->len;
			p.s = at + sep->len;
		}
	}
	push_part(s, p.s, p.s + p.n);
}

static struct value split(struct eval *ev, const struct call *c, enum side from)
{
	struct value out = value_list(ev->arena, VALUE_LIST, 0, c->at), why;
	struct value sep = call_arg(c, 0, "sep", value_none(c->at));
	int64_t left = -1;
	const struct str *text = NULL;
	struct splitter s = { ev, out.as.list, c->at };
	if (call_has(c, 1, "maxsplit") && !call_int(ev, c, call_arg(c, 1, "maxsplit", sep), &left, &why))
		return why;
	if (sep.kind != VALUE_NONE && !call_text(ev, c, sep, "must be str or None", &text, &why))
		return why;
	if (text && !text->len)
		return eval_raise(ev, "ValueError", c->at, "empty separator");
	if (!op_may_hold(ev, text ? c->self.as.s->len / text->len / 8 : c->self.as.s->len / 16, c->at, &why))
		return why;
	if (text)
		split_text(&s, whole(c), text, left < 0 ? INT64_MAX : left, from);
	else if (from == END)
		rsplit_space(&s, whole(c), left < 0 ? INT64_MAX : left);
	else
		split_space(&s, whole(c), left < 0 ? INT64_MAX : left);
	for (uint32_t i = 0; from == END && i < out.as.list->n / 2; i++) {
		struct item t = out.as.list->at[i];
		out.as.list->at[i] = out.as.list->at[out.as.list->n - 1 - i];
		out.as.list->at[out.as.list->n - 1 - i] = t;
	}
	return out.as.list->n > EVAL_ITEMS ? op_unknown(ev, WHY_FUEL, c->at) : out;
}

static struct value fn_str_split(struct eval *ev, const struct call *c)
{
	return split(ev, c, START);
}

static struct value fn_str_rsplit(struct eval *ev, const struct call *c)
{
	return split(ev, c, END);
}

static bool ends_line(uint32_t ch)
{
	return (ch >= 10 && ch <= 13) || (ch >= 0x1c && ch <= 0x1e) || ch == 0x85 || ch == 0x2028 || ch == 0x2029;
}

static struct value fn_str_splitlines(struct eval *ev, const struct call *c)
{
	struct value out = value_list(ev->arena, VALUE_LIST, 0, c->at);
	enum truth keep = value_truth(call_arg(c, 0, "keepends", value_none(c->at)));
	struct splitter s = { ev, out.as.list, c->at };
	struct part p = whole(c);
	const char *from = p.s, *end = p.s + p.n;
	for (const char *q = p.s; q < end;) {
		unsigned len;
		uint32_t ch = text_decode(q, (size_t)(end - q), &len);
		const char *next = q + len;
		if (ch == '\r' && next < end && *next == '\n')
			next++;
		if (ends_line(ch)) {
			push_part(&s, from, keep == TRUE3 ? next : q);
			from = next;
			q = next;
		} else {
			q += len;
		}
	}
	if (from < end)
		push_part(&s, from, end);
	return out.as.list->n > EVAL_ITEMS || keep == UNKNOWN3 ? op_unknown(ev, WHY_FUEL, c->at) : out;
}

static struct value partition(struct eval *ev, const struct call *c, enum side from)
{
	const struct str *sep;
	struct value why, out = value_list(ev->arena, VALUE_TUPLE, 3, c->at);
	struct splitter s = { ev, out.as.list, c->at };
	struct part p = whole(c);
	if (!call_text(ev, c, c->arg[0], "must be str", &sep, &why))
		return why;
	if (!sep->len)
		return eval_raise(ev, "ValueError", c->at, "empty separator");
	const char *end = p.s + p.n, *at = from == END ? find_last(p, sep) : memmem(p.s, p.n, sep->s, sep->len);
	if (at) {
		push_part(&s, p.s, at);
		push_part(&s, at, at + sep->len);
		push_part(&s, at + sep->len, end);
	} else {
		push_part(&s, p.s, from == END ? p.s : end);
		push_part(&s, p.s, p.s);
		push_part(&s, from == END ? p.s : end, end);
	}
	return out;
}

static struct value fn_str_partition(struct eval *ev, const struct call *c)
{
	return partition(ev, c, START);
}

static struct value fn_str_rpartition(struct eval *ev, const struct call *c)
{
	return partition(ev, c, END);
}

const struct builtin rows_str[] = {
	{ "str.count", 1, 3, 0, NULL, fn_str_count, "how often a text occurs" },
	{ "str.endswith", 1, 3, 0, NULL, fn_str_endswith, "whether it ends so" },
	{ "str.find", 1, 3, 0, NULL, fn_str_find, "first position or -1" },
	{ "str.index", 1, 3, 0, NULL, fn_str_index, "first position" },
	{ "str.join", 1, 1, 0, NULL, fn_str_join, "the items with this between them" },
	{ "str.lstrip", 0, 1, 0, NULL, fn_str_lstrip, "without white space at the start" },
	{ "str.partition", 1, 1, 0, NULL, fn_str_partition, "before, separator, after" },
	{ "str.removeprefix", 1, 1, 0, NULL, fn_str_removeprefix, "without a prefix" },
	{ "str.removesuffix", 1, 1, 0, NULL, fn_str_removesuffix, "without a suffix" },
	{ "str.replace", 2, 3, 0, NULL, fn_str_replace, "one text for another" },
	{ "str.rfind", 1, 3, 0, NULL, fn_str_rfind, "last position or -1" },
	{ "str.rindex", 1, 3, 0, NULL, fn_str_rindex, "last position" },
	{ "str.rpartition", 1, 1, 0, NULL, fn_str_rpartition, "partition from the end" },
	{ "str.rsplit", 0, 2, 0, "sep maxsplit", fn_str_rsplit, "split from the end" },
	{ "str.rstrip", 0, 1, 0, NULL, fn_str_rstrip, "without white space at the end" },
	{ "str.split", 0, 2, 0, "sep maxsplit", fn_str_split, "the parts between separators" },
	{ "str.splitlines", 0, 1, 0, "keepends", fn_str_splitlines, "the lines" },
	{ "str.startswith", 1, 3, 0, NULL, fn_str_startswith, "whether it starts so" },
	{ "str.strip", 0, 1, 0, NULL, fn_str_strip, "without white space at both ends" },
	{ 0 },
};
