// SPDX-License-Identifier: MIT
/* A parser for option values, after DictAction._parse_iterable: quotes at both ends and all spaces are removed
 * first; brackets are balanced by counting. Depth is bounded. The options become one nested dict, which is merged.
 *
 * Example: "a.b=[1,2]"    {'a': {'b': [1, 2]}}
 *          "a=True,x"     {'a': [True, 'x']}
 *          "a=1e-3"       {'a': 0.001} */
#include "config/options.h"
#include "config/merge.h"
#include "config/priv.h"
#include "python/value/dict.h"
#include "python/value/unicode.h"
#include "python/value/copy.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { OPTION_DEPTH = 64 };

struct option {
	struct arena *a;
	struct span at;
	const char *why;
};

/* v.strip('\'\"').replace(' ', '') */
static char *tidy(struct arena *a, const char *s, size_t n)
{
	while (n && (*s == '\'' || *s == '"'))
		s++, n--;
	while (n && (s[n - 1] == '\'' || s[n - 1] == '"'))
		n--;
	char *out = arena_strndup(a, s, n), *to = out;
	for (size_t i = 0; i < n; i++)
		if (s[i] != ' ')
			*to++ = s[i];
	*to = '\0';
	return out;
}

/* underscores stand between digits only, as in Python */
static bool underscores_ok(const char *s)
{
	for (const char *p = s; *p; p++)
		if (*p == '_' && (p == s || !strchr("0123456789", p[-1]) || !p[1] || !strchr("0123456789", p[1])))
			return false;
	return true;
}

static bool number(struct option *o, const char *text, struct value *out)
{
	struct buf ascii = { 0 };
	text_number(&ascii, text, strlen(text));
	const char *s = arena_strdup(o->a, buf_str(&ascii));
	buf_release(&ascii);
	size_t digits = strspn(s + (*s == '+' || *s == '-'), "0123456789_");
	const char *body = s + (*s == '+' || *s == '-');
	if (!underscores_ok(s) || !*body)
		return false;
	char *plain = arena_strdup(o->a, s), *to = plain, *end;
	for (const char *p = s; *p; p++)
		if (*p != '_')
			*to++ = *p;
	*to = '\0';
	errno = 0;
	if (!body[digits] && digits) {
		long long i = strtoll(plain, NULL, 10);
		*out = errno ? (struct value){ .kind = VALUE_BIGINT, .at = o->at, .as.s = str_lit(plain) }
			     : value_int(i, o->at);
		return true;
	}
	bool word = !strcasecmp(body, "inf") || !strcasecmp(body, "infinity") || !strcasecmp(body, "nan");
	if (!word && strspn(body, "0123456789.eE+-_") != strlen(body))
		return false;
	double f = strtod(plain, &end);
	if (*end || end == plain)
		return false;
	*out = value_float(f, o->at);
	return true;
}

static void scalar(struct option *o, const char *s, struct value *out)
{
	if (number(o, s, out))
		return;
	if (!strcasecmp(s, "true") || !strcasecmp(s, "false"))
		*out = value_bool(*s == 't' || *s == 'T', o->at);
	else if (!strcmp(s, "None"))
		*out = value_none(o->at);
	else
		*out = value_text(s, o->at);
}

/* end of the first element: the next comma outside ( ) and [ ]; SIZE_MAX: unbalanced */
static size_t element_end(const char *s)
{
	int round = 0, square = 0, all_round = 0, all_square = 0;
	for (const char *p = s; *p; p++) {
		all_round += (*p == '(') - (*p == ')');
		all_square += (*p == '[') - (*p == ']');
	}
	if (all_round || all_square)
		return SIZE_MAX;
	for (const char *p = s; *p; p++) {
		if (*p == ',' && !round && !square)
			return (size_t)(p - s);
		round += (*p == '(') - (*p == ')');
		square += (*p == '[') - (*p == ']');
	}
	return strlen(s);
}

static bool parse(struct option *o, const char *text, size_t n, struct value *out, unsigned depth);

static bool elements(struct option *o, const char *s, struct value list, unsigned depth)
{
	while (*s) {
		size_t n = element_end(s);
		if (n == SIZE_MAX) {
			o->why = arena_printf(o->a, "AssertionError: Imbalanced brackets exist in %s", s);
			return false;
		}
		struct value v;
		if (!parse(o, s, n, &v, depth + 1))
			return false;
		list_push(o->a, list.as.list, v, o->at);
		s += n + (s[n] == ',');
	}
	return true;
}

static bool parse(struct option *o, const char *text, size_t n, struct value *out, unsigned depth)
{
	char *s = tidy(o->a, text, n);
	size_t len = strlen(s);
	bool tuple = len >= 2 && s[0] == '(' && s[len - 1] == ')', list = len >= 2 && s[0] == '[' && s[len - 1] == ']';
	if (!tuple && !list && !strchr(s, ',')) {
		scalar(o, s, out);
		return true;
	}
	if (depth > OPTION_DEPTH || (!tuple && !list && element_end(s) == len && depth)) {
		o->why = "RecursionError: maximum recursion depth exceeded";
		return false;
	}
	if (tuple || list) {
		s[len - 1] = '\0';
		s++;
	}
	*out = value_list(o->a, tuple ? VALUE_TUPLE : VALUE_LIST, 4, o->at);
	if (!tuple && !list && element_end(s) == len) { /* a comma inside brackets that do not enclose the whole
							 * text: f(1,2) */
		o->why = "RecursionError: maximum recursion depth exceeded";
		return false;
	}
	return elements(o, s, *out, depth);
}

bool option_value(struct arena *a, const char *text, struct span at, struct value *out, const char **why)
{
	struct option o = { .a = a, .at = at };
	bool ok = parse(&o, text, strlen(text), out, 0);
	*why = o.why;
	return ok;
}

struct parsed_option { /* NAME=VALUE */
	const char *name;
	size_t len;
	struct value val;
	struct span at; /* of the whole option */
};

/* the exception of d[key] = v (last) or d.setdefault(key, ...) if an earlier option set d to a non-dict */
static const char *no_dict(struct arena *a, struct value d, bool last)
{
	if (!last)
		return arena_printf(a, "AttributeError: '%s' object has no attribute 'setdefault'", value_type_name(d));
	if (d.kind == VALUE_LIST)
		return "TypeError: list indices must be integers or slices, not str";
	return arena_printf(a, "TypeError: '%s' object does not support item assignment", value_type_name(d));
}

/* d[name] = val in nested dicts, split at every dot */
static bool put_option(struct arena *a, struct value d, const struct parsed_option *o, struct value v, const char **why)
{
	struct value key;
	uint32_t len = (uint32_t)o->len, name_end = len < o->at.hi - o->at.lo ? o->at.lo + len : o->at.hi;
	for (const char *p = o->name, *end = o->name + o->len;;) {
		size_t n = 0;
		while (p + n < end && p[n] != '.')
			n++;
		key = value_str(str_of(p, n), (struct span){ o->at.file, o->at.lo, name_end });
		if (p + n == end)
			break;
		const struct entry *e = dict_find(d.as.dict, key);
		struct value next = e ? e->val : value_dict(a, o->at);
		if (next.kind != VALUE_DICT)
			return *why = no_dict(a, next, !memchr(p + n + 1, '.', (size_t)(end - (p + n + 1)))), false;
		if (!e)
			dict_put(a, d.as.dict, key, next, o->at);
		d = next;
		p += n + 1;
	}
	dict_put(a, d.as.dict, key, v, v.at);
	return true;
}

static bool same_name(const struct parsed_option *x, const struct parsed_option *y)
{
	return x->len == y->len && !memcmp(x->name, y->name, x->len);
}

/* The options are items of one dict first: an option given twice stays at its first position and has its last value.
 * */
static bool put_all(struct arena *a, struct value root, const struct parsed_option *o, size_t n, const char **why)
{
	for (size_t i = 0; i < n; i++) {
		size_t first = 0, last = n - 1;
		while (!same_name(&o[first], &o[i]))
			first++;
		while (!same_name(&o[last], &o[i]))
			last--;
		if (first == i && !put_option(a, root, &o[i], o[last].val, why))
			return false;
	}
	return true;
}

bool options_dict(struct arena *a, const struct option_given *options, uint32_t n, uint32_t skip, struct value *out,
		  const char **why)
{
	uint32_t taken = 0;
	struct parsed_option *all = arena_array(a, struct parsed_option, n + 1u);
	*out = value_dict(a, n ? (struct span){ options[0].at.file, 0, 0 } : (struct span){ 0 });
	for (uint32_t i = 0; i < n; i++) {
		struct span at = options[i].at, place = at;
		const char *eq = strchr(options[i].text, '=');
		struct parsed_option *o = &all[taken];
		*o = (struct parsed_option){ .name = options[i].text,
					     .len = eq ? (size_t)(eq - options[i].text) : strlen(options[i].text),
					     .at = at };
		if (!eq)
			return *why = "ValueError: not enough values to unpack (expected 2, got 1)", false;
		if (strlen(options[i].text) == at.hi - at.lo) /* else the source has other words: "a=1", $OPTION */
			place.lo = at.lo + (uint32_t)o->len + 1;
		if (!option_value(a, eq + 1, place, &o->val, why))
			return false;
		o->val.at = place;
		taken += i >= skip;
	}
	return put_all(a, *out, all, taken, why);
}

bool options_merge(struct arena *a, const struct option_given *o, uint32_t n, uint32_t skip, struct value *merged,
		   const char **why)
{
	struct value own;
	struct merge_error err = { 0 };
	if (!options_dict(a, o, n, skip, &own, why))
		return false;
	if (!inherit_merge(a, *merged, value_freeze(a, own), true, &own, &err))
		return *why = arena_printf(a, "%s: %s", err.type, err.msg), false;
	*merged = value_freeze(a, own);
	return true;
}

void options_apply(struct unit *u)
{
	uint32_t n = 0, at = 0;
	const char *const *all = u->g->opts.cfg_options, *why = NULL;
	if (!u->g->option_source || !u->m.requested || u->m.state != MODULE_OK)
		return;
	while (all[n])
		n++;
	struct option_given *given = arena_array(u->a, struct option_given, n + 1u);
	for (uint32_t i = 0; i < n; i++) { /* they are a source of their own, one a line */
		uint32_t len = (uint32_t)strlen(all[i]);
		given[i] = (struct option_given){ all[i], { u->g->option_source, at, at + len } };
		at += len + 1;
	}
	uint32_t forgotten = u->style->last_options ? u->g->opts.cfg_options_last : 0;
	if (!options_merge(u->a, given, n, forgotten, &u->m.merged, &why))
		unit_refuse(u, NOTE_RAISES, unit_whole(u), arena_printf(u->a, "--cfg-options: %s", why));
}
