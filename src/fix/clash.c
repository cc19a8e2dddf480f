// SPDX-License-Identifier: MIT
/* Edits of two fixes are compared one by one: a fix has a few. */
#include "fix/clash.h"
#include "config/differ.h"
#include <string.h>

/* The key that an inserted text begins with: `lr` of ",\n    lr=1" and of "lr = 1". */
static size_t inserted_key(const struct edit *e, const char **key)
{
	size_t lo = 0, hi;

	while (lo < e->len && strchr(" \t\r\n,", e->text[lo]))
		lo++;
	for (hi = lo; hi < e->len && !strchr(" =:", e->text[hi]);)
		hi++;
	*key = e->text + lo;
	return hi - lo;
}

/* Two new statements for one name in one file would hide one another. */
static bool same_insertion(const struct edit *e, const struct edit *f)
{
	const char *x, *y;
	size_t n;

	if (e->at.file != f->at.file || e->at.lo != f->at.lo || e->at.hi != e->at.lo || f->at.hi != f->at.lo)
		return false;
	if (e->len == f->len && memcmp(e->text, f->text, e->len) == 0)
		return false;
	n = inserted_key(e, &x);
	return n > 0 && n == inserted_key(f, &y) && memcmp(x, y, n) == 0;
}

static bool is_indent(const struct edit *e)
{
	size_t n = 0;

	while (n < e->len && (e->text[n] == ' ' || e->text[n] == '\t'))
		n++;
	return e->at.lo == e->at.hi && n && n == e->len;
}

/* x indents lines, and y puts new ones among them, which would stand as the lines did. */
static bool among_indented(const struct attempt *x, const struct attempt *y)
{
	for (size_t k = 0; k < y->edits.n; k++) {
		const struct edit *e = &y->edits.at[k];
		bool before = false, behind = false;

		for (size_t i = 0; memchr(e->text, '\n', e->len) && i < x->edits.n; i++) {
			const struct edit *f = &x->edits.at[i];

			before |= is_indent(f) && f->at.file == e->at.file && f->at.lo <= e->at.lo;
			behind |= is_indent(f) && f->at.file == e->at.file && f->at.lo >= e->at.lo;
		}
		if (before && behind)
			return true;
	}
	return false;
}

bool clash_insertions(const struct attempt *x, const struct attempt *y)
{
	if (among_indented(x, y) || among_indented(y, x))
		return true;
	for (size_t i = 0; i < x->edits.n; i++)
		for (size_t k = 0; k < y->edits.n; k++)
			if (same_insertion(&x->edits.at[i], &y->edits.at[k]))
				return true;
	return false;
}

static bool same_edit(const struct edit *e, const struct edit *f)
{
	return e->at.file == f->at.file && e->at.lo == f->at.lo && e->at.hi == f->at.hi && e->len == f->len &&
	       memcmp(e->text, f->text, e->len) == 0;
}

bool clash_same_edit(const struct attempt *x, const struct attempt *y)
{
	for (size_t i = 0; i < x->edits.n; i++)
		for (size_t k = 0; k < y->edits.n; k++)
			if (same_edit(&x->edits.at[i], &y->edits.at[k]))
				return true;
	return false;
}

static bool same_expect(const struct expect *x, const struct expect *y)
{
	return x->absent == y->absent && x->dict == y->dict && keypath_same(x->path, y->path) &&
	       config_same(x->want, y->want);
}

bool clash_twins(const struct attempt *x, const struct attempt *y)
{
	bool same = x->diag == y->diag && x->plan == y->plan && x->edits.n == y->edits.n && x->nexpect == y->nexpect;

	for (size_t i = 0; same && i < x->edits.n; i++)
		same = same_edit(&x->edits.at[i], &y->edits.at[i]);
	for (uint32_t i = 0; same && i < x->nexpect; i++)
		same = same_expect(&x->expect[i], &y->expect[i]);
	return same;
}
