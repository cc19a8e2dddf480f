// SPDX-License-Identifier: MIT
/* Counts of jobs, added up. */
#include "lint/finding/stats.h"

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

void lint_stats_add(struct arena *a, struct lint_stats *to, const struct lint_stats *s)
{
	for (uint32_t i = 0; i < s->nkinds; i++) {
		struct lint_count *c = lint_count(to, s->of[i].kind);
		c->files += s->of[i].files;
		c->whole += s->of[i].whole;
		c->unloaded += s->of[i].unloaded;
		c->untold += s->of[i].untold;
		c->through += s->of[i].through;
		c->through_lost += s->of[i].through_lost;
		c->unread += s->of[i].unread;
	}
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
