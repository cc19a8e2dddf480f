// SPDX-License-Identifier: MIT
/*
 * Which findings of dependents are a base's matter.
 *
 *     schedule.py     named by the user; loses `runner`
 *     a.py, b.py      inherit from it; both lack `runner` now, and a.py misspells a key of its own
 *
 * The misspelled key stands in a.py and has to do with nothing in schedule.py: it goes. Where a place in schedule.py is
 * the finding's, or related to it, it stays; also where the finding stands at the text that names schedule.py. A
 * missing key has no place: that a tenth of the complete dependents (the leaves: those that nobody inherits from) have
 * the same error for it, two at least, or all of them the same finding, shows that it went missing in what they share.
 */
#include "lint/finding/through.h"
#include <stdlib.h>
#include <string.h>

VEC(subjects, const struct subject *);
struct family {
	struct subjects named; /* the requested ones, as whoever takes from them reads them */
	struct subjects leaf;  /* of those that are judged through them */
};
enum { SHARED_MIN = 2, SHARED_PART = 10 }; /* configs, and the tenth part of all */
enum verdict { STAYS, GOES, UNDECIDED /* a key is missing */ };

/* By path: a file that two loaders read is two subjects. */
static bool is_named(const struct subject_set *set, const struct source *src)
{
	const struct subject *s = src ? subject_find(set, src->path) : NULL;

	return s && s->requested && !s->through;
}

static bool takes_from_named(const struct subject_set *set, const struct subject *s)
{
	for (size_t i = 0; i < set->n; i++)
		if (is_named(set, set->at[i]->src) && subject_takes_from(s, set->at[i]))
			return true;
	return false;
}

static bool within(struct span in, struct span at)
{
	return in.file && in.file == at.file && in.lo <= at.lo && at.hi <= in.hi;
}

/* It stands where a base is named that is, or takes from, a named file. */
static bool names_named(const struct subject_set *set, const struct diag *d)
{
	const struct subject *s = subject_owner(set, d->at.file);

	for (uint32_t i = 0; s && i < s->nbases; i++)
		if (within(s->base[i].at, d->at) && s->base[i].from && takes_from_named(set, s->base[i].from))
			return true;
	return false;
}

static bool touches_named(const struct subject_set *set, const struct diag *d)
{
	if (is_named(set, diag_source(d, d->at)) || (d->home.file && is_named(set, diag_source(d, d->home))))
		return true;
	for (uint32_t i = 0; i < d->nrel; i++)
		if (is_named(set, diag_source(d, d->rel[i].at)))
			return true;
	return false;
}

static int by_address(const void *x, const void *y)
{
	const struct subject *const *a = x, *const *b = y;

	return (*a > *b) - (*a < *b);
}

static void sort(struct subjects *list)
{
	if (list->n > 1)
		qsort(list->at, list->n, sizeof(*list->at), by_address);
}

static bool holds(const struct subjects *sorted, const struct subject *s)
{
	return sorted->n && bsearch(&s, sorted->at, sorted->n, sizeof(*sorted->at), by_address);
}

/* The same is missing: by rule and what it says. */
static bool same_lack(const struct diag *x, const struct diag *y)
{
	return x->absent && y->absent && x->rule == y->rule && strcmp(x->msg, y->msg) == 0;
}

/* Whether so many complete dependents of a named file lack it that the file may be why. */
static bool is_shared(const struct family *f, const struct subjects *lacking, const struct subject *named,
		      enum severity severity)
{
	size_t n = 0, all = 0;

	for (size_t i = 0; i < f->leaf.n; i++)
		if (subject_takes_from(f->leaf.at[i], named)) {
			all++;
			n += holds(lacking, f->leaf.at[i]);
		}
	if (severity < SEV_ERROR)
		return n == all && n >= SHARED_MIN;
	return n && (n == all || (n >= SHARED_MIN && n >= all / SHARED_PART));
}

/* Judges at[i] and all later findings of the same lack. */
static void judge_lack(const struct family *f, const struct diags *d, size_t i, enum verdict *verdict)
{
	struct subjects lacking = { 0 };
	bool shared = false;

	for (size_t k = i; k < d->n; k++)
		for (uint32_t s = 0; same_lack(&d->at[i], &d->at[k]) && s < d->at[k].nseen; s++)
			vec_push(&lacking, d->at[k].seen_in[s]);
	sort(&lacking);
	for (size_t k = 0; k < f->named.n && !shared; k++)
		shared = is_shared(f, &lacking, f->named.at[k], d->at[i].severity);
	for (size_t k = i; k < d->n; k++)
		if (verdict[k] == UNDECIDED && (k == i || same_lack(&d->at[i], &d->at[k])))
			verdict[k] = shared ? STAYS : GOES;
	vec_release(&lacking);
}

static void family_of(struct family *f, const struct subject_set *set)
{
	struct subjects taken_from = { 0 };

	for (size_t i = 0; i < set->n; i++)
		for (uint32_t b = 0; b < set->at[i]->nbases; b++)
			vec_push(&taken_from, set->at[i]->base[b].from);
	sort(&taken_from);
	for (size_t i = 0; i < set->n; i++)
		if (is_named(set, set->at[i]->src))
			vec_push(&f->named, set->at[i]);
		else if (set->at[i]->through && !holds(&taken_from, set->at[i]))
			vec_push(&f->leaf, set->at[i]);
	vec_release(&taken_from);
}

static enum verdict first_look(const struct subject_set *set, struct diag *d)
{
	if (!diag_is_through(d) || d->seen_in[0]->set != set)
		return STAYS;
	d->nfixes = 0;
	if (d->of_bases || touches_named(set, d) || names_named(set, d))
		return STAYS;
	return d->absent ? UNDECIDED : GOES;
}

static bool any_through(const struct subject_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->at[i]->through)
			return true;
	return false;
}

uint32_t through_filter(const struct subject_set *set, struct diags *d)
{
	struct family f = { 0 };
	enum verdict *verdict;
	size_t kept = 0, n = d->n;

	if (!any_through(set))
		return 0;
	family_of(&f, set);
	verdict = xcalloc(n + 1, sizeof *verdict);
	for (size_t i = 0; i < n; i++)
		verdict[i] = first_look(set, &d->at[i]);
	for (size_t i = 0; i < n; i++)
		if (verdict[i] == UNDECIDED)
			judge_lack(&f, d, i, verdict);
	for (size_t i = 0; i < n; i++)
		if (verdict[i] == STAYS)
			d->at[kept++] = d->at[i];
	d->n = kept;
	free(verdict);
	vec_release(&f.named);
	vec_release(&f.leaf);
	return (uint32_t)(n - kept);
}
