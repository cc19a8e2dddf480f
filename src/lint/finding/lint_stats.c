// SPDX-License-Identifier: MIT
/* Counts of jobs, added up. */
#include "lint/finding/lint_stats.h"
#include "base/vec.h"
#include <stdlib.h>

struct lint_count *lint_count(struct lint_stats *s, const struct subject_kind *kind)
{
	for (uint32_t i = 0; i < s->nkinds; i++)
		if (s->of[i].kind == kind)
			return &s->of[i];
	if (s->nkinds == KINDS_MAX)
		BUG("more than %d kinds of subjects", KINDS_MAX);
	s->of[s->nkinds].kind = kind;
	return &s->of[s->nkinds++];
}

static void add_silenced(struct arena *a, struct silenced **to, const struct silenced *x)
{
	struct silenced *own = arena_new(a, struct silenced);
	*own = *x;
	own->next = *to;
	*to = own;
}

void lint_stats_silence(struct arena *a, struct lint_stats *s, const struct silenced *x)
{
	add_silenced(a, &s->silenced, x);
}

static int order(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int by_place(struct span a, struct span b)
{
	int c = order(a.file, b.file);
	c = c ? c : order(a.lo, b.lo);
	return c ? c : order(a.hi, b.hi);
}

static int by_finding(const void *x, const void *y)
{
	const struct silenced *a = *(const struct silenced *const *)x, *b = *(const struct silenced *const *)y;
	int c = by_place(a->by, b->by);
	c = c ? c : by_place(a->at, b->at);
	return c ? c : (a->rule > b->rule) - (a->rule < b->rule);
}

void lint_stats_settle(struct lint_stats *s)
{
	VEC(, const struct silenced *) all = { 0 };
	for (const struct silenced *x = s->silenced; x; x = x->next)
		vec_push(&all, x);
	if (all.n > 1)
		qsort(all.at, all.n, sizeof *all.at, by_finding);
	for (size_t i = 0; i < all.n; i++)
		s->suppressed += !i || by_finding(&all.at[i - 1], &all.at[i]) != 0;
	s->silenced = s->through = NULL;
	vec_release(&all);
}

void lint_stats_add(struct arena *a, struct lint_stats *to, const struct lint_stats *s)
{
	for (uint32_t i = 0; i < s->nkinds; i++) {
		struct lint_count *c = lint_count(to, s->of[i].kind);
		c->files += s->of[i].files;
		c->whole += s->of[i].whole;
		c->unloaded += s->of[i].unloaded;
		c->away += s->of[i].away;
		c->unselected += s->of[i].unselected;
		c->through += s->of[i].through;
		c->through_lost += s->of[i].through_lost;
		c->unread += s->of[i].unread;
	}
	for (const struct silenced *x = s->silenced; x; x = x->next)
		lint_stats_silence(a, to, x);
	for (const struct silenced *x = s->through; x; x = x->next)
		add_silenced(a, &to->through, x);
	to->suppressed += s->suppressed;
	to->unwalked += s->unwalked;
	to->left_out += s->left_out;
	to->events += s->events;
	for (int i = 0; i < UNCHECKED_WHYS; i++)
		unchecked_join(a, &to->unchecked[i], &s->unchecked[i]);
}

bool lint_all_checked(const struct lint_stats *s)
{
	for (int i = 0; i < UNCHECKED_WHYS; i++)
		if (s->unchecked[i].nsubjects && i != UNCHECKED_FRAGMENT)
			return false;
	return true;
}

bool lint_only_fragments(const struct lint_stats *s)
{
	for (uint32_t i = 0; i < s->nkinds; i++)
		if (s->of[i].whole || s->of[i].through)
			return false;
	return s->unchecked[UNCHECKED_FRAGMENT].nsubjects > 0;
}
