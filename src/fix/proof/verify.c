// SPDX-License-Identifier: MIT
/* Trying edits before they count.
 *
 * What is tried: the edits of some fixes are applied on an overlay. The edited files and everything that inherits from
 * them, also configs that nobody asked for (fix/proof/widen.h), are loaded from there as the real loader would load
 * them, and each is judged by itself, before against after:
 *   1. it loads as well as before and has no note more (after_state, after_note);
 *   2. what was promised for it holds, and nothing else is different (fix/proof/promised.c);
 *   3. the finding is gone, and no error and no heavier warning has come (fix/proof/findings.c).
 *
 * What exactly must differ: base.py says `data = dict(size=8, n=2)`, a.py and b.py inherit from it, and a finding in
 * a.py promises data.size = 4.
 *   - `data = dict(size=4)` in a.py: data.size of a.py must be 4 and nothing else there may differ, not even the order
 *     of keys. base.py and b.py aren't reached. An edit of base.py is refused, as b.py would change too.
 *   - With --edit-bases, size=4 in base.py: b.py may change alike, that is at the promised key and to the promised
 *     value, unless b.py sets the key itself, but only if it has the same finding: else 4 is right for a.py alone,
 *     and the fix is refused in the base and tried in a.py.
 *   - A link is another name of the file that it leads to: an edit is made once, under one name, and who inherits
 *     through any of them is judged.
 *   - `size = 8` and `data = dict(size=size)`: the variable is a key of the effective config too. It may change along
 *     as long as no training code looks it up, and that is told.
 *
 * How the guilty are found: loading is what costs, so that all fixes of a round are tried at once. Where a config is
 * wrong, every fix on trial that reaches it becomes suspect and gets the reason (blame). settle.c then tries the
 * innocent apart from the suspects and halves the suspects until a guilty one stands alone: of eight fixes in one file
 * seven trials refuse one and keep the others. Who alone touches the wrong config is sure to fail again, and isn't
 * tried again; ten thousand configs that have a finding through one base are one edit of it (attempt.twin), refused or
 * kept at once but for those whose own promise it doesn't keep. So the same call knows two sets: `all` is applied,
 * `focus` is on trial; what is in the first alone was kept before, and its changes are known, not judged again. */
#include "fix/proof/verify.h"
#include "fix/proof/after.h"
#include "base/map.h"
#include "base/path.h"
#include "base/str.h"
#include "fix/proof/promised.h"
#include "fix/proof/findings.h"
#include "lint/judge/memo.h"
#include <stdlib.h>
#include <string.h>

VEC(numbers, uint32_t); /* of attempts in `all`, of files in `reach` */
struct edited_file {	/* an edited file and what inherits from it */
	const struct module *file;
	const struct module **dep;
	size_t ndeps;
	struct numbers by; /* who edits it */
};
VEC(reaches, struct edited_file);
struct reached { /* a config that edits reach */
	const struct module *m;
	struct numbers files; /* whose edits do */
	bool affected;	      /* edits of the focus do */
};
VEC(judged_modules, const struct module *);
struct numbered {	      /* an attempt of all */
	bool on_trial;	      /* it is in the focus */
	bool blamed, sure;    /* first: so are all of its twins */
	uint32_t first, next; /* of its twins that are on trial (or that are not): the first; the next, 0: none */
};
struct touch { /* an attempt and one config */
	uint32_t i;
	bool edits; /* it can change the config; else it only promises something for it */
};
VEC(touches, struct touch);

struct counted { /* of one attempt */
	struct arena a;
	struct map file, config;
};
struct trying {
	struct verifier *v;
	const struct attempt_set *all, *focus;
	struct arena arena;
	struct numbered *at;  /* of all */
	struct reaches reach; /* of all; those of the focus first */
	struct map file;      /* module -> its number in reach */
	struct map config;    /* module -> struct reached */
	struct map own;	      /* interned path -> struct numbers: attempts for that config */
	struct judged_modules affected;
	struct touches touch; /* all of the config that is being judged, in the order of all */
	const struct graph *after;
	bool good;
	bool loads_all;	       /* that the round has */
	bool family;	       /* the last reason is about all configs that inherit */
	struct attempt *fault; /* the last reason is about what this one promises in its own config; or NULL */
};

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

/* --- what an edit reaches */

static const struct module *wide_of(const struct verifier *v, const char *path)
{
	return graph_find(v->wide, path);
}

static struct reached *reached_of(struct trying *j, const struct module *m)
{
	struct reached *r = map_get(&j->config, m);

	if (!r) {
		r = arena_new(&j->arena, struct reached);
		r->m = m;
		map_put(&j->arena, &j->config, m, r);
	}
	return r;
}

static void affect(struct trying *j, const struct module *m)
{
	struct reached *r = reached_of(j, m);

	if (!r->affected)
		vec_push(&j->affected, m);
	r->affected = true;
}

static void affect_all(struct trying *j, const struct edited_file *r)
{
	affect(j, r->file);
	for (const struct module *s = r->file->same; s != r->file; s = s->same)
		affect(j, wide_of(j->v, s->path));
	for (size_t i = 0; i < r->ndeps; i++)
		affect(j, r->dep[i]);
}

/* The entry of the file, NULL: it is no config's. */
static struct edited_file *edited(const struct trying *j, uint32_t file)
{
	const struct module *m = graph_owner(j->v->cur, file);
	const uint32_t *i = m && (m = wide_of(j->v, m->path)) ? map_get(&j->file, m) : NULL;

	return i ? &j->reach.at[*i] : NULL;
}

static void reach_file(struct trying *j, uint32_t file)
{
	const struct module *m = graph_owner(j->v->cur, file);
	struct edited_file *r;
	uint32_t *number;

	m = m ? wide_of(j->v, m->path) : NULL;
	if (!m || map_get(&j->file, m))
		return;
	r = vec_add(&j->reach);
	*r = (struct edited_file){ .file = m };
	r->ndeps = graph_dependents(j->v->wide, m, &r->dep);
	number = arena_new(&j->arena, uint32_t);
	*number = (uint32_t)j->reach.n - 1;
	map_put(&j->arena, &j->file, m, number);
	for (size_t i = 0; i <= r->ndeps; i++)
		vec_push(&reached_of(j, i < r->ndeps ? r->dep[i] : m)->files, *number);
	for (const struct module *s = m->same; s != m; s = s->same)
		if (strcmp(s->path, m->path) != 0)
			vec_push(&reached_of(j, wide_of(j->v, s->path))->files, *number);
}

static void reach_set(struct trying *j, const struct attempt_set *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->at[i]->edits.n; k++)
			reach_file(j, t->at[i]->edits.at[k].at.file);
}

/* Only what the focus reaches is judged; what the other fixes reach is known so that their changes are told apart. */
static void reach(struct trying *j)
{
	reach_set(j, j->focus);
	for (size_t i = 0; i < j->reach.n; i++)
		affect_all(j, &j->reach.at[i]);
	reach_set(j, j->all);
}

static void add_own(struct trying *j, uint32_t i)
{
	const char *path = str_lit(j->all->at[i]->root->path)->s;
	struct numbers *own = map_get(&j->own, path);

	if (!own)
		map_put(&j->arena, &j->own, path, own = arena_new(&j->arena, struct numbers));
	vec_push(own, i);
}

static void add_editor(struct trying *j, uint32_t i)
{
	const struct attempt *t = j->all->at[i];

	for (size_t k = 0; k < t->edits.n; k++) {
		struct edited_file *f = edited(j, t->edits.at[k].at.file);

		if (f && !(f->by.n && f->by.at[f->by.n - 1] == i))
			vec_push(&f->by, i);
	}
}

/* twins: leader -> the last of its twins so far. */
static bool add_twin(struct trying *j, struct map *twins, uint32_t i)
{
	const struct attempt *leader = j->all->at[i]->twin;
	uint32_t *last = map_get(twins, leader);
	bool more = last;

	j->at[i].first = more ? j->at[*last].first : i;
	if (more)
		j->at[*last].next = i;
	else
		map_put(&j->arena, twins, leader, last = arena_new(&j->arena, uint32_t));
	*last = i;
	return more;
}

/* Who edits which file, and for which config. Of twins the first stands for all: a config that ten thousand promises
 * reach by one edit is asked once whether that edit may change it, and besides for the promises that are its own. */
static void number_attempts(struct trying *j)
{
	struct map focus = { 0 }, twins[2] = { 0 };

	j->at = arena_array(&j->arena, struct numbered, j->all->n + 1);
	for (size_t i = 0; i < j->focus->n; i++)
		map_put(&j->arena, &focus, j->focus->at[i], j->focus->at[i]);
	for (uint32_t i = 0; i < j->all->n; i++) {
		j->at[i].on_trial = map_get(&focus, j->all->at[i]);
		if (!add_twin(j, &twins[j->at[i].on_trial], i))
			add_editor(j, i);
		add_own(j, i);
	}
}

static int by_number(const void *x, const void *y)
{
	const struct touch *a = x, *b = y;

	return a->i != b->i ? (a->i > b->i) - (a->i < b->i) : b->edits - a->edits;
}

static bool first_edits(const struct trying *j, uint32_t i)
{
	for (size_t k = 0; j->at[i].first != i && k < j->touch.n; k++)
		if (j->touch.at[k].i == j->at[i].first && j->touch.at[k].edits)
			return true;
	return false;
}

/* Fills touch for the config. */
static void touches_of(struct trying *j, const struct module *m)
{
	const struct reached *r = reached_of(j, m);
	const struct numbers *own = map_get(&j->own, str_lit(m->path)->s);
	struct touches *t = &j->touch;
	size_t kept = 0;

	t->n = 0;
	for (size_t i = 0; i < r->files.n; i++) {
		const struct numbers *by = &j->reach.at[r->files.at[i]].by;

		for (size_t k = 0; k < by->n; k++)
			vec_push(t, ((struct touch){ by->at[k], true }));
	}
	for (size_t i = 0; own && i < own->n; i++)
		vec_push(t, ((struct touch){ own->at[i], first_edits(j, own->at[i]) }));
	if (t->n > 1)
		qsort(t->at, t->n, sizeof *t->at, by_number);
	for (size_t i = 0; i < t->n; i++)
		if (!i || t->at[i].i != t->at[i - 1].i)
			t->at[kept++] = t->at[i];
	t->n = kept;
}

/* Those that inherit from the file are counted, each once for all files of an attempt. */
static void add_family(const struct trying *j, struct attempt *t, const struct edited_file *f, struct counted *seen)
{
	const char *name = path_relative(j->v->a, f->file->root, f->file->file);

	if (!f->ndeps || map_get(&seen->file, f))
		return;
	map_put(&seen->a, &seen->file, f, t);
	t->edited = t->edited ? arena_printf(j->v->a, "%s and %s", t->edited, name) : name;
	for (size_t i = 0; i < f->ndeps; i++) {
		t->ndependents += !map_get(&seen->config, f->dep[i]);
		map_put(&seen->a, &seen->config, f->dep[i], t);
	}
}

/* The files that an attempt edits and how many inherit from them, for telling: a key may be set in the config itself
 * and deleted from its base. */
static void note_family(const struct trying *j, struct attempt *t)
{
	struct counted seen = { 0 };

	if (t->twin && t->twin != t) { /* the first of them comes first */
		t->edited = t->twin->edited;
		t->ndependents = t->twin->ndependents;
		return;
	}
	t->edited = NULL;
	t->ndependents = 0;
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct edited_file *f = edited(j, t->edits.at[i].at.file);

		if (f)
			add_family(j, t, f, &seen);
	}
	arena_release(&seen.a);
}

static bool is_root_of(const struct attempt *t, const struct module *m)
{
	return strcmp(t->root->path, m->path) == 0;
}

/* --- judging one config */

static const char *judge_changes(struct trying *j, const struct module *before, const struct module *after)
{
	struct promised ok = { .v = j->v, .before = before, .after = after };
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

/* The fix of one finding must silence it, and nothing as heavy may appear. */
static const char *judge_findings(struct trying *j, const struct module *before, const struct module *after)
{
	struct findings f = { 0 };
	const char *why = NULL;

	for (size_t i = 0; !why && i < j->touch.n; i++) {
		struct attempt *t = j->all->at[j->touch.at[i].i];

		if (!j->at[j->touch.at[i].i].on_trial || !is_root_of(t, before))
			continue;
		if (!f.loaded && !findings_load(&f, j->v, &t->root->subject, &after->subject))
			why = "its settings can't be read";
		else
			why = findings_judge(&f, t);
		t->brings = why && f.loaded;
		j->fault = why ? t : NULL;
	}
	findings_release(&f);
	return why;
}

static const char *judge(struct trying *j, const struct module *before)
{
	const struct module *after = graph_find(j->after, before->path);
	const char *why;

	touches_of(j, before);
	if (!after)
		return "the result could not be loaded";
	j->family = false;
	j->fault = NULL;
	why = after_state(j->v->a, before, after);
	if (!why)
		why = after_note(j->v->a, before, after);
	if (!why)
		why = judge_changes(j, before, after);
	if (!why)
		why = judge_findings(j, before, after);
	return why;
}

/* The fixes on trial that touch the config are twins, or of one unit: what is wrong there is theirs, whatever else is
 * on trial. */
static bool is_theirs(const struct trying *j)
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
static void blame_twins(struct trying *j, const struct module *m, uint32_t i, const char *why, bool sure)
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
		t->sure |= sure;
	}
	first->blamed = true;
	first->sure |= sure;
}

/* Who promised something for this config that does not hold there fails whatever its twins do. */
static void blame_own(struct trying *j, const struct module *m, const char *why)
{
	for (size_t i = 0; i < j->touch.n; i++) {
		struct attempt *t = j->all->at[j->touch.at[i].i];

		if (!j->at[j->touch.at[i].i].on_trial || !is_root_of(t, m) || t->sure)
			continue;
		t->reason = why;
		t->sure = true;
	}
}

static void blame(struct trying *j, const struct module *m, const char *why)
{
	bool theirs = is_theirs(j);

	j->good = false;
	for (size_t i = 0; i < j->touch.n; i++)
		if (j->touch.at[i].edits && j->at[j->touch.at[i].i].on_trial)
			blame_twins(j, m, j->touch.at[i].i, why, theirs && !j->fault);
	if (theirs && j->fault)
		blame_own(j, m, why);
}

/* As the next round would: then the graph of a good trial is its graph. That pays where most is loaded anyway. */
static bool loads_all(const struct trying *j)
{
	const struct module *const *all;

	if (!j->v->npaths)
		return false;
	for (size_t i = 0; i < j->affected.n; i++) {
		const struct module *m = graph_find(j->v->cur, j->affected.at[i]->path);

		if (!m || !m->requested || m->through)
			return false;
	}
	return j->affected.n * 2 >= graph_modules(j->v->cur, &all);
}

const struct subject_set *verify_load(const struct verifier *v, const struct vfs *over)
{
	return v->set->kind->load(&(struct subject_load){ .fs = over,
							  .pool = v->l->pool,
							  .path = v->paths,
							  .n = v->npaths,
							  .opts = &v->l->graph,
							  .dialects = &v->l->rules->dialects });
}

static struct graph *load_after(struct trying *j, const struct vfs *over)
{
	if (j->loads_all)
		return graph_load(over, j->v->paths, j->v->npaths, &j->v->l->graph, j->v->l->pool);

	const char **path = xcalloc(j->affected.n + 1, sizeof *path);
	struct graph *g;

	for (size_t i = 0; i < j->affected.n; i++)
		path[i] = j->affected.at[i]->path;
	g = graph_load(over, path, j->affected.n, &j->v->l->graph, j->v->l->pool);
	free(path);
	return g;
}

static void trying_release(struct trying *j)
{
	for (size_t i = 0; i < j->reach.n; i++) {
		free(j->reach.at[i].dep);
		vec_release(&j->reach.at[i].by);
	}
	for (uint32_t i = 0; i < j->config.cap; i++)
		if (j->config.at[i].key)
			vec_release(&((struct reached *)j->config.at[i].val)->files);
	for (uint32_t i = 0; i < j->own.cap; i++)
		if (j->own.at[i].key)
			vec_release((struct numbers *)j->own.at[i].val);
	vec_release(&j->reach);
	vec_release(&j->affected);
	vec_release(&j->touch);
	arena_release(&j->arena);
}

void verify_forget(struct verifier *v)
{
	if (v->proved)
		v->proved->kind->free(v->proved);
	vfs_free(v->proved_vfs);
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
static void keep_proved(struct trying *j, struct vfs *over, struct graph *after)
{
	if (j->good && j->loads_all) {
		verify_prove(j->v, over, graph_subjects(after));
		return;
	}
	if (j->good)
		verify_forget(j->v);
	graph_free(after);
	vfs_free(over);
}

bool verify_attempts(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	struct trying j = { .v = v, .all = all, .focus = focus, .good = true };
	struct vfs *over;
	struct graph *after;

	for (size_t i = 0; i < focus->n; i++) {
		focus->at[i]->suspect = focus->at[i]->sure = false;
		focus->at[i]->ripple = NULL;
		focus->at[i]->carried = NULL;
	}
	linter_begin(v->l, "trying fixes", NULL, 0);
	reach(&j);
	number_attempts(&j);
	for (size_t i = 0; i < focus->n; i++)
		note_family(&j, focus->at[i]);
	over = after_overlay(v->vfs, graph_subjects(v->cur)->sources, all);
	j.loads_all = loads_all(&j);
	j.after = after = load_after(&j, over);
	v->memo = memo_new(v->l->rules, JUDGE_RUN);
	linter_begin(v->l, "trying fixes", NULL, j.affected.n);
	for (size_t i = 0; i < j.affected.n; i++) {
		const char *why = judge(&j, j.affected.at[i]);

		linter_step(v->l);
		if (why)
			blame(&j, j.affected.at[i], why);
	}
	memo_free(v->memo);
	v->memo = NULL;
	for (size_t i = 0; j.good && i < focus->n; i++)
		promised_note_files(v, after, focus->at[i]);
	keep_proved(&j, over, after);
	trying_release(&j);
	return j.good;
}
