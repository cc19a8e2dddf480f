// SPDX-License-Identifier: MIT
#include "fix/proof/nearby.h"
#include "base/str.h"
#include <stdlib.h>

/* Modules that were seen, and, as interned paths, the files that they are read from. */
struct lineage {
	struct arena *a;
	struct map seen;
	struct judged_modules todo;
};

static void add_module(struct lineage *l, const struct module *m)
{
	if (!m || map_get(&l->seen, m))
		return;
	map_put(l->a, &l->seen, m, l);
	map_put(l->a, &l->seen, str_lit(m->real), l);
	vec_push(&l->todo, m);
}

/* And all that it inherits from. */
static void add_lineage(struct lineage *l, const struct module *m)
{
	add_module(l, m);
	while (l->todo.n) {
		const struct module *child = vec_pop(&l->todo);

		for (uint32_t i = 0; i < child->nbases; i++)
			add_module(l, child->base[i].module);
	}
}

static void add_place(struct trial_ctx *j, const struct module *m)
{
	if (m && !map_get(&j->place, m))
		vec_push(&j->affected, m);
	if (m)
		map_put(&j->arena, &j->place, m, j);
}

void nearby_places(struct trial_ctx *j, const struct attempt_set *focus)
{
	for (size_t i = 0; i < focus->n; i++) {
		add_place(j, focus->at[i]->bad_at);
		if (focus->at[i]->own_bad)
			add_place(j, reach_wide(j->v, focus->at[i]->root->path));
	}
}

/* The attempts that edit one of the files, or promise something for it. */
static bool is_near(const struct verifier *v, const struct lineage *l, const struct attempt *t)
{
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct module *m = graph_owner(v->cur, t->edits.at[i].at.file);

		if (m && map_get(&l->seen, str_lit(m->real)))
			return true;
	}
	return map_get(&l->seen, str_lit(t->root->real)) != NULL;
}

struct attempt_set nearby_attempts(struct trial_ctx *j, const struct attempt_set *all)
{
	struct attempt_set near = { .at = xcalloc(all->n + 1, sizeof *near.at) };
	struct lineage l = { .a = &j->arena };

	for (size_t i = 0; i < j->affected.n; i++) {
		const struct module *const *dep;
		size_t n = loaded_dependents(j->v->loaded, j->affected.at[i], &dep);

		add_lineage(&l, j->affected.at[i]);
		for (size_t k = 0; k < n; k++)
			add_lineage(&l, dep[k]);
	}
	for (size_t i = 0; i < all->n; i++)
		if (is_near(j->v, &l, all->at[i]))
			near.at[near.n++] = all->at[i];
	vec_release(&l.todo);
	return near;
}
