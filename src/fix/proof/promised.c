// SPDX-License-Identifier: MIT
/* Compares an effective config before and after with what the fixes promised for it. A top-level variable that only
 * carries a value into the promised place (train_pipeline) may change too if nothing reads it as a key; that is
 * declared.
 *
 *	promised: n = 4. n from 2 to 4: as promised; m from 1 to 3 beside it: refused */
#include "fix/proof/promised.h"
#include "base/path.h"
#include "fix/edit/carry.h"
#include "fix/edit/override.h"
#include "config/differ.h"
#include "lint/lint.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

void promised_add(struct promised *ok, struct grant g)
{
	vec_push(&ok->grant, g);
}

void promised_release(struct promised *ok)
{
	vec_release(&ok->grant);
}

static const struct module *in_wide(const struct promised *ok, const struct edit *e)
{
	const struct module *m = graph_owner(ok->v->cur, e->at.file);

	return m ? graph_find(ok->v->wide, m->path) : NULL;
}

/* --- promises */

static const char *broken_promise(struct promised *ok, const struct attempt *t)
{
	struct arena *a = ok->v->a;

	for (uint32_t i = 0; i < t->nexpect; i++) {
		struct expect *x = &t->expect[i];
		struct slot s = keypath_get(a, ok->after->merged, x->path);
		bool there = s.found == x->path.n;

		if (x->absent && there)
			return arena_printf(a, "%s would still exist", keypath_text(a, x->path));
		if (x->dict) {
			if (!there || s.val.kind != VALUE_DICT)
				return arena_printf(a, "%s would not become a dict", keypath_text(a, x->path));
			x->want = value_copy(a, s.val);
			continue;
		}
		if (!x->absent && (!there || !config_same(s.val, x->want)))
			return arena_printf(a, "%s would not get the value", keypath_text(a, x->path));
	}
	return NULL;
}

/* --- changes */

/* A new subtree holds promised values only. */
static bool all_promised(struct arena *a, const struct attempt *t, struct keypath path, struct value v, unsigned depth)
{
	const struct entry *e;
	struct dict_iter it;

	for (uint32_t i = 0; i < t->nexpect; i++)
		if (keypath_under(path, t->expect[i].path))
			return true;
	if (v.kind != VALUE_DICT || v.as.dict->count == 0 || depth > OVERRIDE_DEPTH_MAX)
		return false;
	dict_begin(&it, v.as.dict);
	while ((e = dict_next(&it)))
		if (!all_promised(a, t, keypath_add(a, path, e->key), e->val, depth + 1))
			return false;
	return true;
}

static bool promised(struct promised *ok, const struct attempt *t, const struct change *c)
{
	for (uint32_t i = 0; i < t->nexpect; i++)
		if (keypath_under(c->path, t->expect[i].path))
			return true;
	return c->kind == CHANGE_ADDED && all_promised(ok->v->a, t, c->path, c->after, 0);
}

/* A dependent has the promised value, or its own keys below it. */
static bool changed_alike(struct promised *ok, const struct attempt *t, const struct change *c)
{
	for (uint32_t i = 0; i < t->nexpect; i++) {
		const struct expect *x = &t->expect[i];

		if (!keypath_under(c->path, x->path)) /* nearly all: each change is held against each fix */
			continue;

		struct slot s = keypath_get(ok->v->a, ok->after->merged, x->path);
		struct slot own = keypath_get(ok->v->a, ok->after->own, x->path);

		if (x->dict	? s.found == x->path.n && s.val.kind == VALUE_DICT
		    : x->absent ? s.found != x->path.n
				: s.found == x->path.n && config_same(s.val, x->want))
			return true;
		if (own.found == x->path.n)
			return true;
	}
	return c->kind == CHANGE_ADDED && all_promised(ok->v->a, t, c->path, c->after, 0);
}

/* Whether a file that the fix edits uses the top-level name: its value is passed on there. */
static bool carries(struct promised *ok, const struct attempt *t, const struct str *name)
{
	uint32_t seen = 0;

	for (size_t i = 0; i < t->edits.n; i++) {
		const struct module *m = graph_owner(ok->v->cur, t->edits.at[i].at.file);

		if (!m || m->src->id == seen)
			continue;
		seen = m->src->id;
		if (carry_user(m, name))
			return true;
	}
	return false;
}

static struct value after_at(struct promised *ok, struct keypath p, uint32_t n)
{
	struct slot s = keypath_get(ok->v->a, ok->after->merged, (struct keypath){ .part = p.part, .n = n });

	return s.found == n ? s.val : (struct value){ 0 };
}

/* The rest of one path from i, and of another from k: the same as far as both go. */
static bool same_rest(struct keypath x, uint32_t i, struct keypath y, uint32_t k)
{
	for (; i < x.n && k < y.n; i++, k++)
		if (!key_same(x.part[i], y.part[k]))
			return false;
	return true;
}

/* What now stands at or above the change is what stands at or above the promised place. */
static bool same_as_promised(struct promised *ok, const struct expect *x, const struct change *c)
{
	if (x->absent)
		return c->kind == CHANGE_REMOVED && c->path.n > 1 &&
		       key_same(c->path.part[c->path.n - 1], x->path.part[x->path.n - 1]);
	for (uint32_t k = 1; k <= c->path.n; k++) {
		struct value here = after_at(ok, c->path, k);

		for (uint32_t i = 1; value_is_known(here) && i <= x->path.n; i++)
			if (same_rest(c->path, k, x->path, i) && config_same(here, after_at(ok, x->path, i)))
				return true;
	}
	return false;
}

static void note_change(struct promised *ok, struct ripples *list, const char *key)
{
	struct ripple *r = arena_new(ok->v->a, struct ripple);

	*(list->first ? &list->last->next : &list->first) = r;
	list->last = r;
	*r = (struct ripple){ .config = arena_strdup(ok->v->a,
						     path_relative(ok->v->a, ok->before->root, ok->before->file)),
			      .path = arena_strdup(ok->v->a, ok->before->path),
			      .key = key };
}

/* The same change in a variable that carried the value and that no code reads as a key. */
static bool mirrors(struct promised *ok, struct attempt *t, const struct change *c)
{
	const struct value *name = c->path.n > 0 ? &c->path.part[0] : NULL;

	if (!name || name->kind != VALUE_STR || carry_is_key(&ok->v->l->rules->dialects, name->as.s) ||
	    !carries(ok, t, name->as.s))
		return false;
	for (uint32_t i = 0; i < t->nexpect; i++) {
		const struct expect *x = &t->expect[i];

		if (key_same(x->path.part[0], *name) || !same_as_promised(ok, x, c))
			continue;
		note_change(ok, &t->carried, name->as.s->s);
		return true;
	}
	return false;
}

static const char *dependents_text(struct promised *ok, const struct attempt *t)
{
	const struct module *file = in_wide(ok, &t->edits.at[0]);
	const struct module *const *dep;
	size_t n = file ? loaded_dependents(ok->loaded, file, &dep) : 0;

	ok->family = true;
	if (!file)
		return "a config that inherits from it would change";
	return arena_printf(ok->v->a, "%zu config%s inherit%s from %s and would change too; use --edit-bases", n,
			    plural(n), n == 1 ? "s" : "", path_relative(ok->v->a, file->root, file->path));
}

/* A deleted statement may move its name among the top-level keys; training code looks keys up and never uses their
 * order. */
static bool only_moves_names(const struct promised *ok, const struct change *c)
{
	if (c->kind != CHANGE_ORDER || c->path.n)
		return false;
	for (size_t i = 0; i < ok->grant.n; i++)
		if (ok->grant.at[i].by->plan->nedits)
			return true;
	return false;
}

static bool grants_alike(struct promised *ok, const struct grant *gr, bool judged, const struct change *c)
{
	return !gr->own && gr->judged == judged && changed_alike(ok, gr->by, c);
}

/* x edits a file that inherits from one that y edits: x's file decides keys that both set. */
static bool is_nearer(const struct promised *ok, const struct grant *x, const struct grant *y)
{
	const struct module *m = in_wide(ok, &x->by->edits.at[0]), *n = in_wide(ok, &y->by->edits.at[0]);

	return m && n && m != n && subject_takes_from(&m->subject, &n->subject);
}

/* By a fix of another config. Those on trial first: effects of an earlier one were reported at its own trial. */
static bool granted_alike(struct promised *ok, const struct change *c, bool judged)
{
	struct grant *by = NULL, *reporter;

	for (size_t i = 0; !by && i < ok->grant.n; i++) {
		struct grant *gr = &ok->grant.at[i];

		if (grants_alike(ok, gr, judged, c) || (!gr->own && gr->judged == judged && mirrors(ok, gr->by, c)))
			by = gr;
	}
	if (!by)
		return false;
	by->used = true;
	reporter = by;
	for (struct grant *gr = by + 1; judged && gr < ok->grant.at + ok->grant.n; gr++)
		if (grants_alike(ok, gr, judged, c) && is_nearer(ok, gr, reporter))
			reporter = gr;
	if (judged)
		note_change(ok, &reporter->by->ripple, keypath_text(ok->v->a, c->path));
	return true;
}

static bool change_granted(struct promised *ok, const struct change *c)
{
	if (only_moves_names(ok, c))
		return true;
	for (size_t i = 0; i < ok->grant.n; i++) {
		struct grant *gr = &ok->grant.at[i];

		if (!gr->own || (!promised(ok, gr->by, c) && !mirrors(ok, gr->by, c)))
			continue;
		if (gr->judged && ok->v->edit_bases)
			note_change(ok, &gr->by->ripple, keypath_text(ok->v->a, c->path));
		return true;
	}
	return ok->v->edit_bases && (granted_alike(ok, c, true) || granted_alike(ok, c, false));
}

/* A value is moved by two edits, one in a base and one in the config. A config that only gets the first edit, or that
 * sets the new key itself, would lose the value. */
static const char *half_moved(const struct promised *ok, const struct attempt *t)
{
	const struct expect *gone = NULL;

	for (uint32_t k = 0; k < t->nexpect; k++)
		gone = t->expect[k].absent ? &t->expect[k] : gone;
	for (uint32_t k = 0; gone && k < t->nexpect; k++) {
		const struct expect *x = &t->expect[k];
		struct slot s = keypath_get(ok->v->a, ok->after->merged, x->path);
		bool there = s.found == x->path.n;

		if (!x->absent && !(there && (x->dict ? s.val.kind == VALUE_DICT : config_same(s.val, x->want))))
			return arena_printf(ok->v->a, "it would lose %s without getting %s",
					    keypath_text(ok->v->a, gone->path), keypath_text(ok->v->a, x->path));
	}
	return NULL;
}

/* A base is edited for the configs that have the finding. A config without the finding would get a value that is right
 * for another one. A base that is no complete config loses nothing: its keys are for its children. */
static const char *bystander(struct promised *ok)
{
	const struct settings *st = settings_for(ok->v->l->settings, ok->before->path, NULL);
	const struct judged here = { &ok->before->subject, st };
	const char *why = NULL;
	bool whole;

	for (size_t i = 0; st && !why && i < ok->grant.n; i++) {
		const struct grant *gr = &ok->grant.at[i];
		const struct diag *d = gr->by->diag;

		if (!gr->used || gr->by->plan->n == 0)
			continue;
		if (!lint_shares(ok->v->l, ok->v->memo, &here, d->rule, d->path, &whole))
			why = arena_printf(ok->v->a, "it would change %s too, which has no such finding",
					   path_relative(ok->v->a, ok->before->root, ok->before->path));
		else if (whole || !ok->before->ndependents)
			why = half_moved(ok, gr->by);
	}
	return why;
}

static const char *refuse_change(struct promised *ok, const struct change *c)
{
	for (size_t i = 0; !ok->v->edit_bases && i < ok->grant.n; i++)
		if (!ok->grant.at[i].own)
			return dependents_text(ok, ok->grant.at[i].by);
	return arena_printf(ok->v->a, "it would also change %s",
			    c->path.n ? keypath_text(ok->v->a, c->path) : "the order of keys");
}

const char *promised_judge(struct promised *ok)
{
	struct changes diff = { 0 };
	const char *why = NULL;

	for (size_t i = 0; !why && i < ok->grant.n; i++)
		if (ok->grant.at[i].own && (why = broken_promise(ok, ok->grant.at[i].by)) && ok->grant.at[i].judged)
			ok->broken = ok->grant.at[i].by;
	if (!why)
		config_diff(ok->v->a, ok->before->merged, ok->after->merged, &diff);
	for (size_t i = 0; !why && i < diff.n; i++)
		if (!change_granted(ok, &diff.at[i]))
			why = refuse_change(ok, &diff.at[i]);
	if (!why)
		why = bystander(ok);
	vec_release(&diff);
	return why;
}

/* --- telling */

/* Whether the file itself sets the key differently. */
static bool differs_in(const struct verifier *v, uint32_t file, const struct module *now, const struct expect *x)
{
	const struct module *before = graph_owner(v->cur, file);
	struct slot was, is;

	if (!now)
		return false;
	was = keypath_get(v->a, before->own, x->path);
	is = keypath_get(v->a, now->own, x->path);
	return was.found != is.found || (was.found == x->path.n && !config_same(was.val, is.val));
}

/* Each promise with the files that changed for it; changes of variables belong to all promises. */
void promised_note_files(const struct verifier *v, promised_after *after, void *ctx, struct attempt *t)
{
	uint32_t last = 0;

	for (uint32_t i = 0; i < t->nexpect; i++) {
		t->expect[i].file = arena_array(v->a, uint32_t, t->edits.n + 1);
		t->expect[i].nfiles = 0;
	}
	for (size_t k = 0; k < t->edits.n; k++) {
		bool any = false;

		if (k && t->edits.at[k].at.file == last)
			continue;
		last = t->edits.at[k].at.file;

		const struct module *before = graph_owner(v->cur, last);
		const struct module *now = before ? after(ctx, before->path) : NULL;

		for (uint32_t i = 0; i < t->nexpect; i++)
			any |= differs_in(v, last, now, &t->expect[i]);
		for (uint32_t i = 0; i < t->nexpect; i++)
			if (!any || differs_in(v, last, now, &t->expect[i]))
				t->expect[i].file[t->expect[i].nfiles++] = last;
	}
}
