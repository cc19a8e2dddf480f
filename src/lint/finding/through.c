// SPDX-License-Identifier: MIT
/*
 * Which findings of dependents concern a base.
 *
 *     schedule.py     named by the user; loses `runner`
 *     a.py, b.py      inherit from it; both lack `runner` now, and a.py misspells a key of its own
 *
 * The misspelled key is in a.py and unrelated to schedule.py: its finding is removed. If the finding or a related place
 * lies in schedule.py, it stays; also where the finding stands at the text that names schedule.py. A missing key has no
 * place: that a tenth of the complete dependents (the leaves: those without children) have the same error for
 * it, two at least, or all of them the same finding, shows that it went missing in what they share.
 */
#include "lint/finding/through.h"
#include <stdlib.h>
#include <string.h>

VEC(subjects, const struct subject *);
struct named { /* a requested file, as its dependents read it */
	const struct subject *s;
	struct subjects leaf; /* the dependents that inherit from it */
};
struct family {
	VEC(, struct named) named;
};
enum { SHARED_MIN = 2, SHARED_PART = 10 }; /* configs, and the tenth part of all */
enum verdict { STAYS, GOES, UNDECIDED /* a key is missing */ };

/* By path: a file that two loaders read is two subjects. */
static bool is_named(const struct subject_set *set, const struct source *src)
{
	const struct subject *s = src ? subject_find(set, src->path) : NULL;

	for (const struct subject *o = s ? s->same : NULL; o && o != s; o = o->same)
		if (o->requested && !o->through)
			return true;
	return s && s->requested && !s->through;
}

static bool takes_from_named(const struct family *f, const struct subject *s)
{
	for (size_t i = 0; i < f->named.n; i++)
		if (subject_takes_from(s, f->named.at[i].s))
			return true;
	return false;
}

static bool within(struct span in, struct span at)
{
	return in.file && in.file == at.file && in.lo <= at.lo && at.hi <= in.hi;
}

/* It stands where a base is named that is, or takes from, a named file. */
static bool names_named(const struct family *f, const struct subject_set *set, const struct diag *d)
{
	const struct subject *s = subject_owner(set, d->at.file);

	for (uint32_t i = 0; s && i < s->nbases; i++)
		if (within(s->base[i].at, d->at) && s->base[i].from && takes_from_named(f, s->base[i].from))
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

struct judged_diag {
	const struct diag *d;
	enum verdict verdict;
};

/* Missing keys: by rule and message. */
static int order_of_lacks(const struct diag *x, const struct diag *y)
{
	int c = strcmp(x->rule->id, y->rule->id);

	return c ? c : strcmp(x->msg, y->msg);
}

static int by_lack(const void *x, const void *y)
{
	const struct judged_diag *const *a = x, *const *b = y;

	return order_of_lacks((*a)->d, (*b)->d);
}

static bool same_lack(const struct diag *x, const struct diag *y)
{
	return order_of_lacks(x, y) == 0;
}

/* Whether so many complete dependents of a named file lack it that the file may be why. */
static bool is_shared(const struct named *named, const struct subjects *lacking, enum severity severity)
{
	size_t n = 0, all = named->leaf.n;

	for (size_t i = 0; i < all; i++)
		n += holds(lacking, named->leaf.at[i]);
	if (severity < SEV_ERROR)
		return n == all && n >= SHARED_MIN;
	return n && (n == all || (n >= SHARED_MIN && n * SHARED_PART >= all));
}

/* Decides about findings of one missing key. */
static void judge_lack(const struct family *f, struct judged_diag *const *of, size_t n)
{
	struct subjects lacking = { 0 };
	enum severity worst = SEV_INFO; /* settings may see it differently from file to file */
	bool shared = false;

	for (size_t i = 0; i < n; i++) {
		worst = of[i]->d->severity > worst ? of[i]->d->severity : worst;
		for (uint32_t s = 0; s < of[i]->d->nseen; s++)
			vec_push(&lacking, of[i]->d->seen_in[s]);
	}
	sort(&lacking);
	for (size_t k = 0; k < f->named.n && !shared; k++)
		shared = is_shared(&f->named.at[k], &lacking, worst);
	for (size_t i = 0; i < n; i++)
		if (of[i]->verdict == UNDECIDED)
			of[i]->verdict = shared ? STAYS : GOES;
	vec_release(&lacking);
}

/* Those that a key is missing for, findings of one lack side by side. */
static void judge_lacks(const struct family *f, struct judged_diag *all, size_t n)
{
	struct judged_diag **of = xcalloc(n + 1, sizeof(struct judged_diag *));
	size_t lacks = 0;

	for (size_t i = 0; i < n; i++)
		if (all[i].d->absent)
			of[lacks++] = &all[i];
	if (lacks > 1)
		qsort(of, lacks, sizeof *of, by_lack);
	for (size_t i = 0, j; i < lacks; i = j) {
		bool open = false;

		for (j = i; j < lacks && same_lack(of[i]->d, of[j]->d); j++)
			open |= of[j]->verdict == UNDECIDED;
		if (open)
			judge_lack(f, of + i, j - i);
	}
	free(of);
}

static void family_of(struct family *f, const struct subject_set *set)
{
	struct subjects taken_from = { 0 }, leaf = { 0 };

	for (size_t i = 0; i < set->n; i++)
		for (uint32_t b = 0; b < set->at[i]->nbases; b++)
			vec_push(&taken_from, set->at[i]->base[b].from);
	sort(&taken_from);
	for (size_t i = 0; i < set->n; i++)
		if (is_named(set, set->at[i]->src))
			vec_push(&f->named, ((struct named){ .s = set->at[i] }));
		else if (set->at[i]->through && !holds(&taken_from, set->at[i]))
			vec_push(&leaf, set->at[i]);
	for (size_t i = 0; i < f->named.n; i++)
		for (size_t k = 0; k < leaf.n; k++)
			if (subject_takes_from(leaf.at[k], f->named.at[i].s))
				vec_push(&f->named.at[i].leaf, leaf.at[k]);
	vec_release(&taken_from);
	vec_release(&leaf);
}

static enum verdict first_look(const struct family *f, const struct subject_set *set, struct diag *d)
{
	if (!diag_is_through(d) || d->seen_in[0]->set != set)
		return STAYS;
	d->nfixes = 0;
	if (d->of_bases || touches_named(set, d) || names_named(f, set, d))
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
	struct judged_diag *all;
	size_t remaining = 0, n = d->n;

	if (!any_through(set))
		return 0;
	family_of(&f, set);
	all = xcalloc(n + 1, sizeof *all);
	for (size_t i = 0; i < n; i++)
		all[i] = (struct judged_diag){ &d->at[i], first_look(&f, set, &d->at[i]) };
	judge_lacks(&f, all, n);
	for (size_t i = 0; i < n; i++)
		if (all[i].verdict == STAYS)
			d->at[remaining++] = d->at[i];
	d->n = remaining;
	free(all);
	for (size_t i = 0; i < f.named.n; i++)
		vec_release(&f.named.at[i].leaf);
	vec_release(&f.named);
	return (uint32_t)(n - remaining);
}
