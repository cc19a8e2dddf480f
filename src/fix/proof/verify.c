// SPDX-License-Identifier: MIT
/* Verifies edits before they are accepted.
 *
 * What is tried: the edits of some fixes are applied on an overlay. The edited files and everything that inherits from
 * them, also configs that were not requested (fix/proof/widen.h), are loaded from there as the real loader would load
 * them, and each is compared by itself, before and after:
 *   1. it loads as well as before and has no new note (after_state, after_note);
 *   2. its promises are fulfilled, and nothing else is different (fix/proof/promised.c);
 *   3. the finding is gone, and there is no new error or heavier warning (fix/proof/findings.c).
 *
 * What exactly must differ: base.py says `data = dict(size=8, n=2)`, a.py and b.py inherit from it, and a finding in
 * a.py promises data.size = 4.
 *   - `data = dict(size=4)` in a.py: data.size of a.py must be 4 and nothing else there may differ, not even the order
 *     of keys. base.py and b.py aren't affected. An edit of base.py is refused, as b.py would change too.
 *   - With --edit-bases, size=4 in base.py: b.py may change in the same way, that is at the promised key and to the
 * promised value, unless b.py sets the key itself, but only if it has the same finding: else 4 is right for a.py alone,
 *     and the fix is refused in the base and tried in a.py.
 *   - A link is another name of the file that it leads to: an edit is made once, under one name, and configs that
 * inherit through any of them are checked.
 *   - `size = 8` and `data = dict(size=size)`: the variable is a key of the effective config too. It may change too as
 * long as no training code looks it up, and that is reported.
 *
 * How failing fixes are found: loading is expensive, so all fixes of a round are tried at once. If a config is wrong,
 * every fix on trial that affects it becomes suspect and gets the reason (blame), and the first such config is recorded
 * (bad_at). settle.c then tries the suspects one after the other, each only there, together with the innocent and those
 * that passed (verify_again): that loads one config and its bases, not all children. Fixes of bases come first, and if
 * one is refused, fixes of the configs below it aren't tried alone. Those that pass are tried with all others once
 * more, which loads only configs with other edits than before (fix/proof/loaded.h). If each passes alone and all
 * together don't, they are halved. Fixes that make one and the same edit (attempt.unit) are tried together first; ten
 * thousand configs that have a finding through one base are one edit of it (attempt.twin), refused or accepted at once,
 * except those whose own promise it doesn't fulfil. So the same call knows two sets: `all` is applied, `focus` is on
 * trial; attempts only in the first were accepted before, and their changes are known, not checked again. */
#include "fix/proof/verify.h"
#include "fix/proof/after.h"
#include "fix/proof/nearby.h"
#include "fix/proof/edit_reach.h"
#include "config/uses.h"
#include "base/path.h"
#include "base/str.h"
#include "fix/proof/promised.h"
#include "fix/proof/findings.h"
#include "lint/judge/memo.h"
#include <stdlib.h>
#include <string.h>

void verify_edits(const struct attempt_set *all, struct edits *out)
{
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->at[i]->edits.n; k++)
			vec_push(out, all->at[i]->edits.at[k]);
	edits_unite(out);
}

struct edits verify_edits_of_file(const struct edits *sorted, size_t first)
{
	size_t n = 0;

	while (first + n < sorted->n && sorted->at[first + n].at.file == sorted->at[first].at.file)
		n++;
	return (struct edits){ .at = sorted->at + first, .n = n, .cap = n };
}

static bool is_root_of(const struct attempt *t, const struct module *m)
{
	return strcmp(t->root->path, m->path) == 0;
}

/* --- loading */

const struct subject_set *verify_load(const struct verifier *v, const struct vfs *over)
{
	return v->set->kind->load(&(struct subject_load){ .fs = over,
							  .pool = v->l->pool,
							  .path = v->paths,
							  .n = v->npaths,
							  .opts = &v->l->graph,
							  .dialects = &v->l->rules->dialects });
}

/* As the next round would: then the graph of a good trial is its graph. That pays where most is loaded anyway; where
 * nearly all was loaded by an earlier trial, only the rest is. */
static bool loads_all(const struct trial_ctx *j, size_t missing)
{
	const struct module *const *all;
	size_t n = graph_modules(j->v->cur, &all);

	if (!j->v->npaths || j->again || missing * 8 < n)
		return false;
	for (size_t i = 0; i < j->affected.n; i++) {
		const struct module *m = graph_find(j->v->cur, j->affected.at[i]->path);

		if (!m || !m->requested || m->through)
			return false;
	}
	return j->affected.n * 2 >= n;
}

static struct graph *load_these(const struct trial_ctx *j, const struct vfs *over, const struct judged_modules *m)
{
	const char **path = xcalloc(m->n + 1, sizeof *path);
	struct graph *g;

	for (size_t i = 0; i < m->n; i++)
		path[i] = m->at[i]->path;
	g = graph_load(over, path, m->n, &j->v->l->graph, j->v->l->pool);
	free(path);
	return g;
}

static void take_loaded(struct trial_ctx *j, struct graph *g, struct vfs *over, const struct judged_modules *m)
{
	struct loaded_graph *x = loaded_take(j->loaded, g, over);

	for (size_t i = 0; i < m->n; i++)
		loaded_put(j->loaded, x, m->at[i], reach_state(j, m->at[i]));
}

static struct vfs *overlay(const struct trial_ctx *j)
{
	return after_overlay(j->v->vfs, graph_subjects(j->v->cur)->sources, j->all);
}

static void load_missing(struct trial_ctx *j)
{
	struct judged_modules missing = { 0 };
	const struct module *known;

	for (size_t i = 0; i < j->affected.n; i++)
		if (!loaded_find(j->loaded, j->affected.at[i], reach_state(j, j->affected.at[i]), &known))
			vec_push(&missing, j->affected.at[i]);
	if (missing.n) {
		struct vfs *over = overlay(j);
		bool all = loads_all(j, missing.n);
		struct graph *g = all ? graph_load(over, j->v->paths, j->v->npaths, &j->v->l->graph, j->v->l->pool)
				      : load_these(j, over, &missing);

		j->now = all ? g : NULL;
		take_loaded(j, g, over, all ? &j->affected : &missing);
	}
	vec_release(&missing);
}

/* It and all that inherits from it, together. */
static void load_family(struct trial_ctx *j, const struct module *m)
{
	struct judged_modules family = { 0 };
	struct vfs *over = overlay(j);
	const struct module *const *dep;
	size_t n = loaded_dependents(j->loaded, m, &dep);

	vec_push(&family, m);
	for (size_t i = 0; i < n; i++)
		vec_push(&family, dep[i]);
	if (j->v->memo) /* it may have some that are loaded again */
		memo_free(j->v->memo);
	take_loaded(j, load_these(j, over, &family), over, &family);
	j->v->memo = j->again ? NULL : memo_new(j->v->l->rules, JUDGE_COUNT);
	j->now = NULL;
	vec_release(&family);
}

/* --- judging one config */

static const char *judge_changes(struct trial_ctx *j, const struct module *before, const struct module *after)
{
	struct promised ok = { .v = j->v, .loaded = j->loaded, .before = before, .after = after };
	const char *why = NULL;

	for (size_t k = 0; k < j->touch.n; k++) {
		struct attempt *t = j->all->at[j->touch.at[k].i];

		if (j->touch.at[k].edits)
			promised_add(&ok, (struct grant){ .by = t,
							  .own = strcmp(t->root->real, before->real) == 0,
							  .judged = j->at[j->touch.at[k].i].on_trial });
	}
	if (before->state == MODULE_OK)
		why = promised_judge(&ok);
	j->family = ok.family;
	j->fault = ok.broken;
	promised_release(&ok);
	return why;
}

/* The fix of one finding must remove it, and none of equal severity may appear. */
static const char *judge_findings(struct trial_ctx *j, const struct module *before)
{
	struct findings f = { 0 };
	const char *why = NULL;

	for (size_t i = 0; !why && i < j->touch.n; i++) {
		struct attempt *t = j->all->at[j->touch.at[i].i];

		if (!j->at[j->touch.at[i].i].on_trial || !is_root_of(t, before))
			continue;
		if (!f.loaded && !findings_load(&f, j->v, j->loaded, &t->root->subject, before))
			why = "its settings can't be read";
		else
			why = findings_judge(&f, t);
		t->brings = why && f.loaded;
		j->fault = why ? t : NULL;
	}
	findings_release(&f);
	return why;
}

static const struct module *after_of(struct trial_ctx *j, const struct module *m)
{
	const struct module *after;

	loaded_find(j->loaded, m, reach_state(j, m), &after);
	return after;
}

/* The checks that run no rule. */
static const char *judge_values(struct trial_ctx *j, const struct module *before)
{
	const struct module *after = after_of(j, before);
	const char *why;

	j->family = false;
	j->fault = NULL;
	if (!after)
		return "the result could not be loaded";
	why = after_state(j->v->a, before, after);
	if (!why)
		why = after_note(j->v->a, before, after);
	return why ? why : judge_changes(j, before, after);
}

static const char *judge_once(struct trial_ctx *j, const struct module *before)
{
	const char *why = judge_values(j, before);

	return why ? why : judge_findings(j, before);
}

/* Its findings after the edits depend on its children, and those were not loaded in their final state. */
static bool lacks_children(struct trial_ctx *j, const struct module *before)
{
	const struct module *after = after_of(j, before), *child;
	const struct module *const *dep;
	size_t n = after && module_queried_children(after) ? loaded_dependents(j->loaded, before, &dep) : 0;

	for (size_t i = 0; i < n; i++)
		if (!loaded_find(j->loaded, dep[i], reach_state(j, dep[i]), &child) ||
		    !loaded_together(j->loaded, before, dep[i]))
			return true;
	return false;
}

struct verdict {	 /* on the values of a config */
	const char *why; /* NULL: they are as promised */
	bool family;
	struct attempt *fault;
};

static struct verdict look_at_values(struct trial_ctx *j, const struct module *before)
{
	struct verdict r;

	reach_touches(j, before);
	r.why = judge_values(j, before);
	r.family = j->family;
	r.fault = j->fault;
	return r;
}

static const char *judge(struct trial_ctx *j, const struct module *before, const struct verdict *values)
{
	const char *why = values->why;

	reach_touches(j, before);
	j->family = values->family;
	j->fault = values->fault;
	if (!why)
		why = judge_findings(j, before);
	if (!lacks_children(j, before))
		return why;
	load_family(j, before);
	return judge_once(j, before);
}

/* The fixes on trial that affect the config are twins, or of one unit: an error there is theirs, whatever else is on
 * trial. */
static bool is_of_twins(const struct trial_ctx *j)
{
	const struct attempt *one = NULL;

	for (size_t i = 0; i < j->touch.n; i++) {
		const struct attempt *t = j->all->at[j->touch.at[i].i];

		if (!j->at[j->touch.at[i].i].on_trial)
			continue;
		if (one && (j->v->pairs ? one->unit != t->unit : one->twin != t->twin))
			return false;
		one = t;
	}
	return one;
}

/* All twins of i, for they make the same edit. */
static void blame_twins(struct trial_ctx *j, const struct module *m, uint32_t i, const char *why, bool sure)
{
	struct numbered *first = &j->at[j->at[i].first];
	const char *there = NULL;

	if (first->blamed && (first->sure || !sure))
		return;
	for (uint32_t k = j->at[i].first, more = true; more; more = k = j->at[k].next) {
		struct attempt *t = j->all->at[k];

		if (!t->suspect && !is_root_of(t, m) && !j->family && !there)
			there = arena_printf(j->v->a, "%s: %s", path_relative(j->v->a, m->root, m->path), why);
		if (!t->suspect)
			t->reason = is_root_of(t, m) || j->family ? why : there;
		t->suspect = true;
		if (sure && !t->sure)
			t->bad_at = m;
		t->sure |= sure;
	}
	first->blamed = true;
	first->sure |= sure;
}

/* An attempt with an unfulfilled promise for this config fails, regardless of its twins. */
static void blame_own(struct trial_ctx *j, const struct module *m, const char *why)
{
	for (size_t i = 0; i < j->touch.n; i++) {
		struct attempt *t = j->all->at[j->touch.at[i].i];

		if (!j->at[j->touch.at[i].i].on_trial || !is_root_of(t, m) || t->sure)
			continue;
		t->reason = why;
		t->bad_at = m;
		t->sure = true;
	}
}

static void blame(struct trial_ctx *j, const struct module *m, const char *why)
{
	bool theirs = is_of_twins(j);

	j->good = false;
	map_put(&j->arena, &j->bad, m, j);
	for (size_t i = 0; i < j->touch.n; i++)
		if (j->touch.at[i].edits && j->at[j->touch.at[i].i].on_trial)
			blame_twins(j, m, j->touch.at[i].i, why, theirs && !j->fault);
	if (theirs && j->fault)
		blame_own(j, m, why);
	for (size_t i = 0; !j->again && j->fault && i < j->touch.n; i++)
		if (is_root_of(j->all->at[j->touch.at[i].i], m))
			j->all->at[j->touch.at[i].i]->own_bad = true;
}

/* --- where it was bad */

/* The first one, in their order, that the attempt's edits affect. */
static const struct module *first_bad(const struct trial_ctx *j, const struct attempt *t)
{
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct edited_file *f = reach_edited(j, t->edits.at[i].at.file);

		if (!f || (i && t->edits.at[i].at.file == t->edits.at[i - 1].at.file))
			continue;
		if (map_get(&j->bad, f->file))
			return f->file;
		for (const struct module *s = f->file->same; s != f->file; s = s->same)
			if (map_get(&j->bad, reach_wide(j->v, s->path)))
				return reach_wide(j->v, s->path);
		for (size_t k = 0; k < f->ndeps; k++)
			if (map_get(&j->bad, f->dep[k]))
				return f->dep[k];
	}
	return NULL;
}

/* That of its twins' first on trial, for they make the same edit. */
static void note_bad(const struct trial_ctx *j)
{
	const struct module **of = (const struct module **)xcalloc(j->all->n + 1, sizeof *of);

	for (uint32_t i = 0; i < j->all->n; i++) {
		struct attempt *t = j->all->at[i];
		uint32_t first = j->at[i].first;

		if (!j->at[i].on_trial || !t->suspect)
			continue;
		of[i] = first != i && of[first] ? of[first] : first_bad(j, t);
		if (!t->sure)
			t->bad_at = of[i];
	}
	free(of);
}

void verify_forget(struct verifier *v)
{
	if (v->proved)
		v->proved->kind->free(v->proved);
	vfs_free(v->proved_vfs);
	arena_release(&v->known.a);
	v->known = (struct known){ 0 };
	v->proved = NULL;
	v->proved_vfs = NULL;
}

void verify_prove(struct verifier *v, struct vfs *over, const struct subject_set *after)
{
	verify_forget(v);
	v->proved = after;
	v->proved_vfs = over;
}

/* What was proved before holds no longer when more is good. */
static void keep_proved(struct trial_ctx *j)
{
	struct vfs *over;

	if (!j->good || j->again)
		return;
	verify_forget(j->v);
	if (!j->now)
		return;
	loaded_give(j->loaded, j->now, &over, &j->v->known);
	j->v->proved = graph_subjects(j->now);
	j->v->proved_vfs = over;
}

static void note_alone(const struct trial_ctx *j)
{
	bool alone = true;

	for (size_t i = 0; alone && i < j->all->n; i++)
		alone = j->at[i].on_trial;
	for (size_t i = 0; i < j->focus->n; i++)
		j->focus->at[i]->alone = alone;
}

static void begin(struct trial_ctx *j)
{
	for (size_t i = 0; i < j->focus->n; i++) {
		struct attempt *t = j->focus->at[i];

		t->suspect = t->sure = false;
		t->ripple = (struct ripples){ 0 };
		t->carried = (struct ripples){ 0 };
		if (j->again)
			continue;
		t->bad_at = NULL;
		t->own_bad = false;
	}
	if (!j->again)
		linter_begin(j->v->l, "trying fixes", NULL, 0);
	j->loaded = j->v->loaded ? j->v->loaded : loaded_new(j->v->wide);
	reach_all(j);
	note_alone(j);
}

/* Linting takes most of the time: it runs in parallel, and once per round for equal edits. A config with wrong values
 * isn't linted. */
static void find_all(struct trial_ctx *j, const struct verdict *values)
{
	struct judged_modules own = { 0 };

	for (size_t i = 0; i < j->affected.n; i++)
		if (!values[i].why && reach_is_promised(j, j->affected.at[i]))
			vec_push(&own, j->affected.at[i]);
	linter_begin(j->v->l, "trying fixes", NULL, own.n);
	loaded_judge(j->loaded, j->v->l, j->v->memo, own.at, own.n);
	vec_release(&own);
}

static void judge_all(struct trial_ctx *j)
{
	struct verifier *v = j->v;
	struct verdict *values;

	load_missing(j);
	v->memo = j->again ? NULL : memo_new(v->l->rules, JUDGE_COUNT);
	values = arena_array(&j->arena, struct verdict, j->affected.n + 1);
	for (size_t i = 0; i < j->affected.n; i++)
		values[i] = look_at_values(j, j->affected.at[i]);
	if (!j->again)
		find_all(j, values);
	for (size_t i = 0; i < j->affected.n; i++) {
		const char *why = judge(j, j->affected.at[i], &values[i]);

		if (why)
			blame(j, j->affected.at[i], why);
	}
	if (v->memo)
		memo_free(v->memo);
	v->memo = NULL;
}

static const struct module *after_in(void *ctx, const char *path)
{
	struct trial_ctx *j = ctx;
	const struct module *m = reach_wide(j->v, path);

	return m ? after_of(j, m) : NULL;
}

static bool end(struct trial_ctx *j)
{
	for (size_t i = 0; j->good && !j->again && i < j->focus->n; i++)
		promised_note_files(j->v, after_in, j, j->focus->at[i]);
	if (!j->good && !j->again)
		note_bad(j);
	keep_proved(j);
	if (j->loaded != j->v->loaded)
		loaded_free(j->loaded);
	reach_release(j);
	return j->good;
}

bool verify_attempts(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	struct trial_ctx j = { .v = v, .all = all, .focus = focus, .good = true };

	begin(&j);
	reach_affected(&j);
	for (size_t i = 0; i < focus->n; i++)
		reach_note_family(&j, focus->at[i]);
	judge_all(&j);
	return end(&j);
}

bool verify_again(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	struct trial_ctx j = { .v = v, .focus = focus, .good = true, .again = true };
	struct attempt_set near;
	bool good;

	nearby_places(&j, focus);
	near = nearby_attempts(&j, all);
	j.all = &near;
	begin(&j);
	judge_all(&j);
	good = end(&j);
	free(near.at);
	return good;
}
