// SPDX-License-Identifier: MIT
#include "fix/script/verify.h"
#include "fix/proof/after.h"
#include "fix/script/changed.h"
#include "fix/script/same.h"
#include "lint/lint.h"
#include "script/project.h"
#include "script/subject.h"

struct trial_of {
	struct verifier *v;
	const struct attempt_set *all, *focus;
	const struct subject_set *after;
	struct arena arena;
	bool good;
};

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

/* Of each rule as many as before, less those that are fixed; of a profile's steps more where the next one takes what
 * one brings. */
static const char *compare(struct trial_of *j, const struct subject *s, const struct diags *was,
			   const struct diags *now)
{
	for (size_t i = 0; i < now->n; i++) {
		const struct rule *rule = now->at[i].rule;
		uint32_t before = count_found(was, rule), fixed = count(j->all, s, rule), n = count_found(now, rule);

		if (n + fixed <= before || (!fixed && j->v->brings && j->v->brings(j->v->ctx, &now->at[i])))
			continue;
		return n > before ? arena_printf(j->v->a, "it would bring %s: %s", rule->id, now->at[i].msg)
				  : "the finding would stay";
	}
	return NULL;
}

static const char *judge_findings(struct trial_of *j, const struct subject *s, const struct subject *now)
{
	const struct settings *st = settings_for(j->v->l->settings, s->path, NULL);
	struct diags before = { 0 }, after = { 0 };
	const char *why;

	if (!st)
		return "its settings can't be read";
	lint_subject(j->v->l, NULL, &j->arena, &(struct judged){ s, st }, &before);
	lint_subject(j->v->l, NULL, &j->arena, &(struct judged){ now, st }, &after);
	why = compare(j, s, &before, &after);
	vec_release(&before);
	vec_release(&after);
	return why;
}

static const char *judge(struct trial_of *j, const struct subject *s)
{
	const struct subject *now = subject_find(j->after, s->path);
	bool edited = count(j->all, s, NULL);
	const char *why;
	uint32_t at;

	if (!s->good)
		return NULL;
	if (!now || !now->good)
		return arena_printf(j->v->a, "the result would have a syntax error: %s",
				    now && now->trouble ? now->trouble : "it can't be read");
	if (edited &&
	    !same_syntax(script_subject_file(s)->tree.root, script_subject_file(now)->tree.root, j->all, s, &at))
		return arena_printf(j->v->a, "line %u of the result would say something else than was promised",
				    source_point(now->src, at).line + 1);
	why = changed_judge(j->v->a, s, now, j->all);
	return why || !edited ? why : judge_findings(j, s, now);
}

/* Those on trial that edit the script; where another script is wrong, all may be guilty. */
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

bool script_verify(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus)
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
