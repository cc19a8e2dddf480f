// SPDX-License-Identifier: MIT
/* Verifies fixes of scripts and launch scripts: all subjects are loaded again through an overlay, and each is
 * compared with its old state: syntax, promised parts, number of findings by rule.
 *
 * Invariant: the trial is good only if no subject has a reason against it. A failed attempt is `sure` if it is the
 * only one on trial that edits the file, or the only one at all; otherwise it is a suspect and is tried again in
 * parts.
 *
 *	RWR003 before: 2 findings, 1 fix; after: 1	good
 *	RWR003 after: 2					"the finding would remain"
 *	RWR003 after: 2, one of them at a new place	good: it was behind the other
 *	a new RWR006					"it would cause RWR006: ..." */
#include "fix/proof/others.h"
#include "config/differ.h"
#include "fix/proof/after.h"
#include "lint/lint.h"

struct trial_of {
	struct verifier *v;
	const struct attempt_set *all, *focus;
	const struct subject_set *after;
	struct arena arena;
	bool good;
};

void attempts_edits(const struct attempt_set *all, const struct subject *of, struct edits *out)
{
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->at[i]->edits.n; k++)
			if (all->at[i]->edits.at[k].at.file == of->src->id)
				vec_push(out, all->at[i]->edits.at[k]);
	edits_unite(out);
}

static uint32_t count(const struct attempt_set *some, const struct subject *of, const struct rule *rule)
{
	uint32_t n = 0;

	for (size_t i = 0; i < some->n; i++)
		n += some->at[i]->of == of && (!rule || some->at[i]->diag->rule == rule);
	return n;
}

static uint32_t count_found(const struct diags *all, const struct rule *rule)
{
	uint32_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += all->at[i].rule == rule;
	return n;
}

static bool is_deleted(const struct edits *e, uint32_t at)
{
	for (size_t i = 0; i < e->n; i++)
		if (!e->at[i].len && e->at[i].at.lo <= at && at < e->at[i].at.hi)
			return true;
	return false;
}

/* A further finding of a rule, which reported another one first: it stands elsewhere than those that are fixed, and is
 * no heavier. It is left to the next round. */
static bool was_behind(struct trial_of *j, const struct subject *s, const struct diag *now)
{
	struct edits edits = { 0 };
	bool behind = true;

	attempts_edits(j->all, s, &edits);
	for (size_t i = 0; i < j->all->n; i++) {
		const struct attempt *t = j->all->at[i];

		if (t->of == s && t->diag->rule == now->rule)
			behind &= (is_deleted(&edits, t->diag->at.lo) ||
				   edits_moved(&edits, t->diag->at.lo) != now->at.lo) &&
				  now->severity <= t->diag->severity;
	}
	vec_release(&edits);
	return behind;
}

/* Of each rule as many as before, less those that are fixed; of a profile's steps more where the next one takes what
 * one brings. */
static const char *compare(struct trial_of *j, const struct subject *s, const struct diags *was,
			   const struct diags *now)
{
	for (size_t i = 0; i < now->n; i++) {
		const struct rule *rule = now->at[i].rule;
		uint32_t before = count_found(was, rule), fixed = count(j->all, s, rule), n = count_found(now, rule);

		if (n + fixed <= before || (!fixed && j->v->brings && j->v->brings(j->v->ctx, &now->at[i])) ||
		    (n <= before && was_behind(j, s, &now->at[i])))
			continue;
		return n > before ? arena_printf(j->v->a, "it would cause %s: %s", rule->id, now->at[i].msg)
				  : "the finding would remain";
	}
	return NULL;
}

/* If a rule stops at a limit, fixes of its findings can't be verified: all are refused. Otherwise they would be tried
 * by halves, each time at the cost of such a rule. */
static const char *unproved(struct trial_of *j, const struct subject *s, const struct lint_stats *stats)
{
	static const char *const why = "its check takes more steps or memory here than the limits allow";
	bool any = false;

	for (const struct unchecked_rule *x = stats->unchecked[UNCHECKED_BUDGET].rule; x; x = x->next)
		for (size_t i = 0; i < j->focus->n; i++) {
			struct attempt *t = j->focus->at[i];

			if (t->of != s || t->diag->rule != x->rule)
				continue;
			t->reason = why;
			t->suspect = t->sure = any = true;
		}
	return any ? why : NULL;
}

static const char *judge_findings(struct trial_of *j, const struct subject *s, const struct subject *now)
{
	struct lint_stats stats = { 0 };
	const struct settings *st = settings_for(j->v->l->settings, s->path, NULL);
	struct diags before = { 0 }, after = { 0 };
	const char *why;

	if (!st)
		return "its settings can't be read";
	lint_subject(j->v->l, NULL, &j->arena, &(struct judged){ s, st }, &before, &stats);
	lint_subject(j->v->l, NULL, &j->arena, &(struct judged){ now, st }, &after, &stats);
	why = unproved(j, s, &stats);
	j->good &= !why;
	why = why ? NULL : compare(j, s, &before, &after);
	vec_release(&before);
	vec_release(&after);
	return why;
}

/* Some fix edits a file of another subject than its own, and this subject reads it. */
static bool reads_edited(const struct trial_of *j, const struct subject *s, const struct subject *now)
{
	bool across = false;

	for (size_t i = 0; i < j->all->n; i++)
		for (size_t k = 0; k < j->all->at[i]->edits.n; k++)
			across |= j->all->at[i]->edits.at[k].at.file != j->all->at[i]->of->src->id;
	return across && !config_same(s->tree, now->tree);
}

static const char *judge(struct trial_of *j, const struct subject *s)
{
	const struct subject *now = subject_find(j->after, s->path);
	bool edited = count(j->all, s, NULL);
	const char *why;

	if (!s->good)
		return NULL;
	if (!now || !now->good)
		return arena_printf(j->v->a, "the result would have a syntax error: %s",
				    now && now->trouble ? now->trouble : "it can't be read");
	why = j->v->judge(j->v->a, s, now, j->all);
	edited = edited || (!why && reads_edited(j, s, now));
	return why || !edited ? why : judge_findings(j, s, now);
}

/* Those on trial that edit the file; where another one is wrong, all may be guilty. */
static void blame(struct trial_of *j, const struct subject *s, const char *why)
{
	uint32_t there = count(j->focus, s, NULL);

	j->good = false;
	for (size_t i = 0; i < j->focus->n; i++) {
		struct attempt *t = j->focus->at[i];

		if (there && t->of != s)
			continue;
		if (!t->suspect)
			t->reason = there ? why : arena_printf(j->v->a, "%s: %s", s->path, why);
		t->suspect = true;
		t->sure |= there == 1 || j->focus->n == 1;
	}
}

bool verify_others(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
{
	struct trial_of j = { .v = v, .all = all, .focus = focus, .good = true };
	struct vfs *over = after_overlay(v->vfs, v->set->sources, all);

	for (size_t i = 0; i < focus->n; i++)
		focus->at[i]->suspect = focus->at[i]->sure = false;
	linter_begin(v->l, "trying fixes", NULL, v->set->n);
	j.after = verify_load(v, over);
	for (size_t i = 0; i < v->set->n; i++) {
		const char *why = judge(&j, v->set->at[i]);

		linter_step(v->l);
		if (why)
			blame(&j, v->set->at[i], why);
	}
	if (j.good) {
		verify_prove(v, over, j.after);
	} else {
		j.after->kind->free(j.after);
		vfs_free(over);
	}
	arena_release(&j.arena);
	return j.good;
}
