// SPDX-License-Identifier: MIT
/* Effective configs as JSON: one encoding for every value that a config can hold, described in docs/json.md. Unknown
 * values are written as unknown; a container with unknown contents is unknown as a whole.
 *
 *	dict(a=(1, inf), b={2: None})	{"a": [1, "inf"], "b": {"2": null}} */
#include "report/value_json.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "report/report.h"
#include "text/jwrite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

VEC(taken_names, const struct str *);

static void put(struct jwrite *at, struct value v);

static void put_unknown(struct jwrite *at, const struct cause *c)
{
	struct jwrite o = jwrite_object(at, NULL, false);
	struct buf why = { 0 };

	buf_puts(&why, why_text(c ? c->why : WHY_NONE));
	if (c && c->detail)
		buf_printf(&why, ": %s", c->detail->s);
	jwrite_text(&o, "__unknown__", buf_str(&why));
	jwrite_end(&o);
	buf_release(&why);
}

/* {"__repr__": TYPE, KEY: TEXT} */
static void put_object(struct jwrite *at, const char *type, const char *key, const char *text, size_t n)
{
	struct jwrite o = jwrite_object(at, NULL, false);

	jwrite_text(&o, "__repr__", type);
	if (text)
		jwrite_bytes(&o, key, text, n);
	jwrite_end(&o);
}

static void put_repr(struct jwrite *at, struct value v)
{
	struct buf repr = { 0 };
	bool known = op_repr(&repr, v);

	put_object(at, value_type_name(v), "value", known ? buf_str(&repr) : NULL, repr.n);
	buf_release(&repr);
}

static void put_float(struct jwrite *at, double f)
{
	if (isnan(f))
		jwrite_text(at, NULL, "nan");
	else if (isinf(f))
		jwrite_text(at, NULL, f < 0 ? "-inf" : "inf");
	else
		float_repr(at->b, f);
}

/* An imported name, as MMEngine writes lazily imported objects: module.name; a bare module counts as its own attribute.
 */
static void put_ref(struct jwrite *at, const struct ref *r)
{
	struct buf text = { 0 };
	const struct str *last = r->name ? r->name : r->module;

	buf_printf(&text, "%s.%s", r->module->s, last->s);
	jwrite_text(at, NULL, buf_str(&text));
	buf_release(&text);
}

/* --- containers */
static bool list_is_sure(const struct list *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].flags & EF_MAYBE)
			return false;
	return !l->open;
}

static void put_item(struct jwrite *list, struct value v)
{
	struct jwrite at = jwrite_place(list, NULL, 0);

	put(&at, v);
}

static void put_list(struct jwrite *at, const struct list *l)
{
	struct jwrite list;

	if (!list_is_sure(l)) {
		put_unknown(at, NULL);
		return;
	}
	list = jwrite_list(at, NULL, at->lines);
	for (uint32_t i = 0; i < l->n; i++)
		put_item(&list, l->at[i].val);
	jwrite_end(&list);
}

static int compare_values(const void *a, const void *b)
{
	const struct value *x = a, *y = b;
	struct buf tx = { 0 }, ty = { 0 };
	int order;

	if (value_is_number(*x) && value_is_number(*y)) {
		double dx = value_number(*x), dy = value_number(*y);

		return (dx > dy) - (dx < dy);
	}
	value_json_text(&tx, *x, false);
	value_json_text(&ty, *y, false);
	order = strcmp(buf_str(&tx), buf_str(&ty));
	buf_release(&tx);
	buf_release(&ty);
	return order;
}

static void put_set(struct jwrite *at, const struct list *l)
{
	struct value *sorted;
	struct jwrite list;

	if (!list_is_sure(l)) {
		put_unknown(at, NULL);
		return;
	}
	sorted = xcalloc(l->n + 1u, sizeof(*sorted));
	for (uint32_t i = 0; i < l->n; i++)
		sorted[i] = l->at[i].val;
	qsort(sorted, l->n, sizeof(*sorted), compare_values);
	list = jwrite_list(at, NULL, at->lines);
	for (uint32_t i = 0; i < l->n; i++)
		put_item(&list, sorted[i]);
	jwrite_end(&list);
	free(sorted);
}

static bool dict_is_sure(const struct dict *d)
{
	struct dict_iter it;
	const struct entry *e;

	if (d->open)
		return false;
	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		if (e->flags & EF_MAYBE)
			return false;
	return true;
}

static bool has_only_strings(const struct dict *d)
{
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		if (e->key.kind != VALUE_STR)
			return false;
	return true;
}

static const struct str *key_name(struct value key)
{
	struct buf text = { 0 };
	const struct str *s;

	if (key.kind == VALUE_STR)
		return key.as.s;
	if (!op_str(&text, key)) {
		buf_clear(&text);
		buf_printf(&text, "<%s>", value_type_name(key));
	}
	s = str_of(buf_str(&text), text.n);
	buf_release(&text);
	return s;
}

/* str(key), with "#dup" while that name is taken: 1 and '1' are two keys in Python and one in JSON. */
static const struct str *free_name(const struct taken_names *taken, const struct str *s)
{
	for (size_t i = 0; i < taken->n; i++)
		if (taken->at[i] == s) {
			struct buf text = { 0 };
			const struct str *longer;

			buf_add(&text, s->s, s->len);
			buf_puts(&text, "#dup");
			longer = str_of(text.s, text.n);
			buf_release(&text);
			return free_name(taken, longer);
		}
	return s;
}

static void put_dict(struct jwrite *at, const struct dict *d)
{
	bool simple = has_only_strings(d);
	struct taken_names taken = { 0 };
	struct jwrite o, inner;
	struct dict_iter it;
	const struct entry *e;

	if (!dict_is_sure(d)) {
		put_unknown(at, NULL);
		return;
	}
	o = jwrite_object(at, NULL, at->lines);
	dict_begin(&it, d);
	while ((e = dict_next(&it))) {
		const struct str *name = key_name(e->key);

		if (!simple) {
			name = free_name(&taken, name);
			vec_push(&taken, name);
		}
		inner = jwrite_place(&o, name->s, name->len);
		put(&inner, e->val);
	}
	jwrite_end(&o);
	vec_release(&taken);
}

static void put(struct jwrite *at, struct value v)
{
	switch ((enum value_kind)v.kind) {
	case VALUE_UNKNOWN:
		put_unknown(at, v.as.cause);
		return;
	case VALUE_NONE:
		jwrite_null(at, NULL);
		return;
	case VALUE_BOOL:
		jwrite_bool(at, NULL, v.as.b);
		return;
	case VALUE_INT:
		jwrite_int(at, NULL, (long long)v.as.i);
		return;
	case VALUE_BIGINT:
		buf_puts(at->b, v.as.s->s);
		return;
	case VALUE_FLOAT:
		put_float(at, v.as.f);
		return;
	case VALUE_STR:
		jwrite_bytes(at, NULL, v.as.s->s, v.as.s->len);
		return;
	case VALUE_LIST:
	case VALUE_TUPLE:
		put_list(at, v.as.list);
		return;
	case VALUE_SET:
	case VALUE_FROZENSET:
		put_set(at, v.as.list);
		return;
	case VALUE_DICT:
		put_dict(at, v.as.dict);
		return;
	case VALUE_COMPLEX:
	case VALUE_BYTES:
	case VALUE_RANGE:
	case VALUE_DATE:
		put_repr(at, v);
		return;
	case VALUE_REF:
		put_ref(at, v.as.ref);
		return;
	case VALUE_OBJECT:
		put_object(at, v.as.obj->type->s, "name", v.as.obj->name ? v.as.obj->name->s : NULL,
			   v.as.obj->name ? v.as.obj->name->len : 0);
		return;
	case VALUE_ITER:
	case VALUE_FUNC:
	case VALUE_METHOD:
		put_object(at, value_type_name(v), NULL, NULL, 0);
		return;
	}
}

void value_json(struct jwrite *in, const char *key, struct value v)
{
	struct jwrite at = jwrite_place(in, key, key ? strlen(key) : 0);

	put(&at, v);
}

void value_json_text(struct buf *b, struct value v, bool pretty)
{
	struct jwrite at = { .b = b, .lines = pretty };

	put(&at, v);
}
