// SPDX-License-Identifier: MIT
#include "fix/past.h"
#include "config/graph.h"
#include "base/str.h"
#include <string.h>

struct refused {
	const char *at; /* the config in which it failed */
	const char *reason;
	uint32_t round;
	bool brings;
};

/* The same finding, and the same edits of the same places. */
static const struct str *name_of(const struct verifier *v, const struct attempt *t)
{
	const struct diag *d = t->diag;
	const struct str *name;
	struct buf b = { 0 };

	buf_printf(&b, "%s\n%s\n%s\n%s\n", d->rule->id, d->path ? d->path : "", d->msg ? d->msg : "", t->root->path);
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct edit *e = &t->edits.at[i];

		buf_printf(&b, "%s\n%u %u %u\n", graph_source(v->cur, e->at.file)->path, e->at.lo, e->at.hi, e->len);
		buf_add(&b, e->text, e->len);
	}
	name = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return name;
}

/* Of m, of all that it inherits from and, below, of all that inherits from it: none was edited since. */
struct looking {
	const struct past *p;
	struct arena arena;
	struct map seen;
	VEC(, const struct module *) todo;
	uint32_t since;
};

static void look_at(struct looking *l, const struct module *m)
{
	if (!m || map_get(&l->seen, m))
		return;
	map_put(&l->arena, &l->seen, m, l);
	vec_push(&l->todo, m);
}

static bool is_unchanged(const struct past *p, const struct graph *g, const struct module *m, uint32_t since)
{
	struct looking l = { .p = p, .since = since };
	const struct module **heir;
	size_t n = graph_dependents(g, m, &heir);
	bool same = true;

	look_at(&l, m);
	for (size_t i = 0; i < n; i++)
		look_at(&l, heir[i]);
	for (size_t i = 0; same && i < l.todo.n; i++) {
		const uint32_t *edited = map_get(&p->edited, str_lit(l.todo.at[i]->real));

		same = !edited || *edited < since;
		for (uint32_t b = 0; b < l.todo.at[i]->nbases; b++)
			look_at(&l, l.todo.at[i]->base[b].module);
	}
	free(heir);
	vec_release(&l.todo);
	arena_release(&l.arena);
	return same;
}

static const struct refused *known(const struct past *p, const struct verifier *v, const struct attempt *t)
{
	const struct refused *r = map_get(&p->refused, name_of(v, t));
	const struct module *m = r ? graph_find(v->wide, r->at) : NULL;

	return m && is_unchanged(p, v->wide, m, r->round) ? r : NULL;
}

void past_refuse(const struct past *p, const struct verifier *v, struct attempt_set *open)
{
	size_t n = 0;

	for (size_t i = 0, k; p->refused.n && i < open->n; i = k) {
		bool all = true;

		for (k = i; k < open->n && open->at[k]->unit == open->at[i]->unit; k++)
			all = all && known(p, v, open->at[k]);
		for (size_t x = i; x < k; x++) {
			struct attempt *t = open->at[x];
			const struct refused *r = all ? known(p, v, t) : NULL;

			if (!r) {
				open->at[n++] = t;
				continue;
			}
			t->state = ATTEMPT_REFUSED;
			t->reason = r->reason;
			t->brings = r->brings;
		}
	}
	if (p->refused.n)
		open->n = n;
}

void past_note(struct past *p, const struct verifier *v, const struct attempt_set *settled)
{
	for (size_t i = 0; i < settled->n; i++) {
		const struct attempt *t = settled->at[i];
		struct refused *r;

		if (t->state != ATTEMPT_REFUSED || !t->bad_at || !t->alone)
			continue;
		r = arena_new(p->a, struct refused);
		*r = (struct refused){ arena_strdup(p->a, t->bad_at->path), t->reason, p->round, t->brings };
		map_put(p->a, &p->refused, name_of(v, t), r);
	}
}

void past_edited(struct past *p, const struct verifier *v, const struct attempt_set *kept)
{
	for (size_t i = 0; i < kept->n; i++)
		for (size_t k = 0; k < kept->at[i]->edits.n; k++) {
			const struct module *m = graph_owner(v->cur, kept->at[i]->edits.at[k].at.file);
			uint32_t *round = m ? arena_new(p->a, uint32_t) : NULL;

			if (!m)
				continue;
			*round = p->round;
			map_put(p->a, &p->edited, str_lit(m->real), round);
		}
	p->round++;
}
