// SPDX-License-Identifier: MIT
/* The kinds of subjects that a rule is about: one, or a list whose first one names the tree in its expressions. */
#include "lint/rules/rule_kinds.h"
#include <string.h>

enum { KINDS_MAX = 32 };

static const struct subject_kind *kind_of(struct yread *y, const struct ynode *n,
					  const struct subject_kind *const *kinds)
{
	const char *s = yread_text(y, n, "on"), *names[KINDS_MAX];
	uint32_t known = 0;
	for (; kinds[known] && known < KINDS_MAX; known++)
		names[known] = kinds[known]->name;
	const struct subject_kind *kind = s ? subject_kind_find(kinds, s) : NULL;
	if (s && !kind)
		yread_unknown(y, n->at.lo, "kind of file", s, names, known);
	return kind;
}

bool rule_read_kinds(struct yread *y, const struct ynode *n, const struct subject_kind *const *kinds, struct rule *r)
{
	bool list = n && n->kind == Y_SEQ && n->n;
	r->on = n ? kind_of(y, list ? n->kid[0] : n, kinds) : kinds[0];
	if (!r->on || !list)
		return r->on;
	r->also = arena_array(y->a, const char *, n->n);
	for (uint32_t i = 1; i < n->n; i++) {
		const struct subject_kind *kind = kind_of(y, n->kid[i], kinds);
		if (!kind)
			return false;
		if (kind->dialects || r->on->dialects)
			return yread_fail(y, n->kid[i], "a rule about configs is about nothing else");
		r->also[r->nalso++] = kind->name;
	}
	return true;
}

bool rule_is_about(const struct rule *r, const struct subject_kind *kind)
{
	bool is = r->on == kind;
	for (uint32_t i = 0; i < r->nalso && !is; i++)
		is = !strcmp(r->also[i], kind->name);
	return is;
}
