// SPDX-License-Identifier: MIT
/* Collects the rows of an argument that the allowed versions reach: those of the class itself and, for versions before
 * its own rows begin, those of the classes that it is. One default for all of them is known.
 *
 * Invariant: a value of the table becomes a value of Python only where its text leaves no doubt. */
#include "arguments/argument_default.h"
#include "project/versions.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { DEEP = 4, ROWS_MAX = 8 };
static const struct span nowhere;

struct reached { /* a default, and the versions that have it */
	const struct schema_class *class;
	const char *since, *until; /* NULL: the oldest */
	const struct schema_row *row;
};
struct search {
	const struct schemas *s;
	const struct str *name;
	struct value versions;
	struct reached at[ROWS_MAX];
	uint32_t n;
	bool more; /* than ROWS_MAX */
};

static const char *bound(const struct search *x, const struct str *package, const char *which)
{
	struct value of = dict_get(x->versions, package->s);

	return dict_get_text(of, which);
}

static const char *later(const char *x, const char *y)
{
	return !x || (y && version_order(x, y) < 0) ? y : x;
}

static const char *earlier(const char *x, const char *y)
{
	return !x || (y && version_order(y, x) < 0) ? y : x;
}

static bool is_apart(const char *until, const char *since)
{
	return until && since && version_order(until, since) < 0;
}

/* A row that goes on with the same default is one with the row before it. */
static void add_row(struct search *x, const struct schema_class *c, const struct schema_row *row)
{
	struct reached *last = x->n ? &x->at[x->n - 1] : NULL;
	const char *least = bound(x, c->package, "least"), *most = bound(x, c->package, "most"),
		   *until = schema_version_upto(c, earlier(row->until, most));

	if (last && last->class == c && !strcmp(last->row->value, row->value)) {
		last->until = until;
		last->row = row; /* the newest says best of which type it is */
		return;
	}
	x->more |= x->n == ROWS_MAX;
	if (x->n < ROWS_MAX)
		x->at[x->n++] = (struct reached){ c, later(row->since, least), until, row };
}

/* The class's own rows begin before all versions that are allowed, and don't end before the last of them. */
static bool covers(const struct search *x, const struct schema_class *c, const struct schema_argument *own)
{
	const char *least = bound(x, c->package, "least"), *most = bound(x, c->package, "most"),
		   *since = own ? own->rows->since : NULL, *until = NULL;

	for (const struct schema_row *row = own ? own->rows : NULL; row; row = row->next)
		until = row->until;
	return own && (!since || (least && version_order(since, least) <= 0)) &&
	       (!until || (most && version_order(until, most) >= 0));
}

/* The classes that it is come first, for theirs are the older versions. */
static void add_class(struct search *x, const struct schema_class *c, unsigned depth)
{
	const struct schema_argument *own = c ? map_get(&c->argument, x->name) : NULL;
	const uint32_t before = x->n;

	if (!c)
		return;
	const char *least = bound(x, c->package, "least"), *most = bound(x, c->package, "most");

	for (uint32_t i = 0; !covers(x, c, own) && x->n == before && depth < DEEP && i < c->nis; i++)
		add_class(x, schema_class(x->s, c->is[i]), depth + 1);
	for (const struct schema_row *row = own ? own->rows : NULL; row; row = row->next)
		if (row->value && !is_apart(row->until, least) && !is_apart(most, row->since))
			add_row(x, c, row);
}

/* ---- texts of the table as values ---- */

static struct value number_of(const char *text)
{
	char *end;
	long long i = strtoll(text, &end, 10);

	if (*text && !*end)
		return value_int(i, nowhere);
	double f = strtod(text, &end);

	return *text && !*end ? value_float(f, nowhere) : (struct value){ 0 };
}

static struct value value_of(struct arena *a, const struct schema_row *row)
{
	const char *type = row->type ? row->type : "", *text = row->value;

	if (!strcmp(text, "None"))
		return value_none(nowhere);
	if (!strcmp(text, "True") || !strcmp(text, "False"))
		return value_bool(*text == 'T', nowhere);
	if (!strcmp(text, "?") || !strcmp(text, "-"))
		return (struct value){ 0 };
	if (!strcmp(text, "[]"))
		return value_list(a, VALUE_LIST, 0, nowhere);
	if (!strcmp(text, "{}"))
		return value_dict(a, nowhere);
	struct value number = strcmp(type, "str") != 0 ? number_of(text) : (struct value){ 0 };

	if (number.kind == VALUE_INT && !strcmp(type, "float"))
		return value_float((double)number.as.i, nowhere);
	if (number.kind != VALUE_UNKNOWN)
		return number;
	return strchr("[{\"", *text) ? (struct value){ 0 } : value_text(text, nowhere);
}

/* ---- what is said ---- */

static const char *versions_text(struct arena *a, const struct reached *r)
{
	const char *package = r->class->package->s;

	if (!r->until || (r->since && version_order(r->since, r->until) >= 0))
		return arena_printf(a, "%s %s", package, r->since ? r->since : "");
	if (!r->since)
		return arena_printf(a, "%s up to %s", package, r->until);
	return arena_printf(a, "%s %s-%s", package, r->since, r->until);
}

static const char *shown(const struct schema_row *row)
{
	return !strcmp(row->value, "?") ? "computed" : !strcmp(row->value, "-") ? "must be given" : row->value;
}

static const char *several_text(struct arena *a, const struct search *x)
{
	const char *all = "by version: ";

	for (uint32_t i = 0; i < x->n; i++)
		all = arena_printf(a, "%s%s%s (%s)", all, i ? " or " : "", shown(x->at[i].row),
				   versions_text(a, &x->at[i]));
	return all;
}

static const char *one_text(struct arena *a, const struct reached *r)
{
	const char *versions = versions_text(a, r);

	if (!strcmp(r->row->value, "-"))
		return arena_printf(a, "must be given (%s)", versions);
	return arena_printf(a, "%s of %s", !strcmp(r->row->value, "?") ? "computed by default" : "default", versions);
}

static bool all_same(const struct search *x)
{
	for (uint32_t i = 1; i < x->n; i++)
		if (strcmp(x->at[0].row->value, x->at[i].row->value) != 0)
			return false;
	return !x->more;
}

/* A package of these rows that is among the copies; NULL: none. */
static const struct str *copied_of(const struct search *x, struct value copies)
{
	for (uint32_t i = 0; value_is_listlike(copies) && i < copies.as.list->n; i++)
		for (uint32_t k = 0; k < x->n; k++) {
			const struct str *name = copies.as.list->at[i].val.as.s;

			if (!strncmp(x->at[k].class->name->s, name->s, name->len) &&
			    x->at[k].class->name->s[name->len] == '.')
				return name;
		}
	return NULL;
}

struct argument_default argument_default(struct arena *a, const struct schemas *s, const struct schema_class *c,
					 const struct str *name, struct value versions, struct value copies)
{
	struct search x = { .s = s, .name = name, .versions = versions };
	struct argument_default d = { 0 };

	add_class(&x, c, 0);
	d.taken = x.n > 0;
	if (!x.n)
		return d;
	const struct str *copied = copied_of(&x, copies);

	if (copied) {
		d.says = arena_printf(a, "what the project's own copy of %s has as a default", copied->s);
		return d;
	}
	bool same = all_same(&x);

	d.required = same && !strcmp(x.at[0].row->value, "-");
	d.value = same ? value_of(a, x.at[0].row) : (struct value){ 0 };
	d.says = same ? one_text(a, &x.at[0]) : several_text(a, &x);
	return d;
}
