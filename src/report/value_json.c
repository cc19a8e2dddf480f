// SPDX-License-Identifier: MIT
/* Effective configs as JSON: one encoding for every value that a config can hold, described in docs/json.md. What is
 * not known is said to be unknown; a container of which it is not known what it holds is unknown as a whole. */
#include "base/vec.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "report/report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct json {
	struct buf *b;
	bool pretty;
	unsigned depth;
};
VEC(taken_names, const struct str *);

static void put(struct json *j, struct value v);

static void newline(struct json *j)
{
	if (!j->pretty)
		return;
	buf_putc(j->b, '\n');
	for (unsigned i = 0; i < j->depth; i++)
		buf_puts(j->b, "  ");
}

static void open_bracket(struct json *j, char c)
{
	buf_putc(j->b, c);
	j->depth++;
}

static void close_bracket(struct json *j, char c, bool empty)
{
	j->depth--;
	if (!empty)
		newline(j);
	buf_putc(j->b, c);
}

static void comma(struct json *j, bool first)
{
	if (!first)
		buf_puts(j->b, j->pretty ? "," : ", ");
	newline(j);
}

static void put_unknown(struct json *j, const struct cause *c)
{
	struct buf why = { 0 };

	buf_puts(&why, why_text(c ? c->why : WHY_NONE));
	if (c && c->detail)
		buf_printf(&why, ": %s", c->detail->s);
	buf_puts(j->b, "{\"__unknown__\": ");
	buf_json(j->b, buf_str(&why), why.n);
	buf_putc(j->b, '}');
	buf_release(&why);
}

/* {"__repr__": TYPE, KEY: TEXT} */
static void put_object(struct json *j, const char *type, const char *key, const char *text, size_t n)
{
	buf_puts(j->b, "{\"__repr__\": ");
	buf_json(j->b, type, strlen(type));
	if (text) {
		buf_printf(j->b, ", \"%s\": ", key);
		buf_json(j->b, text, n);
	}
	buf_putc(j->b, '}');
}

static void put_repr(struct json *j, struct value v)
{
	struct buf repr = { 0 };
	bool known = op_repr(&repr, v);

	put_object(j, value_type_name(v), "value", known ? buf_str(&repr) : NULL, repr.n);
	buf_release(&repr);
}

static void put_float(struct json *j, double f)
{
	if (isnan(f))
		buf_puts(j->b, "\"nan\"");
	else if (isinf(f))
		buf_puts(j->b, f < 0 ? "\"-inf\"" : "\"inf\"");
	else
		float_repr(j->b, f);
}

/* An imported name, as MMEngine writes lazily imported objects: module.name; a bare module counts as its own attribute.
 */
static void put_ref(struct json *j, const struct ref *r)
{
	struct buf text = { 0 };
	const struct str *last = r->name ? r->name : r->module;

	buf_printf(&text, "%s.%s", r->module->s, last->s);
	buf_json(j->b, buf_str(&text), text.n);
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

static void put_list(struct json *j, const struct list *l)
{
	if (!list_is_sure(l)) {
		put_unknown(j, NULL);
		return;
	}
	open_bracket(j, '[');
	for (uint32_t i = 0; i < l->n; i++) {
		comma(j, i == 0);
		put(j, l->at[i].val);
	}
	close_bracket(j, ']', l->n == 0);
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
	show_json(&tx, *x, false);
	show_json(&ty, *y, false);
	order = strcmp(buf_str(&tx), buf_str(&ty));
	buf_release(&tx);
	buf_release(&ty);
	return order;
}

static void put_set(struct json *j, const struct list *l)
{
	struct value *sorted;

	if (!list_is_sure(l)) {
		put_unknown(j, NULL);
		return;
	}
	sorted = xcalloc(l->n + 1u, sizeof(*sorted));
	for (uint32_t i = 0; i < l->n; i++)
		sorted[i] = l->at[i].val;
	qsort(sorted, l->n, sizeof(*sorted), compare_values);
	open_bracket(j, '[');
	for (uint32_t i = 0; i < l->n; i++) {
		comma(j, i == 0);
		put(j, sorted[i]);
	}
	close_bracket(j, ']', l->n == 0);
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

static void put_dict(struct json *j, const struct dict *d)
{
	bool first = true, simple = has_only_strings(d);
	struct taken_names taken = { 0 };
	struct dict_iter it;
	const struct entry *e;

	if (!dict_is_sure(d)) {
		put_unknown(j, NULL);
		return;
	}
	open_bracket(j, '{');
	dict_begin(&it, d);
	while ((e = dict_next(&it))) {
		const struct str *name = key_name(e->key);

		if (!simple) {
			name = free_name(&taken, name);
			vec_push(&taken, name);
		}
		comma(j, first);
		buf_json(j->b, name->s, name->len);
		buf_puts(j->b, ": ");
		put(j, e->val);
		first = false;
	}
	close_bracket(j, '}', first);
	vec_release(&taken);
}

static void put(struct json *j, struct value v)
{
	switch ((enum value_kind)v.kind) {
	case VALUE_UNKNOWN:
		put_unknown(j, v.as.cause);
		return;
	case VALUE_NONE:
		buf_puts(j->b, "null");
		return;
	case VALUE_BOOL:
		buf_puts(j->b, v.as.b ? "true" : "false");
		return;
	case VALUE_INT:
		buf_printf(j->b, "%lld", (long long)v.as.i);
		return;
	case VALUE_BIGINT:
		buf_puts(j->b, v.as.s->s);
		return;
	case VALUE_FLOAT:
		put_float(j, v.as.f);
		return;
	case VALUE_STR:
		buf_json(j->b, v.as.s->s, v.as.s->len);
		return;
	case VALUE_LIST:
	case VALUE_TUPLE:
		put_list(j, v.as.list);
		return;
	case VALUE_SET:
	case VALUE_FROZENSET:
		put_set(j, v.as.list);
		return;
	case VALUE_DICT:
		put_dict(j, v.as.dict);
		return;
	case VALUE_COMPLEX:
	case VALUE_BYTES:
	case VALUE_RANGE:
	case VALUE_DATE:
		put_repr(j, v);
		return;
	case VALUE_REF:
		put_ref(j, v.as.ref);
		return;
	case VALUE_OBJECT:
		put_object(j, v.as.obj->type->s, "name", v.as.obj->name ? v.as.obj->name->s : NULL,
			   v.as.obj->name ? v.as.obj->name->len : 0);
		return;
	case VALUE_ITER:
	case VALUE_FUNC:
	case VALUE_METHOD:
		put_object(j, value_type_name(v), NULL, NULL, 0);
		return;
	}
}

void show_json(struct buf *b, struct value v, bool pretty)
{
	struct json j = { .b = b, .pretty = pretty };

	put(&j, v);
}
