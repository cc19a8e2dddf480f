// SPDX-License-Identifier: MIT
/* Rounds of fixing: plan a fix for every finding, leave out those that collide, accept those of the rest that are
 * verified (fix/settle.h), lint again. A round that accepts nothing is the last one, so running cfglint again finds
 * nothing more to do.
 *
 *	round 1: fixes at a.py:2 and a.py:7; round 2: what these brought up; round 3: nothing, the end */
#include "fix/choose.h"
#include "fix/clash.h"
#include "fix/kind.h"
#include "fix/original.h"
#include "fix/fix_outcome.h"
#include "fix/settle.h"
#include "fix/taught.h"
#include "fix/unlisted.h"
#include "fix/writable.h"
#include "fix/proof/after.h"
#include "fix/proof/loaded.h"
#include "fix/proof/others.h"
#include "fix/proof/plan.h"
#include "fix/proof/verify.h"
#include "fix/proof/widen.h"
#include "lint/rules/ruleset.h"
#include "config/config_subject.h"
#include "base/map.h"
#include "base/path.h"
#include <string.h>

enum { ROUNDS_MAX = 10 };

struct fix_rounds {
	const struct linter *l;
	struct arena *a;
	const struct fix_input *in;
	const struct fix_opts *o;
	struct fix_result *out;
	struct vfs *vfs;			/* all edits accepted so far */
	const struct subject_set *cur, *loaded; /* loaded: cur, when it is ours */
	const char *const *paths;
	size_t npaths;
	uint32_t rounds;
	const struct diags *found;
	struct diags again, held; /* of later rounds */
	struct lint_stats stats;  /* likewise */
	struct widened wide;
	struct verifier v;
	struct attempts attempts;
	struct attempt_set accepted;
	struct originals original;
	struct writable writable;
	struct outcomes outcomes;
	struct unlisted unlisted;
};

/* --- which fixes */

/* Ones of equal severity in the order of the findings, which is that of their paths: numbers of files depend on the
 * order in which they were named. */
static int by_weight(const void *x, const void *y)
{
	const struct diag *p = *(const struct diag *const *)x, *q = *(const struct diag *const *)y;
	int c;

	if (p->severity != q->severity)
		return p->severity > q->severity ? -1 : 1;
	c = strcmp(p->rule->id, q->rule->id);
	return c ? c : (p > q) - (p < q);
}

bool fix_rewrites(const struct subject_kind *kind)
{
	return kind == &config_kind || fix_kind_find(kind);
}

static bool of_configs(const struct fix_rounds *r)
{
	return r->cur->kind == &config_kind;
}

static void add_attempt(struct fix_rounds *r, const struct diag *d, const struct fixplan *plan,
			const struct subject *of)
{
	vec_push(&r->attempts, ((struct attempt){ .diag = d, .plan = plan, .of = of, .root = subject_config(of) }));
}

static void add_finding(struct fix_rounds *r, const struct diag *d)
{
	const struct fixplan *plan = choose_fix(r->o, d);
	const struct subject *const *config;
	uint32_t n;

	if (!plan || choose_kind(d) != r->cur->kind || !choose_is_wanted(r->o, d))
		return;
	if (r->rounds && of_configs(r) && !outcomes_know(&r->outcomes, d) && unlisted_has(&r->unlisted, r->a, d))
		return;
	n = choose_configs(d, &config);
	for (uint32_t i = 0; i < n; i++)
		if (!config[i]->through)
			add_attempt(r, d, plan, config[i]);
}

/* Two rules with opposite fixes would undo one another's for ever. A file has one new text. */
static const char *barred(const struct fix_rounds *r, const struct attempt *t)
{
	if (outcomes_times(&r->outcomes, r->cur, t) >= ROUNDS_MAX / 2)
		return "the finding comes back after each fix: another fix undoes it";
	return taught_edits(&r->out->code, t->of->path) ? "--edit-code changes the same file; run again for this one"
							: NULL;
}

static void refuse_barred(struct fix_rounds *r)
{
	for (size_t i = 0; i < r->attempts.n; i++)
		if ((r->attempts.at[i].reason = barred(r, &r->attempts.at[i])))
			r->attempts.at[i].state = ATTEMPT_REFUSED;
}

static void collect(struct fix_rounds *r)
{
	const struct diag **sorted = xcalloc(r->found->n + 1, sizeof *sorted);
	size_t n = 0;

	for (size_t i = 0; i < r->found->n; i++)
		if (r->found->at[i].nfixes > 0)
			sorted[n++] = &r->found->at[i];
	qsort(sorted, n, sizeof *sorted, by_weight);
	for (size_t i = 0; i < n; i++)
		add_finding(r, sorted[i]);
	free(sorted);
	refuse_barred(r);
}

/* --- planning, collisions */

/* What is planned for one file, so that a new attempt meets only its neighbours. */
struct file_plan {
	struct edits edits;
	VEC(, struct attempt *) by;
};
struct file_plans {
	struct arena a;
	struct map of; /* source -> its plan */
	VEC(, struct file_plan *) all;
};

static struct file_plan *plan_of(struct fix_rounds *r, struct file_plans *p, const struct edit *e)
{
	const struct source *s = sources_get(r->cur->sources, e->at.file);
	struct file_plan *f = map_get(&p->of, s);

	if (f)
		return f;
	map_put(&p->a, &p->of, s, f = arena_new(&p->a, struct file_plan));
	vec_push(&p->all, f);
	return f;
}

static void add_to_plans(struct fix_rounds *r, struct file_plans *p, struct attempt *t)
{
	for (size_t i = 0; i < t->edits.n; i++) {
		struct file_plan *f = plan_of(r, p, &t->edits.at[i]);

		edits_add_all(&f->edits, &(struct edits){ .at = &t->edits.at[i], .n = 1, .cap = 1 });
		if (!f->by.n || f->by.at[f->by.n - 1] != t)
			vec_push(&f->by, t);
	}
}

/* Whether t can be tried beside what is planned. */
static bool fits(struct fix_rounds *r, struct file_plans *p, const struct attempt *t)
{
	struct edits own = { 0 };
	bool ok = edits_add_all(&own, &t->edits);

	vec_release(&own);
	for (size_t i = 0; i < t->edits.n && ok; i++) {
		struct file_plan *f = plan_of(r, p, &t->edits.at[i]);
		size_t before = f->edits.n;

		for (size_t k = 0; k < f->by.n && ok; k++)
			ok = !clash_insertions(f->by.at[k], t);
		ok = ok && edits_add_all(&f->edits, &(struct edits){ .at = &t->edits.at[i], .n = 1, .cap = 1 });
		f->edits.n = before;
	}
	return ok;
}

/* Two loaders that are one dict have two findings and one edit: each promise alone would break the other's. They are
 * put beside each other. */
static void add_open(struct fix_rounds *r, struct file_plans *p, struct attempt_set *open, struct attempt *t)
{
	t->unit = (uint32_t)open->n;
	t->twin = t;
	for (size_t i = 0; i < t->edits.n; i++) {
		const struct file_plan *f = plan_of(r, p, &t->edits.at[i]);

		for (size_t k = f->by.n; k > 0; k--)
			if (f->by.at[k - 1]->state == ATTEMPT_OPEN && clash_same_edit(f->by.at[k - 1], t)) {
				t->unit = f->by.at[k - 1]->unit;
				break;
			}
	}
	open->at[open->n++] = t;
}

/* What is planned for one edit of a base is planned for all configs that have the finding through it. */
static bool add_twin(struct fix_rounds *r, struct file_plans *p, struct attempt_set *open, struct attempt *t)
{
	const struct file_plan *f = plan_of(r, p, &t->edits.at[0]);

	t->twin = NULL;
	for (size_t k = f->by.n; k > 0 && !t->twin; k--)
		if (f->by.at[k - 1]->state == ATTEMPT_OPEN && clash_twins(f->by.at[k - 1], t))
			t->twin = f->by.at[k - 1];
	if (!t->twin)
		return false;
	t->unit = t->twin->unit;
	open->at[open->n++] = t;
	return true;
}

static bool plan_one(struct fix_rounds *r, struct attempt *t, enum fix_scope scope)
{
	return of_configs(r) ? attempt_plan(r->a, subject_graph(r->cur), &r->l->rules->dialects, t, scope)
			     : fix_kind_find(r->cur->kind)->plan(r->a, t, scope);
}

static bool may_write(struct fix_rounds *r, struct attempt *t)
{
	t->reason = r->o->writes ? writable_refusal(&r->writable, r->a, r->vfs, t, r->out) : NULL;
	if (t->reason)
		t->state = ATTEMPT_REFUSED;
	return !t->reason;
}

static void plan_open(struct fix_rounds *r, struct attempt_set *open, enum fix_scope scope)
{
	struct file_plans plans = { 0 };

	for (size_t i = 0; i < r->accepted.n; i++)
		add_to_plans(r, &plans, r->accepted.at[i]);
	linter_begin(r->l, "planning", "fixes", r->attempts.n);
	for (size_t i = 0; i < r->attempts.n; i++) {
		struct attempt *t = &r->attempts.at[i];

		linter_step(r->l);
		if (t->state != ATTEMPT_OPEN || !plan_one(r, t, scope) || !may_write(r, t))
			continue;
		if (add_twin(r, &plans, open, t))
			continue;
		if (!fits(r, &plans, t)) {
			t->state = ATTEMPT_LATER;
			continue;
		}
		add_open(r, &plans, open, t);
		add_to_plans(r, &plans, t);
	}
	settle_order(open);
	for (size_t i = 0; i < plans.all.n; i++) {
		vec_release(&plans.all.at[i]->edits);
		vec_release(&plans.all.at[i]->by);
	}
	vec_release(&plans.all);
	arena_release(&plans.a);
}

/* --- accepting */

/* Puts the accepted edits on the overlay; results of the last trial are reused. */
static void write_accepted(struct fix_rounds *r)
{
	struct edits edits = { 0 }, own;

	verify_edits(&r->accepted, &edits);
	for (size_t i = 0; i < edits.n; i += own.n) {
		const struct source *s = sources_get(r->cur->sources, edits.at[i].at.file);
		struct buf text = { 0 };

		own = verify_edits_of_file(&edits, i);
		originals_note(&r->original, r->a, r->vfs, r->cur, s);
		if (r->v.proved)
			continue;
		if (after_edits(&text, r->vfs, s, &own))
			vfs_put(r->vfs, s->path, buf_str(&text), text.n);
		buf_release(&text);
	}
	vec_release(&edits);
	if (r->v.proved) {
		vfs_take_below(r->v.proved_vfs, r->vfs);
		r->v.vfs = r->vfs = r->v.proved_vfs;
		r->v.proved_vfs = NULL;
	}
}

/* --- rounds */

static void release_attempts(struct fix_rounds *r)
{
	for (size_t i = 0; i < r->attempts.n; i++)
		vec_release(&r->attempts.at[i].edits);
	r->attempts.n = 0;
	free(r->accepted.at);
	r->accepted = (struct attempt_set){ 0 };
}

static void set_current(struct fix_rounds *r, const struct subject_set *next)
{
	if (r->loaded)
		r->loaded->kind->free(r->loaded);
	r->loaded = next;
	if (next)
		r->cur = next;
	r->v.set = r->cur;
	r->v.cur = of_configs(r) ? subject_graph(r->cur) : NULL;
}

/* A fix that collided with one that was refused since then may be tried now; a fix that collides with an accepted one
 * waits for the next round. Each time at least one is decided. */
static bool reopen_later(struct fix_rounds *r)
{
	bool any = false;

	for (size_t i = 0; i < r->attempts.n; i++)
		if (r->attempts.at[i].state == ATTEMPT_LATER) {
			r->attempts.at[i].state = ATTEMPT_OPEN;
			any = true;
		}
	return any;
}

static void settle_configs(struct fix_rounds *r, struct attempt_set *open)
{
	r->v.wide = widen(&r->wide, subject_graph(r->cur), r->vfs);
	r->v.loaded = loaded_new(r->v.wide);
	settle_all(&(struct settle_ctx){ &r->v, &r->accepted }, open);
	loaded_free(r->v.loaded);
	r->v.loaded = NULL;
	widen_release(&r->wide);
}

static void plan_and_settle(struct fix_rounds *r, enum fix_scope scope)
{
	struct attempt_set open = { .at = xcalloc(r->attempts.n + 1, sizeof(struct attempt *)) };

	for (plan_open(r, &open, scope); open.n > 0; plan_open(r, &open, scope)) {
		if (of_configs(r))
			settle_configs(r, &open);
		else
			settle_all(&(struct settle_ctx){ &r->v, &r->accepted }, &open);
		open.n = 0;
		if (!reopen_later(r))
			break;
	}
	free(open.at);
}

/* What a base can't take for all its children may still be overridden in the one. */
static void reopen_refused(struct fix_rounds *r)
{
	for (size_t i = 0; i < r->attempts.n; i++) {
		struct attempt *t = &r->attempts.at[i];

		if (t->state == ATTEMPT_REFUSED && !barred(r, t)) {
			t->state = ATTEMPT_OPEN;
			t->owner_reason = t->reason;
		}
	}
}

static void prefer_owner_reasons(struct fix_rounds *r)
{
	for (size_t i = 0; i < r->attempts.n; i++)
		if (r->attempts.at[i].state == ATTEMPT_REFUSED && r->attempts.at[i].owner_reason)
			r->attempts.at[i].reason = r->attempts.at[i].owner_reason;
}

static bool round_once(struct fix_rounds *r)
{
	release_attempts(r);
	verify_forget(&r->v);
	collect(r);
	r->accepted.at = xcalloc(r->attempts.n + 1, sizeof(struct attempt *));
	if (r->o->edit_bases || !of_configs(r)) {
		plan_and_settle(r, SCOPE_OWNER);
		reopen_refused(r);
	}
	plan_and_settle(r, SCOPE_CHILD);
	prefer_owner_reasons(r);
	outcomes_keep(&r->outcomes, r->cur, &r->accepted, r->rounds + 1);
	return r->accepted.n > 0;
}

static void next_round(struct fix_rounds *r)
{
	const struct subject_set *next;

	linter_begin(r->l, "checking again", NULL, 0);
	write_accepted(r);
	release_attempts(r);
	next = r->v.proved;
	r->v.proved = NULL;
	if (!next)
		next = verify_load(&r->v, r->vfs);
	set_current(r, next);
	vec_release(&r->again);
	vec_release(&r->held);
	r->stats = (struct lint_stats){ 0 };
	lint_again(r->l, r->a, r->cur, &r->v.known.of, &r->again, &r->held, &r->stats);
	verify_forget(&r->v);
	r->found = &r->again;
}

static bool run_rounds(struct fix_rounds *r, struct err *e)
{
	while (round_once(r)) {
		if (r->rounds == ROUNDS_MAX)
			return err_set(e, ERR_LIMIT, "the fixes don't converge: %s still applies after %d rounds",
				       r->accepted.at[0]->diag->rule->id, ROUNDS_MAX);
		r->rounds++;
		next_round(r);
	}
	outcomes_close(&r->outcomes, &(struct fix_left){ r->cur, &r->attempts, r->found }, r->out);
	return true;
}

/* more: the result for a set of another kind than configs; NULL: they are configs. */
static void fill_result(struct fix_rounds *r, struct fix_after *more)
{
	struct fix_result *out = r->out;

	originals_changed(&r->original, r->a, r->vfs, out);
	out->rounds += r->rounds;
	if (!r->rounds)
		return;
	if (more) {
		*more = (struct fix_after){ r->loaded, r->vfs };
	} else {
		out->after = r->loaded->of;
		out->vfs = r->vfs;
		out->found = r->again;
		out->held = r->held;
		out->stats = r->stats;
		r->again = r->held = (struct diags){ 0 };
	}
	r->loaded = NULL;
	r->vfs = NULL;
}

static void run_release(struct fix_rounds *r)
{
	release_attempts(r);
	vec_release(&r->attempts);
	verify_forget(&r->v);
	set_current(r, NULL);
	if (r->vfs)
		vfs_free(r->vfs);
	r->out->cut |= r->wide.cut;
	widen_free(&r->wide);
	vec_release(&r->again);
	vec_release(&r->held);
	originals_release(&r->original);
	outcomes_release(&r->outcomes);
	unlisted_release(&r->unlisted);
}

/* All rounds of one kind; more as in fill_result. */
static bool run_set(struct fix_rounds r, struct fix_after *more, struct err *e)
{
	bool ok;

	r.vfs = vfs_new(r.cur->fs);
	r.found = r.in->found;
	r.v = (struct verifier){ .l = r.l,
				 .attempts = of_configs(&r) ? verify_attempts : verify_others,
				 .again = of_configs(&r) ? verify_again : NULL,
				 .judge = of_configs(&r) ? NULL : fix_kind_find(r.cur->kind)->judge,
				 .a = r.a,
				 .vfs = r.vfs,
				 .edit_bases = r.o->edit_bases,
				 .brings = r.o->steps ? r.o->wanted : NULL,
				 .ctx = r.o->ctx,
				 .paths = r.paths,
				 .npaths = r.npaths };
	set_current(&r, NULL);
	widen_init(&r.wide, r.l, r.o->dirs, r.o->tops);
	r.outcomes = (struct outcomes){ .a = r.a, .o = r.o };
	r.unlisted = (struct unlisted){ .l = r.l, .in = r.in };
	outcomes_open(&r.outcomes, r.cur, r.in->found);
	ok = run_rounds(&r, e);
	if (ok)
		fill_result(&r, more);
	run_release(&r);
	return ok;
}

static const char *const *paths_of(struct arena *a, const struct subject_set *set)
{
	const char **path = (const char **)arena_array(a, void *, set->n + 1);

	for (size_t i = 0; i < set->n; i++)
		path[i] = set->at[i]->path;
	return path;
}

static bool run_sets(const struct linter *l, struct arena *a, const struct fix_input *in, const struct fix_opts *o,
		     struct fix_result *out, struct err *e)
{
	struct fix_rounds r = { .l = l, .a = a, .in = in, .o = o, .out = out };

	if (in->g) {
		r.cur = graph_subjects(in->g);
		r.paths = in->paths;
		r.npaths = in->npaths;
		if (!run_set(r, NULL, e))
			return false;
	}
	for (size_t i = 0; i < in->nmore; i++) {
		r.cur = in->more[i];
		r.paths = paths_of(a, r.cur);
		r.npaths = r.cur->n;
		if (!run_set(r, &out->more[i], e))
			return false;
	}
	return true;
}

bool fix_run(const struct linter *l, struct arena *a, const struct fix_input *in, const struct fix_opts *o,
	     struct fix_result *out, struct err *e)
{
	struct fix_input now = *in;
	struct linter edited = *l;
	struct diags found = { 0 };

	memset(out, 0, sizeof *out);
	out->more = arena_array(a, struct fix_after, in->nmore + 1);
	out->nmore = in->nmore;
	if (l->graph.cfg_options && l->graph.cfg_options[0])
		return err_set(e, ERR_USAGE,
			       "fixes can't be combined with --cfg-options, because these are not part of the files");
	if (in->g && o->edit_code)
		taught_first(l, a, in, o, out);
	if (out->code.codes) {
		edited.codes = out->code.codes;
		taught_found(&edited, a, in, &found);
		now.found = &found;
	}
	bool good = run_sets(&edited, a, &now, o, out, e);
	vec_release(&found);
	return good;
}

void fix_result_release(struct fix_result *r)
{
	taught_release(&r->code);
	if (r->after)
		graph_free(r->after);
	if (r->vfs)
		vfs_free(r->vfs);
	for (size_t i = 0; i < r->nmore; i++) {
		if (r->more[i].set)
			r->more[i].set->kind->free(r->more[i].set);
		if (r->more[i].vfs)
			vfs_free(r->more[i].vfs);
	}
	vec_release(&r->unwritten);
	vec_release(&r->found);
	vec_release(&r->held);
	r->after = NULL;
	r->vfs = NULL;
	r->nmore = 0;
}
