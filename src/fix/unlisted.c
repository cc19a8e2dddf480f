// SPDX-License-Identifier: MIT
#include "fix/unlisted.h"
#include "config/config_subject.h"
#include <string.h>

static bool shares_config(const struct diag *x, const struct diag *y)
{
	for (uint32_t i = 0; i < x->nseen; i++)
		for (uint32_t k = 0; k < y->nseen; k++)
			if (!strcmp(x->seen_in[i]->path, y->seen_in[k]->path))
				return true;
	return false;
}

/* The message may name values that a fix has changed. */
static bool is_same(const struct diag *x, const struct diag *y)
{
	return x->rule == y->rule && (x->path && y->path ? !strcmp(x->path, y->path) : !strcmp(x->msg, y->msg)) &&
	       shares_config(x, y);
}

static bool has(const struct diags *all, const struct diag *d)
{
	for (size_t i = 0; i < all->n; i++)
		if (is_same(&all->at[i], d))
			return true;
	return false;
}

static void look(struct unlisted *u, struct arena *a)
{
	struct lint_stats stats = { 0 };
	struct linter l = *u->l;

	u->looked = true;
	l.carried = true;
	lint_run(&l, a, graph_subjects(u->in->g), &u->all, NULL, &stats);
}

bool unlisted_has(struct unlisted *u, struct arena *a, const struct diag *d)
{
	if (!u->in->g || u->l->carried)
		return false;
	if (!u->looked)
		look(u, a);
	return has(&u->all, d) && !has(u->in->found, d);
}

void unlisted_release(struct unlisted *u)
{
	vec_release(&u->all);
}
