// SPDX-License-Identifier: MIT
/* Findings: order, folding of what several subjects share, and copies that outlive a job.
 *
 *	DAT005 at base.py:3 in a.py and in b.py, which inherit from it	one finding of two configs */
#include "lint/finding/diag.h"
#include "base/str.h"
#include "lint/rules/rule.h"
#include "python/value/copy.h"
#include "text/edit.h"
#include <stdlib.h>
#include <string.h>

/* ---- order ---- */

struct diag_order {
	struct diag d;
	const char *path;
};

static int order(const struct diag_order *x, const struct diag_order *y)
{
	int c = strcmp(x->path, y->path);
	if (c)
		return c;
	if (x->d.at.lo != y->d.at.lo)
		return x->d.at.lo < y->d.at.lo ? -1 : 1;
	if (x->d.at.hi != y->d.at.hi)
		return x->d.at.hi < y->d.at.hi ? -1 : 1;
	c = strcmp(x->d.rule->id, y->d.rule->id);
	return c ? c : strcmp(x->d.msg, y->d.msg);
}

static int by_place(const void *x, const void *y)
{
	const struct diag_order *a = x, *b = y;
	int c = order(a, b);
	if (c || !a->d.nseen || !b->d.nseen)
		return c ? c : (a->d.nseen > 0) - (b->d.nseen > 0);
	return strcmp(a->d.seen_in[0]->path, b->d.seen_in[0]->path);
}

/* A file that two loaders read is two subjects. */
static int by_path(const void *x, const void *y)
{
	const struct subject *a = *(const struct subject *const *)x, *b = *(const struct subject *const *)y;
	int c = strcmp(a->path, b->path);
	return c ? c : (a > b) - (a < b);
}

static uint32_t unique(const struct subject **all, uint32_t n)
{
	uint32_t remaining = 0;
	if (n > 1)
		qsort(all, n, sizeof *all, by_path);
	for (uint32_t i = 0; i < n; i++)
		if (!remaining || all[remaining - 1] != all[i])
			all[remaining++] = all[i];
	return remaining;
}

const struct subject **diags_seen_in(struct arena *a, const struct diag *const *of, size_t n, uint32_t *count)
{
	uint32_t total = 0;
	for (size_t i = 0; i < n; i++)
		total += of[i]->nseen;
	const struct subject **all = (const struct subject **)arena_array(a, void *, total + 1);
	total = 0;
	for (size_t i = 0; i < n; i++) {
		if (of[i]->nseen)
			memcpy(all + total, of[i]->seen_in, of[i]->nseen * sizeof *all);
		total += of[i]->nseen;
	}
	*count = unique(all, total);
	return all;
}

/* A key that is missing in a base's dict is the base's matter when several configs miss it, and the config's own when
 * it is the only one. true: a finding moved. */
static bool send_home(struct arena *a, struct diags *d)
{
	bool moved = false;
	for (size_t i = 0; i < d->n; i++) {
		struct diag *x = &d->at[i];
		if (!x->home.file || x->nseen != 1)
			continue;
		struct related *rel = arena_array(a, struct related, x->nrel + 1);
		rel[0] = (struct related){ x->at, arena_printf(a, "%s is not in here", x->path ? x->path : "the key") };
		for (uint32_t k = 0; k < x->nrel; k++)
			rel[k + 1] = x->rel[k];
		x->rel = rel;
		x->nrel++;
		x->from = x->at;
		x->at = x->home;
		x->home = (struct span){ 0 };
		moved = true;
	}
	return moved;
}

const struct source *diag_source(const struct diag *d, struct span at)
{
	return d->nseen ? sources_get(d->seen_in[0]->set->sources, at.file) : NULL;
}

bool diag_is_through(const struct diag *d)
{
	for (uint32_t i = 0; i < d->nseen; i++)
		if (!d->seen_in[i]->through)
			return false;
	return d->nseen > 0;
}

static int by_span(const void *x, const void *y)
{
	const struct span *a = x, *b = y;
	int c = (a->file > b->file) - (a->file < b->file);
	c = c ? c : (a->lo > b->lo) - (a->lo < b->lo);
	return c ? c : (a->hi > b->hi) - (a->hi < b->hi);
}

static const struct span *all_rests(struct arena *a, const struct diag *const *of, size_t n, uint32_t *count)
{
	uint32_t total = 0, remaining = 0;
	for (size_t i = 0; i < n; i++)
		total += of[i]->nrests;
	struct span *all = arena_array(a, struct span, total + 1);
	total = 0;
	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < of[i]->nrests; k++)
			all[total++] = of[i]->rests[k];
	if (total > 1)
		qsort(all, total, sizeof *all, by_span);
	for (uint32_t i = 0; i < total; i++)
		if (!remaining || by_span(&all[remaining - 1], &all[i]))
			all[remaining++] = all[i];
	*count = remaining;
	return all;
}

static const struct str *const *all_sought(struct arena *a, const struct diag *const *of, size_t n, uint32_t *count)
{
	uint32_t total = 0, remaining = 0;
	for (size_t i = 0; i < n; i++)
		total += of[i]->nsought;
	const struct str **all = (const struct str **)arena_array(a, void *, total + 1);
	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < of[i]->nsought; k++) {
			uint32_t at = 0;
			while (at < remaining && all[at] != of[i]->sought[k])
				at++;
			all[at] = of[i]->sought[k];
			remaining += at == remaining;
		}
	*count = remaining;
	return all;
}

static void fold(struct arena *a, struct diags *d)
{
	struct diag_order *s = xcalloc(d->n, sizeof *s);
	for (size_t i = 0; i < d->n; i++) {
		const struct source *src = diag_source(&d->at[i], d->at[i].at);
		s[i] = (struct diag_order){ d->at[i], src	       ? src->path
						      : d->at[i].nseen ? d->at[i].seen_in[0]->path
								       : "" };
	}
	qsort(s, d->n, sizeof *s, by_place);
	const struct diag **same = (const struct diag **)xcalloc(d->n, sizeof *same);
	size_t out = 0;
	for (size_t i = 0, j; i < d->n; i = j, out++) {
		for (j = i; j < d->n && !order(&s[i], &s[j]); j++)
			same[j - i] = &s[j].d;
		d->at[out] = s[i].d;
		if (j > i + 1) {
			d->at[out].seen_in = diags_seen_in(a, same, j - i, &d->at[out].nseen);
			d->at[out].rests = all_rests(a, same, j - i, &d->at[out].nrests);
			d->at[out].sought = all_sought(a, same, j - i, &d->at[out].nsought);
		}
	}
	d->n = out;
	free(same);
	free(s);
}

void diags_fold(struct arena *a, struct diags *d)
{
	if (!d->n)
		return;
	fold(a, d);
	if (send_home(a, d))
		fold(a, d);
}

/* ---- by rule ---- */

static struct of_rule *of_rule(struct by_rule *all, const struct rule *r)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].rule == r)
			return &all->at[i];
	vec_push(all, (struct of_rule){ .rule = r });
	return &all->at[all->n - 1];
}

struct by_rule diags_by_rule(const struct diags *d)
{
	struct by_rule all = { 0 };
	for (size_t i = 0; i < d->n; i++) {
		struct of_rule *r = of_rule(&all, d->at[i].rule);
		vec_push(&r->found, &d->at[i]);
		r->seen += d->at[i].nseen;
	}
	return all;
}

void by_rule_release(struct by_rule *all)
{
	for (size_t i = 0; i < all->n; i++)
		vec_release(&all->at[i].found);
	vec_release(all);
}

/* ---- copies ---- */

static const char *text(struct arena *a, const char *s)
{
	return s ? arena_strdup(a, s) : NULL;
}

static struct value copy_value(struct arena *a, struct value v)
{
	return value_freeze(a, value_copy(a, v));
}

static struct keypath copy_path(struct arena *a, struct keypath p)
{
	struct value *part = arena_array(a, struct value, p.n + 1);
	for (uint32_t i = 0; i < p.n; i++)
		part[i] = value_copy(a, p.part[i]);
	return (struct keypath){ part, p.n };
}

static const struct promise *copy_promises(struct arena *a, const struct promise *p, uint32_t n)
{
	struct promise *to = arena_array(a, struct promise, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		to[i] = p[i];
		to[i].path = copy_path(a, p[i].path);
		if (p[i].kind != PROMISE_REMOVE && p[i].kind != PROMISE_RENAME)
			to[i].want = copy_value(a, p[i].want);
		to[i].comment = text(a, p[i].comment);
	}
	return to;
}

static const struct edit *copy_edits(struct arena *a, const struct edit *e, uint32_t n)
{
	struct edit *to = arena_array(a, struct edit, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		to[i] = e[i];
		to[i].text = arena_strndup(a, e[i].text ? e[i].text : "", e[i].len);
	}
	return to;
}

static const struct fixplan *copy_fixes(struct arena *a, const struct fixplan *f, uint32_t n)
{
	struct fixplan *to = arena_array(a, struct fixplan, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		to[i] = f[i];
		to[i].title = text(a, f[i].title);
		to[i].promise = copy_promises(a, f[i].promise, f[i].n);
		to[i].edit = copy_edits(a, f[i].edit, f[i].nedits);
	}
	return to;
}

static const struct patchplan *copy_patch(struct arena *a, const struct patchplan *p)
{
	struct patchplan *to;
	if (!p)
		return NULL;
	to = arena_new(a, struct patchplan);
	*to = (struct patchplan){ p->use, copy_path(a, p->key), text(a, p->title) };
	return to;
}

static const struct span *copy_rests(struct arena *a, const struct diag *d)
{
	struct span *to = arena_array(a, struct span, d->nrests + 1);
	for (uint32_t i = 0; i < d->nrests; i++)
		to[i] = d->rests[i];
	return to;
}

static const struct str *const *copy_sought(struct arena *a, const struct diag *d)
{
	const struct str **to = (const struct str **)arena_array(a, void *, d->nsought + 1);
	for (uint32_t i = 0; i < d->nsought; i++)
		to[i] = d->sought[i];
	return to;
}

struct diag diag_copy(struct arena *a, const struct diag *d)
{
	struct diag c = *d;
	struct related *rel = arena_array(a, struct related, d->nrel + 1);
	const struct subject **seen = (const struct subject **)arena_array(a, void *, d->nseen + 1);
	c.path = text(a, d->path);
	c.msg = text(a, d->msg);
	c.hint = text(a, d->hint);
	c.cause = text(a, d->cause);
	c.missing = text(a, d->missing);
	for (uint32_t i = 0; i < d->nrel; i++)
		rel[i] = (struct related){ d->rel[i].at, text(a, d->rel[i].text) };
	for (uint32_t i = 0; i < d->nseen; i++)
		seen[i] = d->seen_in[i];
	c.rel = rel;
	c.rests = copy_rests(a, d);
	c.sought = copy_sought(a, d);
	c.seen_in = seen;
	c.fix = copy_fixes(a, d->fix, d->nfixes);
	c.patch = copy_patch(a, d->patch);
	return c;
}

static const char *shared(const char *s)
{
	return s ? str_lit(s)->s : NULL;
}

struct diag diag_to_count(struct arena *a, const struct diag *d)
{
	struct diag c = *d;
	struct related *rel = arena_array(a, struct related, d->nrel);
	const struct subject **seen = (const struct subject **)arena_array(a, void *, d->nseen);
	for (uint32_t i = 0; i < d->nrel; i++)
		rel[i] = (struct related){ d->rel[i].at, shared(d->rel[i].text) };
	for (uint32_t i = 0; i < d->nseen; i++)
		seen[i] = d->seen_in[i];
	c.path = shared(d->path);
	c.msg = shared(d->msg);
	c.cause = shared(d->cause);
	c.missing = shared(d->missing);
	c.hint = NULL;
	c.rel = rel;
	c.rests = copy_rests(a, d);
	c.sought = copy_sought(a, d);
	c.seen_in = seen;
	c.fix = NULL;
	c.nfixes = 0;
	c.patch = NULL;
	return c;
}

void diags_drop(struct diags *d, const bool *gone)
{
	size_t remaining = 0;

	for (size_t i = 0; i < d->n; i++)
		if (!gone[i])
			d->at[remaining++] = d->at[i];
	d->n = remaining;
}

void diag_rest_on_place(struct arena *a, struct diag *d)
{
	struct span *at = arena_new(a, struct span);
	*at = d->at;
	d->rests = at;
	d->nrests = 1;
}
