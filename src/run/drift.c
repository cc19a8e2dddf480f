// SPDX-License-Identifier: MIT
/* Compares two configs and classifies the keys that differ by the patterns of rules/drift.yaml.
 *
 * Invariant: a value that is unknown on either side is counted as unknown and never reported as a difference;
 * neither are values that only differ in form (2 and 2.0, or two roots of the same path).
 *
 *   then optimizer.lr = 0.1, now 0.01                   a difference
 *   then data_root = '/a/data/coco', now '/b/data/coco' none: only the root differs
 *   then work_dir = 'x', now 'y'                        none, if rules/drift.yaml lists the key as one of the run's
 * place */
#include "run/drift.h"
#include "python/value/repr.h"
#include "spec/compiled.h"
#include "spec/read.h"
#include <string.h>

/* ---- rules/drift.yaml */

static bool read_kind(struct yread *y, const char *word, const struct ynode *n, struct drift_kind *out)
{
	static const char *const keys[] = { "other_work", "memory", "keys" };
	const struct ynode *other = yaml_get(n, "other_work"), *memory = yaml_get(n, "memory");

	out->word = word;
	return yread_keys(y, n, keys, ARRAY_SIZE(keys), word) &&
	       (!other || yread_bool(y, other, "other_work", &out->other_work)) &&
	       (!memory || yread_bool(y, memory, "memory", &out->memory)) &&
	       yread_texts(y, yaml_get(n, "keys"), "keys", &out->key, &out->n);
}

static bool read_words(struct yread *y, const struct ynode *doc, struct drift_words *out)
{
	static const char *const keys[] = { "left_out", "ways", "kinds" };
	const struct ynode *kinds = yaml_get(doc, "kinds");

	if (!yread_keys(y, doc, keys, ARRAY_SIZE(keys), "drift") || !yread_map(y, kinds, "kinds") ||
	    !yread_texts(y, yaml_get(doc, "left_out"), "left_out", &out->left_out, &out->nleft_out) ||
	    !yread_texts(y, yaml_get(doc, "ways"), "ways", &out->way, &out->nways))
		return false;
	out->kind = arena_array(y->a, struct drift_kind, kinds->n + 1);
	for (uint32_t i = 0; i < kinds->n; i++)
		if (!read_kind(y, kinds->key[i]->text->s, kinds->kid[i], &out->kind[out->n++]))
			return false;
	return true;
}

const struct drift_words *drift_words_load(struct arena *a)
{
	struct source none = { .path = "rules/drift.yaml", .bytes = "" };
	struct err e = { 0 };
	struct yread y = { .a = a, .src = &none, .e = &e };
	struct drift_words *w = arena_new(a, struct drift_words);

	if (!read_words(&y, embedded_find(a, "drift.yaml"), w))
		BUG("%s", e.msg);
	return w;
}

/* ---- which list contains a key */

static bool is_part(struct value part, const char *word, size_t n)
{
	return part.kind == VALUE_STR && part.as.s->len == n && !memcmp(part.as.s->s, word, n);
}

/* Whether the pattern matches this path from its part i on, or a path above it. */
static bool means(const char *pattern, struct keypath p, uint32_t i)
{
	size_t n = strcspn(pattern, ".");
	const char *rest = pattern + n + (pattern[n] == '.');

	if (!*pattern)
		return true;
	if (n == 2 && !strncmp(pattern, "**", n)) {
		for (; i <= p.n; i++)
			if (means(rest, p, i))
				return true;
		return false;
	}
	return i < p.n && ((n == 1 && *pattern == '*') || is_part(p.part[i], pattern, n)) && means(rest, p, i + 1);
}

static bool listed(const char *const *key, uint32_t n, struct keypath p)
{
	for (uint32_t i = 0; i < n; i++)
		if (means(key[i], p, 0))
			return true;
	return false;
}

static const struct drift_kind *kind_of(const struct drift_words *w, struct keypath p)
{
	for (uint32_t i = 0; i < w->n && !listed(w->way, w->nways, p); i++)
		if (listed(w->kind[i].key, w->kind[i].n, p))
			return &w->kind[i];
	return NULL;
}

/* ---- equal values */

static bool is_root(const char *s, size_t n)
{
	return n == 0 || *s == '/' || *s == '~' || *s == '.' || (n > 1 && s[1] == ':');
}

static size_t length_of(const struct str *path)
{
	size_t n = path->len;

	while (n > 1 && path->s[n - 1] == '/')
		n--;
	return n;
}

/* Both paths end in at least the same two parts, or one is the end of the other: the roots of machines before them
 * may differ. */
static bool same_but_root(const struct str *x, const struct str *y)
{
	size_t n = length_of(x), m = length_of(y), from = 0;
	unsigned parts = 0;

	if (!memchr(x->s, '/', x->len) || !memchr(y->s, '/', y->len))
		return false;
	for (size_t k = 1; k <= n && k <= m && x->s[n - k] == y->s[m - k]; k++)
		if ((k == n || x->s[n - k - 1] == '/') && (k == m || y->s[m - k - 1] == '/')) {
			from = k;
			parts++;
		}
	return (parts > 1 || (from && (from == n || from == m))) && is_root(x->s, n - from) && is_root(y->s, m - from);
}

/* A value that a dump writes as configs have it: not a class, which becomes its name there. */
static bool is_plain(struct value v)
{
	return v.kind != VALUE_UNKNOWN && v.kind < VALUE_REF;
}

static bool is_unknown(const struct change *c)
{
	if (c->kind != CHANGE_VALUE)
		return false;
	return !is_plain(c->before) || !is_plain(c->after) ||
	       (c->before.kind == c->after.kind && (c->before.kind == VALUE_DICT || value_is_listlike(c->before)));
}

/* 2 and 2.0 */
static bool same_number(struct value x, struct value y)
{
	return value_is_number(x) && value_is_number(y) && x.kind != VALUE_BOOL && y.kind != VALUE_BOOL &&
	       value_number(x) == value_number(y);
}

static bool is_none(const struct drift_words *w, const struct change *c)
{
	return c->kind == CHANGE_ORDER || listed(w->left_out, w->nleft_out, c->path) ||
	       same_number(c->before, c->after) ||
	       (c->before.kind == VALUE_STR && c->after.kind == VALUE_STR &&
		same_but_root(c->before.as.s, c->after.as.s));
}

void drifts_find(struct arena *a, const struct drift_words *w, struct value then, struct value now, struct drifts *out)
{
	struct changes all = { 0 };

	*out = (struct drifts){ 0 };
	config_diff(a, then, now, &all);
	for (size_t i = 0; i < all.n; i++) {
		struct drift d = { all.at[i], NULL };

		if (is_none(w, &d.change))
			continue;
		if (is_unknown(&d.change)) {
			out->unknown++;
			continue;
		}
		d.kind = kind_of(w, d.change.path);
		if (d.kind && d.kind->other_work && !out->other_work) {
			struct drift *copy = arena_new(a, struct drift);

			*copy = d;
			out->other_work = copy;
		}
		if (out->list.n == DRIFTS_MOST)
			out->more++;
		else
			vec_push(&out->list, d);
	}
	vec_release(&all);
}

void drifts_release(struct drifts *d)
{
	vec_release(&d->list);
}

const char *drift_text(struct arena *a, struct value v)
{
	enum { MOST = 40 };
	struct buf b = { 0 };
	const char *text;

	if (!op_repr(&b, v) || b.n > MOST)
		buf_clear(&b);
	text = arena_strdup(a, b.n ? buf_str(&b) : "...");
	buf_release(&b);
	return text;
}
