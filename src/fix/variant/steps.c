// SPDX-License-Identifier: MIT
/* Applies a profile to a script. The steps are rules: all their fixes run to a fixed point (fix_run) with the other
 * rules about scripts as guards; then the outcomes are turned into a list of steps, done or left out with the reason.
 *
 * Invariant: a variant has no finding of a guarding rule that the script did not have; applying the profile twice
 * changes nothing the second time.
 *
 *	step `pin memory` applied	out->step: line 14, its title, no reason
 *	step found, without a fix	the same with the finding's message as the reason
 *	a rule fires more often after	a step "to be done by hand: line of the result" */
#include "fix/variant/steps.h"
#include "base/path.h"
#include "fix/fix.h"
#include "fix/variant/priv.h"
#include "script/script_subject.h"
#include <stdlib.h>
#include <string.h>

VEC(step_list, struct variant_step);
struct step_ctx {
	struct linter l; /* with settings that select the rules about scripts, and the steps */
	struct arena *a;
	const struct steps_order *o;
	const struct subject_set *set;
	struct diags found;
	struct step_list step;
};

bool profile_is_of_scripts(const struct profile *p)
{
	return p->nsteps > 0;
}

static bool is_step(void *ctx, const struct diag *d)
{
	const struct step_ctx *s = ctx;
	const struct profile *p = s->o->profile;

	for (uint32_t i = 0; i < p->nsteps; i++)
		if (!strcmp(p->step[i], d->rule->id))
			return true;
	return false;
}

static bool is_about_speed(const struct rule *r)
{
	for (uint32_t i = 0; i < r->ncases; i++)
		if (r->cas[i].severity == SEV_PERFORMANCE)
			return true;
	return false;
}

/* Ids of the rules about scripts, which guard the result. Of those about performance only the steps' own rules count
 * meanwhile: pinned memory causes a finding that the next step fixes. */
static const char *const *selected(struct step_ctx *s, const struct ruleset *rs, bool steps)
{
	const struct profile *p = s->o->profile;
	const char **word = arena_array(s->a, const char *, (size_t)rs->n + p->nsteps + 1);
	size_t n = 0;

	for (uint32_t i = 0; i < rs->n; i++)
		if (rs->at[i]->on == &script_kind && !rs->at[i]->off && (!steps || !is_about_speed(rs->at[i])))
			word[n++] = rs->at[i]->id;
	for (uint32_t i = 0; steps && i < p->nsteps; i++)
		word[n++] = p->step[i];
	return word;
}

static void open_linter(struct step_ctx *s, const struct linter *l, bool steps, struct linter *out)
{
	struct overrides own = *s->o->settings;

	own.sel.select = selected(s, l->rules, steps);
	own.sel.extend = NULL;
	own.sel.slow = false;
	*out = (struct linter){ .vfs = l->vfs, .pool = l->pool, .rules = l->rules, .graph = l->graph };
	linter_open(out, &own, NULL);
}

static void add_step(struct step_ctx *s, uint32_t line, const char *text, const char *why_not)
{
	vec_push(&s->step, ((struct variant_step){ line, text, why_not }));
}

/* Another round applied what the first one left out. */
static bool is_made(const struct fix_result *r, const struct diag *d)
{
	for (uint32_t i = 0; i < r->noutcomes; i++) {
		const struct fix_outcome *x = &r->outcome[i];

		if (x->diag->rule == d->rule && x->offset == d->at.lo && x->round > 0 &&
		    (x->what == FIX_APPLIED || x->what == FIX_PARTLY))
			return true;
	}
	return false;
}

/* Findings of a step without a fix are the reason why it is left out. */
static void add_left(struct step_ctx *s, const struct fix_result *r)
{
	for (size_t i = 0; i < s->found.n; i++) {
		const struct diag *d = &s->found.at[i];
		const struct source *src = diag_source(d, d->at);

		if (!d->nfixes && src && is_step(s, d) && !is_made(r, d))
			add_step(s, source_point(src, d->at.lo).line + 1, d->rule->summary, d->msg);
	}
}

/* Of the script as it was, wherever that stands by now. */
static uint32_t line_at(const struct step_ctx *s, uint32_t offset)
{
	return source_point(subject_find(s->set, s->o->path)->src, offset).line + 1;
}

static void add_outcomes(struct step_ctx *s, const struct fix_result *r, struct variant *out)
{
	for (uint32_t i = 0; i < r->noutcomes; i++) {
		const struct fix_outcome *x = &r->outcome[i];
		bool applied = x->what == FIX_APPLIED || x->what == FIX_PARTLY, made = applied && x->round > 0;

		if (!is_step(s, x->diag) || !x->plan || (applied && !made))
			continue; /* applied without an edit: another step fixed it */
		out->npromises += made;
		add_step(s, line_at(s, x->offset), x->plan->title, made ? NULL : x->reason);
	}
}

static int by_line(const void *x, const void *y)
{
	const struct variant_step *p = x, *q = y;

	return p->line != q->line ? (p->line > q->line ? 1 : -1) : strcmp(p->text, q->text);
}

static void take_result(struct step_ctx *s, const struct fix_result *r, struct variant *out)
{
	add_outcomes(s, r, out);
	add_left(s, r);
	if (s->step.n)
		qsort(s->step.at, s->step.n, sizeof *s->step.at, by_line);
	out->step = arena_array(s->a, struct variant_step, s->step.n + 1);
	for (size_t i = 0; i < s->step.n; i++)
		out->step[out->nsteps++] = s->step.at[i];
	out->text = r->nfiles ? r->file[0].new_bytes : NULL;
	out->nothing = !r->nfiles;
	out->reason = r->nfiles ? NULL : "nothing to change";
}

static uint32_t count(const struct diags *d, const struct rule *rule)
{
	uint32_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		n += d->at[i].rule == rule;
	return n;
}

/* Findings that are more frequent in the result than in the source. */
static void add_brought(struct step_ctx *s, const struct subject_set *after)
{
	struct linter all = { 0 };
	struct diags was = { 0 }, now = { 0 };
	struct lint_stats stats = { 0 };

	open_linter(s, &s->l, false, &all);
	lint_run(&all, s->a, s->set, &was, NULL, &stats);
	lint_run(&all, s->a, after, &now, NULL, &stats);
	for (size_t i = 0; i < now.n; i++)
		if (count(&now, now.at[i].rule) > count(&was, now.at[i].rule))
			add_step(s, source_point(diag_source(&now.at[i], now.at[i].at), now.at[i].at.lo).line + 1,
				 "to be done by hand: line of the result",
				 arena_printf(s->a, "%s %s", now.at[i].rule->id, now.at[i].msg));
	vec_release(&was);
	vec_release(&now);
	linter_close(&all);
}

static bool fix(struct step_ctx *s, struct variant *out, struct err *e)
{
	const char *const paths[] = { s->o->path };
	struct fix_input in = { .paths = paths, .npaths = 0, .found = &s->found, .more = &s->set, .nmore = 1 };
	struct fix_opts fo = { .unsafe = true, .steps = true, .wanted = is_step, .ctx = s };
	struct lint_stats stats = { 0 };
	struct fix_result r = { 0 };
	bool ok;

	lint_run(&s->l, s->a, s->set, &s->found, NULL, &stats);
	ok = fix_run(&s->l, s->a, &in, &fo, &r, e);
	if (ok && r.more[0].set)
		add_brought(s, r.more[0].set);
	if (ok)
		take_result(s, &r, out);
	fix_result_release(&r);
	return ok;
}

static const char *new_path(const struct step_ctx *s)
{
	const char *dir = s->o->out_dir ? s->o->out_dir : path_dir(s->a, s->o->path);

	return path_join(s->a, dir, arena_printf(s->a, "%s%s.py", path_stem(s->a, s->o->path), s->o->profile->suffix));
}

bool steps_apply(const struct linter *l, struct arena *a, const struct steps_order *o, struct variant *out,
		 struct err *e)
{
	struct step_ctx s = { .a = a, .o = o };
	const struct subject *x;
	bool ok = true;

	memset(out, 0, sizeof *out);
	open_linter(&s, l, true, &s.l);
	out->path = new_path(&s);
	s.set = linter_subjects(&s.l, &script_kind, &o->path, 1, NULL);
	x = subject_find(s.set, o->path);
	if (!settings_for(s.l.settings, o->path, e))
		ok = false;
	else if (!x || !x->good)
		out->reason = arena_strdup(a, x && x->trouble ? x->trouble : "it can't be read");
	else
		ok = fix(&s, out, e);
	vec_release(&s.found);
	vec_release(&s.step);
	s.set->kind->free(s.set);
	linter_close(&s.l);
	return ok;
}
