// SPDX-License-Identifier: MIT
/* A class is imported from the module that defines it or from a package around that: a row matches if the dotted
 * name is a prefix of its file's. From matching rows the search follows their bases' rows in the same versions;
 * another package may have any version that has the class. */
#include "code/signatures.h"
#include "base/vec.h"
#include "spec/embedded.h"
#include <string.h>

enum { VERSIONS_MAX = 200, ROWS_MAX = 4000 /* looked at for one class */, CHAIN_MAX = 40 };

#define FOLDER "signatures/"

struct word {
	const char *s;
	size_t n;
};
struct span_of { /* a range of the table's versions, both ends included */
	uint32_t first, last;
};
struct row {
	struct word module; /* "models/heads/anchor_head" */
	struct word rest;   /* the text after the versions */
	struct span_of span;
	const struct row *above;   /* of the same class and file */
	const struct row *another; /* of the same name, in reverse order of the file */
};
struct table { /* one package */
	const struct str *package;
	struct word *version; /* oldest first */
	uint32_t nversions;
	struct map row; /* class -> struct row */
};

/* ---- reading ---- */

static const char *embedded_text(const char *path, size_t *n)
{
	for (size_t i = 0; i < embedded_count; i++) {
		if (strcmp(embedded_files[i].path, path) != 0)
			continue;
		*n = embedded_files[i].n;
		return (const char *)embedded_files[i].bytes;
	}
	return NULL;
}

/* The text up to the next `at`, which is skipped. */
static struct word cut(struct word *from, char at)
{
	const char *stop = memchr(from->s, at, from->n);
	struct word w = { from->s, stop ? (size_t)(stop - from->s) : from->n };
	size_t used = w.n + (stop ? 1 : 0);
	*from = (struct word){ from->s + used, from->n - used };
	return w;
}

static bool same(struct word a, struct word b)
{
	return a.n == b.n && !memcmp(a.s, b.s, a.n);
}

static bool skip(struct word *w, const char *text)
{
	size_t n = strlen(text);
	if (w->n < n || memcmp(w->s, text, n) != 0)
		return false;
	*w = (struct word){ w->s + n, w->n - n };
	return true;
}

static bool drop_end(struct word *w, const char *text)
{
	size_t n = strlen(text);
	if (w->n < n || memcmp(w->s + w->n - n, text, n) != 0)
		return false;
	w->n -= n;
	return true;
}

/* models/heads/anchor_head.py: */
static struct word module_of(struct word path)
{
	if (!drop_end(&path, "/__init__.py:") && !drop_end(&path, "__init__.py:"))
		drop_end(&path, ".py:");
	return path;
}

static uint32_t place_of(const struct table *t, struct word version)
{
	uint32_t i = 0;
	while (i < t->nversions && !same(t->version[i], version))
		i++;
	return i;
}

/* NAME LINE VERSIONS ... */
static void read_row(struct arena *a, struct table *t, struct word module, struct word line)
{
	struct row *r = arena_new(a, struct row);
	struct word name = cut(&line, ' ');
	cut(&line, ' ');
	struct word last = cut(&line, ' '), first = cut(&last, '-');
	const struct str *key = str_of(name.s, name.n);
	r->span.first = place_of(t, first);
	r->span.last = last.n ? place_of(t, last) : r->span.first;
	r->module = module;
	r->rest = line;
	r->another = map_get(&t->row, key);
	if (r->another && r->another->module.s == module.s)
		r->above = r->another;
	if (r->span.last < t->nversions && r->span.first <= r->span.last)
		map_put(a, &t->row, key, r);
}

static struct table *read_table(struct arena *a, const struct str *package, struct word text)
{
	struct table *t = arena_new(a, struct table);
	struct word module = { 0 };
	bool files = false;
	t->package = package;
	t->version = arena_array(a, struct word, VERSIONS_MAX);
	while (text.n) {
		struct word line = cut(&text, '\n');
		if (skip(&line, "files:"))
			files = true;
		else if (skip(&line, "  - "))
			read_row(a, t, module, line);
		else if (skip(&line, "  ")) {
			if (files)
				module = module_of(line);
			else if (t->nversions < VERSIONS_MAX)
				t->version[t->nversions++] = cut(&line, ':');
		}
	}
	return t;
}

static const struct table *table_of(struct signatures *s, const struct str *package)
{
	struct table *t = map_get(&s->package, package);
	if (!t) {
		size_t n = 0;
		const char *path = arena_printf(s->arena, FOLDER "%s.yaml", package->s);
		const char *text = s->text ? s->text(path, &n) : embedded_text(path, &n);
		t = read_table(s->arena, package, (struct word){ text ? text : "", n });
		map_put(s->arena, &s->package, package, t);
	}
	return t;
}

/* rules/signatures/NAME.yaml; NULL: another file. */
static const struct str *package_of(const char *path)
{
	struct word w = { path, strlen(path) };
	return skip(&w, FOLDER) && drop_end(&w, ".yaml") ? str_of(w.s, w.n) : NULL;
}

void signature_each(struct signatures *s, const struct str *package, const char *from, const char *before,
		    void (*see)(void *ctx, const char *file, const struct str *name), void *ctx)
{
	const struct table *t = table_of(s, package);
	uint32_t lo = from ? place_of(t, (struct word){ from, strlen(from) }) : 0;
	uint32_t hi = before ? place_of(t, (struct word){ before, strlen(before) }) : t->nversions;

	for (uint32_t i = 0; i < t->row.cap; i++)
		for (const struct row *r = t->row.at[i].val; r; r = r->another)
			if (r->span.last >= lo && r->span.first < hi)
				see(ctx, arena_printf(s->arena, "%s/%.*s", package->s, (int)r->module.n, r->module.s),
				    t->row.at[i].key);
}

bool signature_names(struct signatures *s, const struct str *name, const struct str *other,
		     bool (*skip_package)(void *, const struct str *), void *x)
{
	for (size_t i = 0; i < embedded_count; i++) {
		const struct str *package = package_of(embedded_files[i].path);
		if (!package || skip_package(x, package))
			continue;
		const struct table *t = table_of(s, package);
		if (map_get(&t->row, name) && map_get(&t->row, other))
			return true;
	}
	return false;
}

/* ---- the search ---- */

struct search {
	struct signatures *s;
	VEC(, const struct str *) name;
	uint32_t rows, depth;
	bool unknown, refuses, swallows; /* some version does this with other keywords */
};

static void follow(struct search *f, const struct table *t, struct span_of span, struct word dotted);

/* `~3 d e`: the first three parameters of the row above, and two more. Returns their number. */
static uint32_t take_names(struct search *f, const struct row *r, uint32_t most, struct word *arrow)
{
	struct word rest = r->rest;
	uint32_t n = 0;
	*arrow = (struct word){ 0 };
	while (rest.n && n < most) {
		struct word w = cut(&rest, ' '), none;
		if (skip(&w, ">")) {
			*arrow = rest;
			break;
		}
		if (skip(&w, "~")) {
			uint32_t above = 0;
			for (size_t i = 0; i < w.n; i++)
				above = above * 10 + (uint32_t)(w.s[i] - '0');
			n += r->above ? take_names(f, r->above, above < most ? above : most, &none) : 0;
		} else {
			vec_push(&f->name, str_of(w.s, w.n));
			n++;
		}
	}
	return n;
}

static void see_row(struct search *f, const struct table *t, const struct row *r, struct span_of span)
{
	struct word arrow;
	take_names(f, r, UINT32_MAX, &arrow);
	if (!arrow.n)
		f->refuses = true;
	else if (arrow.s[0] == '*')
		f->swallows = true;
	else if (arrow.s[0] == '?' || f->depth++ >= CHAIN_MAX)
		f->unknown = true;
	else
		follow(f, t, span, arrow);
}

/* The dotted name matches the row: it names the module, or a package around it. */
static bool leads_to(struct word from, const struct row *r)
{
	const struct word m = r->module;
	size_t i = 0;
	while (i < from.n && i < m.n && from.s[i] == (m.s[i] == '/' ? '.' : m.s[i]))
		i++;
	return i == from.n && (!i || i == m.n || m.s[i] == '/');
}

static struct span_of both(struct span_of x, struct span_of y)
{
	return (struct span_of){ x.first > y.first ? x.first : y.first, x.last < y.last ? x.last : y.last };
}

/* Of the versions of the span, those that have the class. If one has it twice, it can't be determined which is
 * meant. Returns their number. */
static uint32_t see_rows(struct search *f, const struct table *t, struct span_of span, struct word from,
			 const struct str *name)
{
	uint32_t n = 0, depth = f->depth;
	for (const struct row *r = map_get(&t->row, name); r; r = r->another) {
		struct span_of s = both(span, r->span);
		if (f->rows++ > ROWS_MAX)
			f->unknown = true;
		if (s.first > s.last || !leads_to(from, r) || f->unknown)
			continue;
		for (const struct row *o = r->another; o; o = o->another) {
			struct span_of twice = both(s, o->span);
			f->unknown |= leads_to(from, o) && twice.first <= twice.last;
		}
		n += s.last - s.first + 1;
		see_row(f, t, r, s);
		f->depth = depth;
	}
	return n;
}

/* pkg.module.Class, or Class of the same package */
static void follow(struct search *f, const struct table *t, struct span_of span, struct word dotted)
{
	size_t dot = dotted.n;
	while (dot && dotted.s[dot - 1] != '.')
		dot--;
	const struct str *name = str_of(dotted.s + dot, dotted.n - dot);
	struct word from = { dotted.s, dot ? dot - 1 : 0 }, package = cut(&from, '.');
	const struct str *outside = dot ? str_of(package.s, package.n) : t->package;
	if (outside == t->package) {
		f->unknown |= see_rows(f, t, span, from, name) != span.last - span.first + 1;
		return;
	}
	const struct table *o = table_of(f->s, outside);
	f->unknown |= !see_rows(f, o, (struct span_of){ 0, UINT32_MAX }, from, name);
}

static const char *class_and_versions(struct signatures *s, const struct table *t, const struct str *name)
{
	struct span_of all = { UINT32_MAX, 0 };
	for (const struct row *r = map_get(&t->row, name); r; r = r->another) {
		all.first = r->span.first < all.first ? r->span.first : all.first;
		all.last = r->span.last > all.last ? r->span.last : all.last;
	}
	struct word lo = t->version[all.first], hi = t->version[all.last];
	return arena_printf(s->arena, "%s of %s %.*s to %.*s", name->s, t->package->s, (int)lo.n, lo.s, (int)hi.n,
			    hi.s);
}

bool signature_find(struct signatures *s, const struct str *dotted, struct signature *out)
{
	static const struct table nowhere;
	struct search f = { .s = s };
	const char *dot = strchr(dotted->s, '.');
	if (!dot)
		return false;
	follow(&f, &nowhere, (struct span_of){ 0, 0 }, (struct word){ dotted->s, dotted->len });
	bool sure = !f.unknown && f.refuses != f.swallows;
	if (sure) {
		const struct table *t = table_of(s, str_of(dotted->s, (size_t)(dot - dotted->s)));
		const struct str **name = arena_array(s->arena, const struct str *, f.name.n + 1);
		if (f.name.n)
			memcpy(name, f.name.at, f.name.n * sizeof *name);
		*out = (struct signature){ name, (uint32_t)f.name.n, f.swallows,
					   class_and_versions(s, t, str_lit(strrchr(dotted->s, '.') + 1)) };
	}
	vec_release(&f.name);
	return sure;
}
