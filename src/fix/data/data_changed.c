// SPDX-License-Identifier: MIT
/* Every difference of the two trees must be what a promise says, and every promise must be a difference.
 *
 *	x: &x {a: 1}, y: *x; x.a shall be 2	refused: y.a would change, too
 *	a.yaml and b.yaml name ds.json		what changes there for a.yaml may change for b.yaml */
#include "fix/data/data_changed.h"
#include "config/differ.h"
#include "python/value/dict.h"
#include <string.h>

struct data_check {
	struct arena *a;
	const struct subject *s, *after;
	const struct attempt_set *all;
	struct changes change;
	bool *promised; /* by change: a promise is about it */
};

static struct keypath above(struct keypath p)
{
	return (struct keypath){ p.part, p.n - 1 };
}

/* The change at the path, of that kind; NULL: none. */
static const struct change *change_at(struct data_check *j, enum change_kind kind, struct keypath path)
{
	for (size_t i = 0; i < j->change.n; i++)
		if (j->change.at[i].kind == kind && keypath_same(j->change.at[i].path, path)) {
			j->promised[i] = true;
			return &j->change.at[i];
		}
	return NULL;
}

/* The file says nothing at that path any more: it is gone, or what stands there is a default of the class that reads
 * the file. */
static bool is_given_up(struct data_check *j, struct keypath path)
{
	struct value in = keypath_get(j->a, j->after->tree, above(path)).val;
	const struct entry *e = in.kind == VALUE_DICT ? dict_find(in.as.dict, path.part[path.n - 1]) : NULL;

	change_at(j, CHANGE_REMOVED, path);
	if (e)
		change_at(j, CHANGE_VALUE, path);
	return in.kind == VALUE_DICT && (!e || e->key.at.file != in.at.file);
}

/* The file says the value at that path. */
static bool is_given(struct data_check *j, struct keypath path, struct value want)
{
	struct value in = keypath_get(j->a, j->after->tree, above(path)).val;
	const struct entry *e = in.kind == VALUE_DICT ? dict_find(in.as.dict, path.part[path.n - 1]) : NULL;

	change_at(j, CHANGE_ADDED, path);
	change_at(j, CHANGE_VALUE, path);
	return e && e->key.at.file == in.at.file && config_same(e->val, want);
}

static bool is_fulfilled(struct data_check *j, const struct promise *p)
{
	const struct change *new;
	struct keypath renamed;

	switch (p->kind) {
	case PROMISE_REMOVE:
		return is_given_up(j, p->path);
	case PROMISE_RENAME:
		renamed = keypath_add(j->a, above(p->path), value_str(p->name, (struct span){ 0 }));
		return is_given_up(j, p->path) && is_given(j, renamed, keypath_get(j->a, j->s->tree, p->path).val);
	case PROMISE_SET:
		new = change_at(j, CHANGE_VALUE, p->path);
		new = new ? new : change_at(j, CHANGE_ADDED, p->path);
		return new &&config_same(new->after, p->want);
	default:
		return false;
	}
}

/* Both paths lead to one dict of one file. */
static bool same_dict(const struct data_check *j, struct keypath here, const struct subject *of, struct keypath there)
{
	struct span x = keypath_get(j->a, j->s->tree, here).val.at, y = keypath_get(j->a, of->tree, there).val.at;
	const struct source *one = sources_get(j->s->set->sources, x.file),
			    *two = sources_get(of->set->sources, y.file);

	return one && two && x.lo == y.lo && !strcmp(one->path, two->path);
}

/* The change is what the promise says of that name. */
static bool is_promised(const struct data_check *j, const struct change *c, const struct subject *of,
			const struct promise *p)
{
	struct value name = c->path.part[c->path.n - 1], old = p->path.part[p->path.n - 1];

	switch (p->kind) {
	case PROMISE_REMOVE:
		return c->kind == CHANGE_REMOVED && value_same(name, old);
	case PROMISE_RENAME:
		return value_same(name, old)
			       ? c->kind == CHANGE_REMOVED
			       : c->kind == CHANGE_ADDED && name.kind == VALUE_STR && name.as.s == p->name &&
					 config_same(c->after, keypath_get(j->a, of->tree, p->path).val);
	case PROMISE_SET:
		return (c->kind == CHANGE_VALUE || c->kind == CHANGE_ADDED) && value_same(name, old) &&
		       config_same(c->after, p->want);
	default:
		return false;
	}
}

/* What is promised for one subject changes in the others that name the same file, too. */
static bool comes_along(const struct data_check *j, const struct change *c)
{
	bool of_file = c->path.n > 2 && c->path.part[2].kind == VALUE_STR && !strcmp(c->path.part[2].as.s->s, "files");

	for (size_t i = 0; c->path.n && i < j->all->n; i++) {
		const struct attempt *t = j->all->at[i];

		for (uint32_t k = 0; k < t->plan->n && (t->of != j->s || of_file); k++) {
			const struct promise *p = &t->plan->promise[k];

			if (is_promised(j, c, t->of, p) && same_dict(j, above(c->path), t->of, above(p->path)))
				return true;
		}
	}
	return false;
}

/* `own` says which names the reader takes beside those of its class, of these the ones that the file has: no argument.
 */
static bool is_names_of_reader(const struct change *c)
{
	return c->path.n > 2 && c->path.part[2].kind == VALUE_STR && !strcmp(c->path.part[2].as.s->s, "own");
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
		if (!j->promised[i] && !is_names_of_reader(&j->change.at[i]) && !comes_along(j, &j->change.at[i]))
			return arena_printf(j->a, "%s would change, too", keypath_text(j->a, j->change.at[i].path));
	return NULL;
}

const char *data_changed(struct arena *a, const struct subject *s, const struct subject *after,
			 const struct attempt_set *all)
{
	struct data_check j = { .a = a, .s = s, .after = after, .all = all };
	const char *why;

	config_diff(a, s->tree, after->tree, &j.change);
	j.promised = arena_array(a, bool, j.change.n + 1);
	why = judge(&j);
	vec_release(&j.change);
	return why;
}
