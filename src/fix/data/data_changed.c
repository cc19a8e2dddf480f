// SPDX-License-Identifier: MIT
/* Every difference of the two trees must be what a promise says, and every promise must be a difference.
 *
 *	x: &x {a: 1}, y: *x; x.a shall be 2	refused: y.a would change, too */
#include "fix/data/data_changed.h"
#include "config/differ.h"
#include "python/value/dict.h"

struct data_check {
	struct arena *a;
	const struct subject *s;
	const struct attempt_set *all;
	struct changes change;
	bool *told; /* by change: a promise is about it */
};

/* The change at the path, of that kind; NULL: none. */
static const struct change *change_at(struct data_check *j, enum change_kind kind, struct keypath path)
{
	for (size_t i = 0; i < j->change.n; i++)
		if (j->change.at[i].kind == kind && keypath_same(j->change.at[i].path, path)) {
			j->told[i] = true;
			return &j->change.at[i];
		}
	return NULL;
}

static bool is_fulfilled(struct data_check *j, const struct promise *p)
{
	struct keypath up = { p->path.part, p->path.n - 1 };
	const struct change *gone, *new;

	switch (p->kind) {
	case PROMISE_REMOVE:
		return change_at(j, CHANGE_REMOVED, p->path);
	case PROMISE_RENAME:
		gone = change_at(j, CHANGE_REMOVED, p->path);
		new = change_at(j, CHANGE_ADDED, keypath_add(j->a, up, value_str(p->name, (struct span){ 0 })));
		return gone && new &&config_same(gone->before, new->after);
	case PROMISE_SET:
		new = change_at(j, CHANGE_VALUE, p->path);
		new = new ? new : change_at(j, CHANGE_ADDED, p->path);
		return new &&config_same(new->after, p->want);
	default:
		return false;
	}
}

static const char *judge(struct data_check *j)
{
	for (size_t i = 0; i < j->all->n; i++)
		for (uint32_t k = 0; j->all->at[i]->of == j->s && k < j->all->at[i]->plan->n; k++) {
			const struct promise *p = &j->all->at[i]->plan->promise[k];

			if (!is_fulfilled(j, p))
				return arena_printf(j->a, "%s would not become what the fix intends",
						    keypath_text(j->a, p->path));
		}
	for (size_t i = 0; i < j->change.n; i++)
		if (!j->told[i])
			return arena_printf(j->a, "%s would change, too", keypath_text(j->a, j->change.at[i].path));
	return NULL;
}

const char *data_changed(struct arena *a, const struct subject *s, const struct subject *after,
			 const struct attempt_set *all)
{
	struct data_check j = { .a = a, .s = s, .all = all };
	const char *why;

	config_diff(a, s->tree, after->tree, &j.change);
	j.told = arena_array(a, bool, j.change.n + 1);
	why = judge(&j);
	vec_release(&j.change);
	return why;
}
