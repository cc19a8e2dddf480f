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

/* What is known of the past at one moment. */
struct looking {
	const struct past *p;
	const struct verifier *v;
	struct arena arena;
	struct map last; /* module -> the last round in which it or its kin was edited */
};
/* A config, all that it inherits from and, below, all that inherits from it. */
struct kin {
	struct arena arena;
	struct map seen;
	VEC(, const struct module *) all;
};

static void add_kin(struct kin *k, const struct module *m)
{
	if (!m || map_get(&k->seen, m))
		return;
	map_put(&k->arena, &k->seen, m, k);
	vec_push(&k->all, m);
}

static uint32_t last_edit(const struct past *p, const struct graph *g, const struct module *m)
{
	struct kin k = { 0 };
	const struct module **heir;
	size_t n = graph_dependents(g, m, &heir);
	uint32_t last = 0;

	add_kin(&k, m);
	for (size_t i = 0; i < n; i++)
		add_kin(&k, heir[i]);
	for (size_t i = 0; i < k.all.n; i++) {
		const struct module *x = k.all.at[i];
		const uint32_t *edited = map_get(&p->edited, str_lit(x->real));

		if (edited && *edited > last)
			last = *edited;
		for (uint32_t b = 0; b < x->nbases; b++)
			add_kin(&k, x->base[b].module);
	}
	free(heir);
	vec_release(&k.all);
	arena_release(&k.arena);
	return last;
}

/* Ten thousand may have failed in one config. */
static bool is_unchanged(struct looking *l, const struct module *m, uint32_t since)
{
	uint32_t *last = map_get(&l->last, m);

	if (!last) {
		last = arena_new(&l->arena, uint32_t);
		*last = last_edit(l->p, l->v->wide, m);
		map_put(&l->arena, &l->last, m, last);
	}
	return *last < since;
}

static const struct refused *known(struct looking *l, const struct attempt *t)
{
	const struct refused *r = map_get(&l->p->refused, name_of(l->v, t));
	const struct module *m = r ? graph_find(l->v->wide, r->at) : NULL;

	return m && is_unchanged(l, m, r->round) ? r : NULL;
}

void past_refuse(const struct past *p, const struct verifier *v, struct attempt_set *open)
{
	struct looking l = { .p = p, .v = v };
	size_t n = 0;

	for (size_t i = 0, k; p->refused.n && i < open->n; i = k) {
		bool all = true;

		for (k = i; k < open->n && open->at[k]->unit == open->at[i]->unit; k++)
			all = all && known(&l, open->at[k]);
		for (size_t x = i; x < k; x++) {
			struct attempt *t = open->at[x];
			const struct refused *r = all ? known(&l, t) : NULL;

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
	arena_release(&l.arena);
}

void past_note(struct past *p, const struct verifier *v, const struct attempt_set *settled)
{
	for (size_t i = 0; i < settled->n; i++) {
		const struct attempt *t = settled->at[i];
		struct refused *r;

		if (t->state != ATTEMPT_REFUSED || !t->bad_at || !t->alone || !t->sure)
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
