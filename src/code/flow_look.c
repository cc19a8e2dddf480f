// SPDX-License-Identifier: MIT
/* Each link is in two lists: the sets that one step reads, and the steps that read one set. */
#include "code/flow_look.h"
#include "code/priv.h"

/* sets that one statement reads: beyond, a map records them */
enum { LOOKS_MANY = 64 };

/* A few are searched linearly. */
static bool looked_at(struct step *by, const struct aset *v)
{
	if (by->nlooks >= LOOKS_MANY)
		return map_get(&by->many, v);
	for (const struct look *seen = by->looks; seen; seen = seen->more)
		if (seen->at == v)
			return true;
	return false;
}

static void note_look(struct index *c, struct step *by, struct aset *v)
{
	struct look *new = arena_new(&c->m.arena, struct look);
	*new = (struct look){ by, v, v->looks, by->looks };
	v->looks = by->looks = new;
	if (++by->nlooks < LOOKS_MANY)
		return;
	for (const struct look *l = new; l && (l == new || by->nlooks == LOOKS_MANY); l = l->more)
		map_put(&c->m.arena, &by->many, l->at, new);
}

const struct aset *flow_look(struct fn *f, struct aset *v)
{
	struct index *c = index_of(f->file);
	if (c->final || looked_at(c->step, v))
		return v;
	if (c->nlooks++ < LOOKS_MAX)
		note_look(c, c->step, v);
	else
		c->step->dirty = c->step->in->flow->dirty = true;
	return v;
}

bool flow_grow(struct index *c, struct aset *v, const struct aset *from, bool in)
{
	bool grew = in ? aset_join_in(c, v, from) : aset_join(c, v, from);
	if (grew)
		flow_grew(c, v, aset_has_config(from));
	return grew;
}

void flow_grew(struct index *c, const struct aset *v, bool config)
{
	c->changed = true;
	for (const struct look *l = v->looks; l; l = l->other) {
		l->by->dirty = true;
		l->by->in->flow->dirty |= config || l->by->in->flow->touched;
	}
}
