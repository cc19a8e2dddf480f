// SPDX-License-Identifier: MIT
/* Compares findings before and after edits, by rule and key path, because edits move their places. */
#include "fix/proof/findings.h"
#include <string.h>

static bool same_place(const struct diag *x, const struct diag *y)
{
	if (x->rule != y->rule)
		return false;
	if (x->path && y->path)
		return strcmp(x->path, y->path) == 0;
	return x->path == y->path && strcmp(x->msg, y->msg) == 0;
}

static uint32_t count_same(const struct diags *all, const struct diag *d)
{
	uint32_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += same_place(&all->at[i], d);
	return n;
}

/* path NULL: wherever it is. */
static uint32_t count_rule(const struct diags *all, const struct rule *rule, const char *path)
{
	uint32_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->at[i].rule == rule && (!path || (all->at[i].path && strcmp(all->at[i].path, path) == 0));
	return n;
}

static struct diags folded(struct arena *a, const struct outcome *o)
{
	struct diags d = { 0 };

	for (size_t i = 0; i < o->found.n; i++)
		vec_push(&d, o->found.at[i]);
	diags_fold(a, &d);
	return d;
}

static const struct diags *before(struct findings *f)
{
	if (!f->compared)
		f->before = folded(&f->arena, loaded_before(f->of, f->v->l, f->v->memo, f->was));
	f->compared = true;
	return &f->before;
}

static bool is_too_heavy(struct findings *f, const struct diag *was, const struct diag *d)
{
	if (d->severity < SEV_WARNING || (d->severity != SEV_ERROR && d->severity <= was->severity))
		return false;
	if (count_rule(&f->after, d->rule, d->path) <= count_rule(before(f), d->rule, d->path))
		return false;
	return d->rule != was->rule || count_rule(&f->after, d->rule, NULL) > count_rule(before(f), d->rule, NULL);
}

static bool would_stay(struct findings *f, const struct diag *d)
{
	uint32_t n = count_same(&f->after, d);

	return n > 0 && count_same(before(f), d) > 0 && n >= count_same(before(f), d);
}

bool findings_load(struct findings *f, const struct verifier *v, struct loaded *of, const struct subject *was,
		   const struct module *m)
{
	loaded_judge(of, v->l, v->memo, &m, 1);

	const struct outcome *o = loaded_found(of, m);

	if (!o)
		return false;
	f->v = v;
	f->of = of;
	f->was = was;
	f->after = folded(&f->arena, o);
	f->loaded = true;
	return true;
}

const char *findings_judge(struct findings *f, const struct attempt *t)
{
	if (would_stay(f, t->diag))
		return "the finding would remain";
	for (size_t i = 0; i < f->after.n; i++) {
		const struct diag *d = &f->after.at[i];

		if (is_too_heavy(f, t->diag, d))
			return arena_printf(f->v->a, "it would cause %s: %s", d->rule->id, d->msg);
	}
	return NULL;
}

void findings_release(struct findings *f)
{
	vec_release(&f->before);
	vec_release(&f->after);
	arena_release(&f->arena);
}
