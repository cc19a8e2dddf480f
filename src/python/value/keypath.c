// SPDX-License-Identifier: MIT
/* Key paths: parsing, printing, and lookup in frozen or unfrozen containers. A lookup never changes anything.
 *
 * Example: "data.train[0]"   parts 'data', 'train', 0
 *          keypath_get       found = 2 if train is there but empty; parent_at is the place of train */
#include "python/value/keypath.h"
#include "python/value/dict.h"
#include "python/value/print.h"
#include "python/value/repr.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KEYPATH_PARTS = 64 };

/* ---- text ---- */

struct reader {
	struct arena *a;
	const char *text, *at;
	struct value part[KEYPATH_PARTS];
	uint32_t n;
	struct err *e;
};

static bool malformed(struct reader *r, const char *what)
{
	err_set(r->e, ERR_USAGE, "%s in the key path '%.200s'", what, r->text);
	if (r->e)
		r->e->col = (uint32_t)(r->at - r->text) + 1;
	return false;
}

static bool add_part(struct reader *r, struct value v)
{
	if (r->n == KEYPATH_PARTS)
		return malformed(r, "too many parts");
	r->part[r->n++] = v;
	return true;
}

static bool read_quoted(struct reader *r)
{
	char quote = *r->at++;
	const char *end = strchr(r->at, quote);
	if (!end || end[1] != ']')
		return malformed(r, "unfinished [...]");
	struct value v = value_str(str_of(r->at, (size_t)(end - r->at)), (struct span){ 0 });
	r->at = end + 2;
	return add_part(r, v);
}

static bool read_bracket(struct reader *r)
{
	r->at++;
	if (*r->at == '\'' || *r->at == '"')
		return read_quoted(r);
	char *end;
	errno = 0;
	long long i = strtoll(r->at, &end, 10);
	if (end == r->at || errno || *end != ']')
		return malformed(r, "[...] that is neither a number nor a quoted key");
	r->at = end + 1;
	return add_part(r, value_int(i, (struct span){ 0 }));
}

static bool read_name(struct reader *r)
{
	size_t len = strcspn(r->at, ".[]'\" \t\n");
	if (!len)
		return malformed(r, "empty part");
	struct value v = value_str(str_of(r->at, len), (struct span){ 0 });
	r->at += len;
	return add_part(r, v);
}

bool keypath_parse(struct arena *a, const char *text, struct keypath *out, struct err *e)
{
	CHECK(a && text && out);
	struct reader r = { .a = a, .text = text, .at = text, .e = e };
	bool ok = *text == '[' || read_name(&r);
	while (ok && *r.at) {
		if (*r.at == '[') {
			ok = read_bracket(&r);
		} else if (*r.at == '.') {
			r.at++;
			ok = read_name(&r);
		} else {
			ok = malformed(&r, "unexpected character");
		}
	}
	if (!ok)
		return false;
	struct value *part = arena_array(a, struct value, r.n + 1);
	memcpy(part, r.part, r.n * sizeof *part);
	*out = (struct keypath){ part, r.n };
	return true;
}

void keypath_print(struct buf *b, struct keypath p)
{
	CHECK(p.part || !p.n);
	for (uint32_t i = 0; i < p.n; i++) {
		struct value v = p.part[i];
		if (v.kind == VALUE_STR && print_is_identifier(v.as.s)) {
			if (i)
				buf_putc(b, '.');
			buf_add(b, v.as.s->s, v.as.s->len);
			continue;
		}
		buf_putc(b, '[');
		if (!op_repr(b, v))
			buf_putc(b, '?');
		buf_putc(b, ']');
	}
}

const char *keypath_text(struct arena *a, struct keypath p)
{
	struct buf b = { 0 };
	keypath_print(&b, p);
	const char *text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

/* ---- comparing ---- */

bool keypath_under(struct keypath path, struct keypath prefix)
{
	CHECK((path.part || !path.n) && (prefix.part || !prefix.n));
	if (path.n < prefix.n)
		return false;
	for (uint32_t i = 0; i < prefix.n; i++)
		if (!key_same(path.part[i], prefix.part[i]))
			return false;
	return true;
}

bool keytext_under(const char *path, const char *prefix)
{
	size_t n = prefix ? strlen(prefix) : 0;

	return path && prefix && strncmp(path, prefix, n) == 0 && (!path[n] || path[n] == '.' || path[n] == '[');
}

bool keypath_same(struct keypath a, struct keypath b)
{
	return a.n == b.n && keypath_under(a, b);
}

struct keypath keypath_add(struct arena *a, struct keypath p, struct value part)
{
	CHECK(a && (p.part || !p.n));
	struct value *to = arena_array(a, struct value, p.n + 1);
	if (p.n)
		memcpy(to, p.part, p.n * sizeof *to);
	to[p.n] = part;
	return (struct keypath){ to, p.n + 1 };
}

/* ---- walking ---- */

static struct span place(struct span use, struct value v)
{
	return use.file ? use : v.at;
}

static bool step_dict(struct arena *a, struct slot *s, const struct dict *d, struct value key)
{
	const struct entry *e = value_hashable(key) ? dict_find(d, key) : NULL;
	const struct str *name = key.kind == VALUE_STR ? key.as.s : NULL;
	if (!e || (e->flags & EF_MAYBE)) {
		enum why why = e ? WHY_BRANCH : d->open ? WHY_BASE : WHY_ABSENT;
		struct span at = e ? place(e->use, e->val) : s->val.at;
		s->val = value_unknown_str(a, why, at, name);
		return false;
	}
	s->val = e->val;
	s->key = e->key.at;
	s->use = e->use;
	s->entry = e;
	return true;
}

/* A number for a list; digits in text count too, as on the training command line ("pipeline.0.type"). */
static bool list_index(struct value part, int64_t *i)
{
	if (part.kind == VALUE_INT) {
		*i = part.as.i;
		return true;
	}
	if (part.kind != VALUE_STR || !part.as.s->len || part.as.s->len > 9 ||
	    strspn(part.as.s->s, "0123456789") != part.as.s->len)
		return false;
	*i = atoi(part.as.s->s);
	return true;
}

static bool step_list(struct arena *a, struct slot *s, const struct list *l, struct value part)
{
	int64_t i;
	bool number = list_index(part, &i);
	if (number && i < 0 && !l->open)
		i += l->n;
	if (!number || i < 0 || i >= l->n || (l->at[i].flags & EF_MAYBE)) {
		s->val = value_unknown(a, number && l->open ? WHY_BASE : WHY_ABSENT, s->val.at, NULL);
		return false;
	}
	s->val = l->at[i].val;
	s->key = (struct span){ 0 };
	s->use = l->at[i].use;
	s->entry = NULL;
	return true;
}

/* Walks as far as it can. found: the number of existing parts; parent_at: the innermost place on the way, where a
 * missing key would be added. */
struct slot keypath_get(struct arena *a, struct value root, struct keypath p)
{
	CHECK(a && (p.part || !p.n));
	struct slot s = { .val = root };
	for (uint32_t i = 0; i < p.n; i++) {
		struct span parent = place(s.use, s.val);
		bool found = false;
		if (s.val.kind == VALUE_DICT)
			found = step_dict(a, &s, s.val.as.dict, p.part[i]);
		else if (s.val.kind == VALUE_LIST || s.val.kind == VALUE_TUPLE)
			found = step_list(a, &s, s.val.as.list, p.part[i]);
		else if (s.val.kind != VALUE_UNKNOWN)
			s.val = value_unknown_str(a, WHY_ABSENT, s.val.at,
						  p.part[i].kind == VALUE_STR ? p.part[i].as.s : NULL);
		if (parent.file)
			s.parent_at = parent;
		if (!found) {
			s.key = s.use = (struct span){ 0 };
			s.entry = NULL;
			return s;
		}
		s.found = i + 1;
	}
	return s;
}
