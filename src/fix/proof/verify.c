// SPDX-License-Identifier: MIT
/* Trying edits before they count.
 *
 * What is tried: the edits of some fixes are applied on an overlay. The edited files and everything that inherits from
 * them, also configs that nobody asked for (fix/proof/widen.h), are loaded from there as the real loader would load
 * them, and each is judged by itself, before against after:
 *   1. it loads as well as before and has no note more (worse_state, new_note);
 *   2. what was promised for it holds, and nothing else is different (fix/proof/promised.c);
 *   3. the finding is gone, and none as heavy has come (fix/proof/findings.c).
 *
 * What exactly must differ: base.py says `data = dict(size=8, n=2)`, a.py and b.py inherit from it, and a finding in
 * a.py promises data.size = 4.
 *   - `data = dict(size=4)` in a.py: data.size of a.py must be 4 and nothing else there may differ, not even the order
 *     of keys. base.py and b.py aren't reached. An edit of base.py is refused, as b.py would change too.
 *   - With --edit-bases, size=4 in base.py: b.py may change alike, that is at the promised key and to the promised
 *     value, unless b.py sets the key itself, but only if it has the same finding: else 4 is right for a.py alone,
 *     and the fix is refused in the base and tried in a.py.
 *   - `size = 8` and `data = dict(size=size)`: the variable is a key of the effective config too. It may change along
 *     as long as no training code looks it up, and that is told.
 *
 * How the guilty are found: loading is what costs, so that all fixes of a round are tried at once. Where a config is
 * wrong, every fix on trial that reaches it becomes suspect and gets the reason (blame). fix.c then tries the innocent
 * apart from the suspects and halves the suspects until a guilty one stands alone: of eight fixes in one file seven
 * trials refuse one and keep the others. So the same call knows two sets: `all` is applied, `focus` is on trial; what
 * is in the first alone was kept before, and its changes are known, not judged again. */
#include "fix/proof/verify.h"
#include "base/path.h"
#include "code/map.h"
#include "fix/proof/promised.h"
#include "fix/proof/findings.h"
#include <string.h>

struct edited_file { /* an edited file and what inherits from it */
	const struct module *file;
	const struct module **dep;
	size_t ndeps;
};
VEC(judged_modules, const struct module *);

VEC(touching, struct attempt *);

struct trying {
	const struct verifier *v;
	const struct attempt_set *all, *focus;
	struct arena a;	   /* of the maps */
	struct map reach;  /* edited file (its module of wide) -> struct edited_file */
	struct map touch;  /* config -> struct touching: the attempts whose edits can change it, in the order of all */
	struct map judged; /* those of affected */
	VEC(, struct edited_file *) reached;
	struct judged_modules affected;
	const struct graph *after;
	bool good;
	bool family; /* the last reason is about all configs that inherit */
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

static struct vfs *overlay_of(const struct verifier *v, const struct attempt_set *all)
{
	struct vfs *over = vfs_new(v->vfs);
	struct edits edits = { 0 }, own;

	verify_edits(all, &edits);
	for (size_t i = 0; i < edits.n; i += own.n) {
		const struct source *s = graph_source(v->cur, edits.at[i].at.file);
		struct buf text = { 0 };

		own = verify_edits_of_file(&edits, i);
		edits_apply(&text, s, &own);
		vfs_put(over, s->path, buf_str(&text), text.n);
		buf_release(&text);
	}
	vec_release(&edits);
	return over;
}

/* --- what an edit reaches */

static const struct module *wide_of(const struct verifier *v, const char *path)
{
	return graph_find(v->wide, path);
}

/* The file that an edit is made in, with what inherits from it; NULL: nobody loads it. */
static struct edited_file *reach_file(struct trying *j, const struct edit *e)
{
	const struct module *m = graph_owner(j->v->cur, e->at.file);
	struct edited_file *r;

	m = m ? wide_of(j->v, m->path) : NULL;
	r = m ? map_get(&j->reach, m) : NULL;
	if (!m || r)
		return r;
	r = arena_new(&j->a, struct edited_file);
	r->file = m;
	r->ndeps = graph_dependents(j->v->wide, m, &r->dep);
	map_put(&j->a, &j->reach, m, r);
	vec_push(&j->reached, r);
	return r;
}

static void touch(struct trying *j, const struct module *m, struct attempt *t)
{
	struct touching *by = map_get(&j->touch, m);

	if (!by)
		map_put(&j->a, &j->touch, m, by = arena_new(&j->a, struct touching));
	if (by->n && by->at[by->n - 1] == t)
		return;
	if (by->n == by->cap) { /* in the arena: nobody has to free it */
		size_t cap = by->cap ? by->cap * 2 : 2;
		struct attempt **more = (struct attempt **)arena_array(&j->a, void *, cap);

		if (by->n)
			memcpy(more, by->at, by->n * sizeof(struct attempt *));
		by->at = more;
		by->cap = cap;
	}
	by->at[by->n++] = t;
}

static void affect(struct trying *j, const struct module *m)
{
	if (map_get(&j->judged, m))
		return;
	map_put(&j->a, &j->judged, m, j);
	vec_push(&j->affected, m);
}

/* Only what the focus reaches is judged; what the other fixes reach is known so that their changes are told apart. */
static void reach(struct trying *j)
{
	for (size_t i = 0; i < j->all->n; i++)
		for (size_t k = 0; k < j->all->at[i]->edits.n; k++) {
			const struct edited_file *r = reach_file(j, &j->all->at[i]->edits.at[k]);

			for (size_t d = 0; r && d <= r->ndeps; d++) {
				const struct module *m = d ? r->dep[d - 1] : r->file;

				touch(j, m, j->all->at[i]);
				if (j->all->at[i]->on_trial)
					affect(j, m);
			}
		}
}

/* The attempts whose edits can change the config m. */
static struct touching touching(const struct trying *j, const struct module *m)
{
	const struct touching *by = map_get(&j->touch, m);

	return by ? *by : (struct touching){ 0 };
}

/* The file that an attempt edits, and how many inherit from it, for telling. */
static void note_family(struct trying *j, struct attempt *t)
{
	const struct edited_file *r = t->edits.n ? reach_file(j, &t->edits.at[0]) : NULL;

	if (r) {
		t->edited = path_relative(j->v->a, r->file->root, r->file->path);
		t->ndependents = (uint32_t)r->ndeps;
	}
}

static bool is_root_of(const struct attempt *t, const struct module *m)
{
	return strcmp(t->root->path, m->path) == 0;
}

/* --- judging one config */

static const char *worse_state(struct arena *a, const struct module *before, const struct module *after)
{
	if (after->state == MODULE_SYNTAX && before->state != MODULE_SYNTAX)
		return arena_printf(a, "the result would have a syntax error: %s", after->err.msg);
	if (after->state == MODULE_REFUSED && before->state != MODULE_REFUSED)
		return arena_printf(a, "the result would not load: %s", after->refusal ? after->refusal : "refused");
	if (after->state == MODULE_UNREADABLE && before->state != MODULE_UNREADABLE)
		return "the result could not be read";
	return NULL;
}

static uint32_t count_notes(const struct module *m, unsigned kind)
{
	uint32_t n = 0;

	for (size_t i = 0; i < m->notes.n; i++)
		n += m->notes.at[i].kind == kind;
	return n;
}

static const char *new_note(struct arena *a, const struct module *before, const struct module *after)
{
	for (size_t i = 0; i < after->notes.n; i++) {
		const struct note *n = &after->notes.at[i];

		if (count_notes(after, n->kind) > count_notes(before, n->kind))
			return arena_printf(a, "it would bring %s: %s", n->id, n->msg);
	}
	return NULL;
}

static const char *judge_changes(struct trying *j, const struct module *before, const struct module *after)
{
	struct promised ok = { .v = j->v, .before = before, .after = after };
	struct touching by = touching(j, before);
	const char *why = NULL;

	for (size_t i = 0; i < by.n; i++)
		promised_add(&ok, (struct grant){ .by = by.at[i],
						  .own = is_root_of(by.at[i], before),
						  .judged = by.at[i]->on_trial });
	if (before->state == MODULE_OK)
		why = promised_judge(&ok);
	j->family = ok.family;
	promised_release(&ok);
	return why;
}

/* The fix of one finding must silence it, and nothing as heavy may appear. */
static const char *judge_findings(struct trying *j, const struct module *before, const struct module *after)
{
	struct findings f = { 0 };
	struct touching by = touching(j, before);
	const char *why = NULL;

	for (size_t i = 0; !why && i < by.n; i++) {
		const struct attempt *t = by.at[i];

		if (!t->on_trial || !is_root_of(t, before))
			continue;
		if (!f.loaded && !findings_load(&f, j->v, t->root, after))
			why = "its settings can't be read";
		else
			why = findings_judge(&f, j->v, t);
	}
	findings_release(&f);
	return why;
}

static const char *judge(struct trying *j, const struct module *before)
{
	const struct module *after = graph_find(j->after, before->path);
	const char *why;

	if (!after)
		return "the result could not be loaded";
	j->family = false;
	why = worse_state(j->v->a, before, after);
	if (!why)
		why = new_note(j->v->a, before, after);
	if (!why)
		why = judge_changes(j, before, after);
	if (!why)
		why = judge_findings(j, before, after);
	return why;
}

static void blame(struct trying *j, const struct module *m, const char *why)
{
	struct touching by = touching(j, m);

	j->good = false;
	for (size_t i = 0; i < by.n; i++) {
		struct attempt *t = by.at[i];

		if (!t->on_trial || t->suspect)
			continue;
		t->suspect = true;
		t->reason = is_root_of(t, m) || j->family
				    ? why
				    : arena_printf(j->v->a, "%s: %s", path_relative(j->v->a, m->root, m->path), why);
	}
}

static struct graph *load_after(struct trying *j, const struct vfs *over)
{
	const char **path = xcalloc(j->affected.n + 1, sizeof *path);
	struct graph *g;

	for (size_t i = 0; i < j->affected.n; i++)
		path[i] = j->affected.at[i]->path;
	g = graph_load(over, path, j->affected.n, &j->v->l->graph, j->v->l->pool);
	free(path);
	return g;
}

bool verify_attempts(const struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	struct trying j = { .v = v, .all = all, .focus = focus, .good = true };
	struct vfs *over;
	struct graph *after;

	for (size_t i = 0; i < focus->n; i++) {
		focus->at[i]->suspect = false;
		focus->at[i]->on_trial = true;
		focus->at[i]->ripple = NULL;
	}
	reach(&j);
	for (size_t i = 0; i < focus->n; i++)
		note_family(&j, focus->at[i]);
	over = overlay_of(v, all);
	j.after = after = load_after(&j, over);
	for (size_t i = 0; i < j.affected.n; i++) {
		const char *why = judge(&j, j.affected.at[i]);

		if (why)
			blame(&j, j.affected.at[i], why);
	}
	graph_free(after);
	vfs_free(over);
	for (size_t i = 0; i < j.reached.n; i++)
		free(j.reached.at[i]->dep);
	for (size_t i = 0; i < focus->n; i++)
		focus->at[i]->on_trial = false;
	vec_release(&j.reached);
	vec_release(&j.affected);
	arena_release(&j.a);
	return j.good;
}
