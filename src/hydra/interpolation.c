// SPDX-License-Identifier: MIT
/* Resolves interpolations by a walk over the tree. A node that is referred to is resolved at that moment, so chains
 * work in any order; their depth and the number of steps are limited.
 *
 * Invariant: the result has no text with `${`. Resolvers are Unknown, since programs register their own; the
 * environment is Unknown.
 *
 *	lr: 0.1, optim: {lr: ${lr}}		optim.lr is 0.1
 *	optim: {lr: ${.rate}, rate: 3}		optim.lr is 3
 *	out: ${oc.env:HOME}/x			Unknown */
#include "hydra/interpolation.h"
#include "hydra/hydra_file.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

enum { STEPS_MAX = 100000, CHAIN_MAX = 24, DEEP = 64 };
struct resolver {
	struct arena *a;
	struct value tree;
	struct hydra_danglings *out;
	uint32_t steps;
};
struct frame { /* a container on the way to a value */
	struct value in;
	const struct frame *up;
	struct keypath path; /* of `in` */
};

static struct value resolve_text(struct resolver *r, struct value v, const struct frame *f, struct keypath path,
				 unsigned chain);

static struct value unknown(struct resolver *r, enum why why, struct span at, const char *detail)
{
	return value_unknown(r->a, why, at, detail);
}

static bool has_interpolation(struct value v)
{
	return v.kind == VALUE_STR && strstr(v.as.s->s, "${");
}

/* ---- one key path ---- */

static bool is_key_char(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_' || c == '-' || c == '/' ||
	       c == '@' || c == '$';
}

/* The next part of "a.b[0]"; NULL: it can't be read. *p is moved behind it. */
static const char *next_part(struct resolver *r, const char **p)
{
	const char *s = *p;
	bool index = *s == '[';
	size_t n;

	if (index) {
		n = strcspn(++s, "]");
		*p = s + n + (s[n] == ']');
		return s[n] ? arena_strndup(r->a, s, n) : NULL;
	}
	s += *s == '.';
	for (n = 0; is_key_char(s[n]); n++)
		;
	*p = s + n;
	return n && (!s[n] || s[n] == '.' || s[n] == '[') ? arena_strndup(r->a, s, n) : NULL;
}

static struct value key_of(struct value in, const char *part)
{
	const struct str *text = str_lit(part);
	struct value number = hydra_scalar(text, in.at);
	bool as_number = number.kind == VALUE_INT &&
			 (in.kind == VALUE_LIST || (in.kind == VALUE_DICT && !dict_find_str(in.as.dict, text)));

	return as_number ? number : value_str(text, in.at);
}

/* absent: it is certain that there is no such key. */
static struct value child(struct value in, struct value key, bool *absent)
{
	const struct entry *e = in.kind == VALUE_DICT ? dict_find(in.as.dict, key) : NULL;

	*absent = false;
	if (e)
		return e->flags & EF_MAYBE ? (struct value){ 0 } : e->val;
	if (in.kind == VALUE_LIST && key.kind == VALUE_INT && key.as.i >= 0 && key.as.i < in.as.list->n)
		return in.as.list->at[key.as.i].val;
	*absent = in.kind == VALUE_DICT && !in.as.dict->open;
	return (struct value){ 0 };
}

static void note_absent(struct resolver *r, const char *key, const char *full, struct value v, struct keypath path)
{
	if (!r->out)
		return;
	vec_push(r->out, ((struct hydra_dangling){ keypath_text(r->a, path), key, full, v.at }));
}

/* Where the path of an interpolation starts: dots in front mean the container of the value, and those around it. */
static const struct frame *start_of(const struct frame *f, const char **key)
{
	unsigned dots = (unsigned)strspn(*key, ".");

	*key += dots;
	if (!dots)
		while (f->up)
			f = f->up;
	for (; dots > 1 && f; dots--)
		f = f->up;
	return f;
}

static struct value look_up(struct resolver *r, const char *key, struct value v, const struct frame *f,
			    struct keypath path, unsigned chain)
{
	const struct frame *at = start_of(f, &key);
	struct frame frames[DEEP];
	bool absent = false;

	if (!at)
		return unknown(r, WHY_NONE, v.at, NULL);
	if (!at->up && !strncmp(key, "hydra", 5) && (!key[5] || key[5] == '.'))
		return unknown(r, WHY_BASE, v.at, "hydra");
	for (unsigned depth = 0; *key || !depth; depth++) {
		const char *p = key, *part = depth < DEEP && r->steps++ < STEPS_MAX ? next_part(r, &p) : NULL;
		struct value k = part ? key_of(at->in, part) : (struct value){ 0 };
		struct value next = part ? child(at->in, k, &absent) : (struct value){ 0 };

		if (!part)
			return unknown(r, WHY_TYPE, v.at, NULL);
		struct keypath full = keypath_add(r->a, at->path, k);

		if (absent) {
			if (!chain)
				note_absent(r, part, keypath_text(r->a, full), v, path);
			return unknown(r, WHY_ABSENT, v.at, part);
		}
		if (has_interpolation(next))
			next = resolve_text(r, next, at, full, chain + 1);
		if (next.kind == VALUE_UNKNOWN)
			return next.as.cause ? next : unknown(r, WHY_BASE, v.at, part);
		frames[depth] = (struct frame){ next, at, full };
		at = &frames[depth];
		key = p;
	}
	return at->in;
}

/* ---- texts ---- */

/* The end of the interpolation that begins at s ("${"); NULL: it is not closed. */
static const char *end_of(const char *s)
{
	unsigned open = 0;

	for (; *s; s++) {
		open += *s == '{';
		if (*s == '}' && --open == 0)
			return s + 1;
	}
	return NULL;
}

static const char *trimmed(struct resolver *r, const char *s, size_t n)
{
	while (n && *s == ' ') {
		s++;
		n--;
	}
	while (n && s[n - 1] == ' ')
		n--;
	return arena_strndup(r->a, s, n);
}

/* `oc.select:key` and `oc.select:key,default`: the value of the key, which may be missing
 * (omegaconf/resolvers/oc/__init__.py, select). Defaults in quotes or brackets are Unknown. */
static struct value selected(struct resolver *r, const char *args, struct value v, const struct frame *f,
			     struct keypath path, unsigned chain)
{
	size_t n = strcspn(args, ",");
	const char *key = trimmed(r, args, n), *other = args[n] ? trimmed(r, args + n + 1, strlen(args + n + 1)) : NULL;

	if (strpbrk(args, "${}[]'\"\\") || (other && strchr(other, ',')) || !*key)
		return unknown(r, WHY_CALL, v.at, "oc.select");
	/* one level down, it makes no finding if the key is absent */
	struct value found = look_up(r, key, v, f, path, chain + 1);
	bool missing = found.kind == VALUE_STR && !strcmp(found.as.s->s, "???");

	if (found.kind == VALUE_UNKNOWN ? !(found.as.cause && found.as.cause->why == WHY_ABSENT) : !missing)
		return found;
	return other ? hydra_scalar(str_lit(other), v.at) : value_none(v.at);
}

/* The text between the braces. */
static struct value resolve_one(struct resolver *r, const char *inner, struct value v, const struct frame *f,
				struct keypath path, unsigned chain)
{
	size_t n = strcspn(inner, ":");

	if (!strncmp(inner, "oc.select:", 10))
		return selected(r, inner + 10, v, f, path, chain);
	if (!strncmp(inner, "oc.env:", 7))
		return unknown(r, WHY_ENV, v.at, arena_strndup(r->a, inner + 7, strcspn(inner + 7, ",")));
	if (inner[n])
		return unknown(r, WHY_CALL, v.at, arena_strndup(r->a, inner, n));
	if (strstr(inner, "${"))
		return unknown(r, WHY_TYPE, v.at, NULL);
	return look_up(r, inner, v, f, path, chain);
}

static struct value joined(struct resolver *r, struct value v, const struct frame *f, struct keypath path,
			   unsigned chain)
{
	struct buf b = { 0 };
	struct value lost = { 0 };
	bool good = true;

	for (const char *s = v.as.s->s; *s && good;) {
		const char *end = s[0] == '$' && s[1] == '{' ? end_of(s) : NULL;

		if (s[0] == '\\' && s[1] == '$') {
			buf_putc(&b, s[1]);
			s += 2;
			continue;
		}
		if (!end) {
			buf_putc(&b, *s++);
			continue;
		}
		struct value one = resolve_one(r, arena_strndup(r->a, s + 2, (size_t)(end - s - 3)), v, f, path, chain);

		good = one.kind != VALUE_UNKNOWN && op_str(&b, one);
		lost = good ? lost : one;
		s = end;
	}
	struct value out = good						 ? value_str(str_of(buf_str(&b), b.n), v.at)
			   : lost.kind == VALUE_UNKNOWN && lost.as.cause ? lost
									 : unknown(r, WHY_NONE, v.at, NULL);

	buf_release(&b);
	return out;
}

/* path: of the value itself; f: the containers around it. */
static struct value resolve_text(struct resolver *r, struct value v, const struct frame *f, struct keypath path,
				 unsigned chain)
{
	const char *s = v.as.s->s, *end = s[0] == '$' && s[1] == '{' ? end_of(s) : NULL;

	if (chain > CHAIN_MAX || r->steps++ >= STEPS_MAX)
		return unknown(r, WHY_DEPTH, v.at, NULL);
	if (end && !*end)
		return resolve_one(r, arena_strndup(r->a, s + 2, strlen(s) - 3), v, f, path, chain);
	return joined(r, v, f, path, chain);
}

/* ---- the tree ---- */

static struct value resolve_in(struct resolver *r, struct value v, const struct frame *up, struct keypath path,
			       unsigned depth);

static struct value resolve_value(struct resolver *r, struct value v, const struct frame *f, struct keypath path,
				  unsigned depth)
{
	struct value out = has_interpolation(v) ? resolve_text(r, v, f, path, 0) : resolve_in(r, v, f, path, depth + 1);

	/* one text, many places: the value stands where the interpolation does */
	if (has_interpolation(v) && out.kind != VALUE_UNKNOWN) {
		out = value_container(out) ? unknown(r, WHY_BASE, v.at, NULL) : out;
		out.at = v.at;
	}
	return out;
}

static struct value resolve_in(struct resolver *r, struct value v, const struct frame *up, struct keypath path,
			       unsigned depth)
{
	struct frame f = { v, up, path };
	struct value out;
	struct dict_iter it;

	if ((v.kind != VALUE_DICT && v.kind != VALUE_LIST) || depth > DEEP)
		return v;
	out = v.kind == VALUE_DICT ? value_dict(r->a, v.at) : value_list(r->a, VALUE_LIST, v.as.list->n, v.at);
	if (v.kind == VALUE_DICT) {
		out.as.dict->open = v.as.dict->open;
		dict_begin(&it, v.as.dict);
		for (const struct entry *e; (e = dict_next(&it)) && r->steps++ < STEPS_MAX;)
			dict_put(r->a, out.as.dict, e->key,
				 resolve_value(r, e->val, &f, keypath_add(r->a, path, e->key), depth), e->use);
	}
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n && r->steps++ < STEPS_MAX; i++)
		list_push(r->a, out.as.list,
			  resolve_value(r, v.as.list->at[i].val, &f, keypath_add(r->a, path, value_int(i, v.at)),
					depth),
			  v.as.list->at[i].use);
	return out;
}

struct value hydra_resolved(struct arena *a, struct value tree, struct hydra_danglings *out)
{
	struct resolver r = { .a = a, .tree = tree, .out = out };
	struct value v = resolve_in(&r, tree, NULL, (struct keypath){ 0 }, 0);

	return r.steps >= STEPS_MAX ? (struct value){ 0 } : v;
}
