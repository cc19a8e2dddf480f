// SPDX-License-Identifier: MIT
/* All rules on all configs: one job a config, each with its own arena, whose findings are copied out when it ends.
 * Then those of all are folded and sorted, and those in unmodified files of frameworks are taken out.
 *
 * Invariant: the result is the same for any number of threads: jobs share only immutable data and the memo of silent
 * rules, and the order is made at the end.
 *
 *	a.py, b.py inherit from base.py		three jobs
 *	PRF001 at base.py:3 from all of them	one finding that names three configs */
#include "lint/rules/rule_kinds.h"
#include "lint/lint.h"
#include "lint/carried.h"
#include "base/path.h"
#include "facts/filetag.h"
#include "facts/search_cache.h"
#include "config/loader.h"
#include "launch/starts.h"
#include "lint/finding/diag.h"
#include "lint/finding/same_cause.h"
#include "lint/finding/launch_findings.h"
#include "lint/finding/through.h"
#include "project/home.h"
#include "lint/judge/judge.h"
#include "lint/judge/code_rules.h"
#include "lint/judge/finish.h"
#include "lint/judge/memo.h"
#include "lint/judge/native.h"
#include "lint/judge/covered.h"
#include "lint/judge/unused.h"
#include "lint/rules/ruleset.h"
#include "config/config_subject.h"
#include "lint/settings/select.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

/* ---- the settings of a config ---- */

static void guess_gpus(struct arena *a, const struct subject *s, struct machine *out)
{
	struct filetag tag;
	if (!filetag_find(s->path, &tag) || tag.plain)
		return;
	int64_t nodes = out->nodes.kind == VALUE_INT ? out->nodes.as.i : 1;
	if (nodes < 1 || tag.gpus % nodes)
		return;
	out->gpus = value_int(tag.gpus / nodes, nowhere);
	out->nodes = value_int(nodes, nowhere);
	out->gpus_guessed = true;
	out->gpus_why = arena_printf(a, "%.*s in the file name", (int)tag.len, tag.text);
}

struct machine lint_machine(struct arena *a, const struct settings *st, const struct subject *s)
{
	struct machine hw = st->machine;
	const struct start *by = s->start;
	if (by && by->gpus && !hw.gpus_given) {
		hw.gpus = value_int(by->gpus, nowhere);
		hw.nodes = value_int(by->machines, nowhere);
		hw.gpus_why = hw.launch = by->place;
	} else if (hw.gpus.kind == VALUE_UNKNOWN)
		guess_gpus(a, s, &hw);
	else if (hw.nodes.kind == VALUE_UNKNOWN)
		hw.nodes = value_int(1, nowhere); /* GPUs without nodes: there is one node */
	return hw;
}

const struct dialect *lint_dialect(const struct linter *l, const struct judged *c, const char **why)
{
	if (!c->st->dialect)
		return dialect_detect(&l->rules->dialects, subject_config(c->s), why);
	if (why)
		*why = "named by the command line or the settings";
	return dialect_by_name(&l->rules->dialects, c->st->dialect);
}

/* ---- notes ---- */

static void add_note(struct judge *j, const struct note *n, const struct rule *only)
{
	const struct rule *r = ruleset_of_note(j->rs, n->id);
	if (only && strcmp(only->id, r->id))
		return;
	struct diag d = { .rule = r, .severity = r->severity, .at = n->at, .msg = n->msg, .hint = n->hint };
	d.of_bases = n->of_bases, d.missing = n->missing, d.missing_as = n->missing_as;
	if (n->other.file) {
		struct related *rel = arena_new(j->a, struct related);
		*rel = (struct related){ n->other, n->other_text ? n->other_text : "here" };
		d.rel = rel;
		d.nrel = 1;
	}
	if (n->missing) /* the line that names it, and no other */
		diag_rest_on_place(j->a, &d);
	if (finding_finish(j, &d))
		finding_add(j, &d);
}

static void add_notes(struct judge *j, const struct rule *only)
{
	const struct subject *s = j->s;
	struct note_list list = { 0 };
	if (s->kind->notes)
		s->kind->notes(s, &list);
	for (size_t i = 0; i < list.n; i++)
		add_note(j, list.at[i], only);
	vec_release(&list);
}

/* ---- one config ---- */

/* The rule's conditions have found the same already, and no lighter. */
static bool found_before(const struct judge *j, size_t from, const struct diag *d)
{
	for (size_t i = from; i < j->out->n; i++) {
		const struct diag *o = &j->out->at[i];
		if (o->rule == d->rule && o->at.file == d->at.file && o->at.lo == d->at.lo && o->at.hi == d->at.hi &&
		    o->severity >= d->severity)
			return true;
	}
	return false;
}

/* from: the index of the first finding that may be of this rule and config */
static void run_native(struct judge *j, const struct rule *r, native_fn *fn, size_t from)
{
	struct diags found = { 0 };
	struct native_ctx c = native_ctx(j, r, &found);
	fn(&c);
	for (size_t i = 0; i < found.n; i++)
		if (finding_finish(j, &found.at[i]) && !found_before(j, from, &found.at[i]))
			finding_add(j, &found.at[i]);
	vec_release(&found);
}

/* The rule can't fire on any config, because its training code is missing. */
static void count_unchecked(struct judge *j, const struct rule_plan *p)
{
	if (p->native_code) {
		struct diags none = { 0 };
		struct native_ctx c = native_ctx(j, p->rule, &none);
		enum unchecked_why kind;
		const char *missing = native_code_missing(&c, j->no_code, &kind);
		if (missing)
			judge_unchecked(j, p->rule, kind, missing, value_none(nowhere));
	}
	if (p->elsewhere && !(j->code && code_trains(j->code)))
		judge_unchecked(j, p->rule, UNCHECKED_DIALECT, NULL, value_none(nowhere));
}

/* all, i: where it is remembered; all NULL: nowhere. */
static void run_rule(struct judge *j, const struct rule_plan *p, const struct memo_rules *all, uint32_t i)
{
	size_t from = j->out->n;
	if (p->native)
		run_native(j, p->rule, p->native, from);
	judge_rule(j, p, all, i);
	if (p->native_code)
		run_native(j, p->rule, p->native_code, from);
	count_unchecked(j, p);
}

static const struct rule *rule_of(const struct ruleset *rs, const char *id)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if (!strcmp(rs->at[i]->id, id))
			return rs->at[i];
	return NULL;
}

static void run_rules(struct judge *j, const struct rule *only, bool named)
{
	const struct dialect *d = facts_dialect(j->facts);
	bool root = facts_is_root(j->facts, named);
	/* trees of other kinds hardly ever look alike */
	const struct memo_rules *all =
		j->memo && j->s->kind->dialects ? memo_rules(j->memo, d, j->st, j->code, j->s->home) : NULL;
	lint_count(j->stats, j->s->kind)->whole += root;
	bool any = only || !root;
	for (uint32_t i = 0; i < j->rs->n; i++) {
		const struct rule *r = j->rs->at[i];
		if ((only && only != r) || !rule_is_about(r, j->s->kind) || !(root || r->any_file))
			continue;
		struct rule_plan own;
		if (!all)
			own = rule_plan_of(j->a, j->rs, r, d, j->st, j->mode);
		const struct rule_plan *p = all ? &all->plan[i] : &own;
		any |= p->judges || p->native || p->native_code || p->elsewhere;
		run_rule(j, p, all, i);
	}
	const struct rule *unused = !only && root ? rule_of(j->rs, UNUSED_RULE) : NULL;
	if (unused && rule_is_about(unused, j->s->kind))
		unused_find(j, unused);
	if (!root)
		judge_unchecked(j, NULL, UNCHECKED_FRAGMENT, NULL, value_none(nowhere));
	if (!any)
		judge_unchecked(j, NULL, UNCHECKED_RULES, NULL, value_none(nowhere));
}

/* Determined by facts without a dialect, which are used for nothing else. */
static const struct dialect *dialect_of(const struct linter *l, struct judge *j, const struct machine *hw)
{
	if (!j->s->kind->dialects)
		return NULL;
	if (!j->memo || j->st->dialect)
		return lint_dialect(l, &(struct judged){ j->s, j->st }, NULL);
	struct facts *plain = facts_new(j->a, j->s, j->rs->dialects.vocab, NULL, hw);
	facts_share(plain, memo_search_cache(j->memo));
	return memo_dialect(j->memo, plain, j->seen, subject_config(j->s));
}

/* The tree as a whole: it may hold more than is known. */
static void count_doubt(struct judge *j)
{
	struct value tree = j->s->tree;
	j->spent = j->s->spent;
	if (j->spent)
		judge_unchecked(j, NULL, UNCHECKED_BUDGET, NULL, value_none(nowhere));
	else if (tree.kind != VALUE_DICT || tree.as.dict->open)
		judge_unchecked(j, NULL, UNCHECKED_VALUE, NULL, tree);
	if (j->s->unread.file)
		judge_unchecked(j, NULL, UNCHECKED_SYNTAX, NULL, value_unknown(j->a, WHY_SYNTAX, j->s->unread, NULL));
	if (j->s->missing.as.cause)
		judge_unchecked(j, NULL, unchecked_of(j->s->missing), NULL, j->s->missing);
}

/* reported: a finding says so, or a comment hides that finding. Unreadable files are reported by the loader. */
static void count_unloaded(struct judge *j, bool reported)
{
	if (!j->s->readable)
		return;
	if (j->away) {
		judge_unchecked(j, NULL, UNCHECKED_AWAY, j->s->trouble, value_none(nowhere));
		lint_count(j->stats, j->s->kind)->away++;
		return;
	}
	judge_unchecked(j, NULL, UNCHECKED_LOAD, j->s->trouble, value_none(nowhere));
	unchecked_missing(j->a, &j->stats->unchecked[UNCHECKED_LOAD], j->s);
	lint_count(j->stats, j->s->kind)->unloaded++;
	lint_count(j->stats, j->s->kind)->unselected += !reported;
}

/* Only that rule: all others run with their defaults, and their findings are discarded. */
static void run_unused(struct judge *j, const struct rule *r, bool named)
{
	struct lint_stats stats = { 0 };
	struct diags found = { 0 };
	struct judge all = *j;
	struct settings st = *j->st;
	st.sel.select = st.sel.extend = NULL;
	all.st = &st;
	all.mode = JUDGE_RUN;
	all.out = &found;
	all.stats = &stats;
	run_rules(&all, NULL, named);
	for (size_t i = 0; i < found.n; i++)
		if (found.at[i].rule == r)
			vec_push(j->out, found.at[i]);
	vec_release(&found);
}

static void judge_subject(const struct linter *l, struct judge *j, const struct rule *only, bool named)
{
	lint_count(j->stats, j->s->kind)->files++;
	j->away = j->s->put_away && !named;
	struct machine hw = lint_machine(j->a, j->st, j->s);
	j->facts = facts_new(j->a, j->s, j->rs->dialects.vocab, dialect_of(l, j, &hw), &hw);
	facts_limit(j->facts, l->graph.limits.seconds, l->graph.limits.mib);
	if (j->memo)
		facts_share(j->facts, memo_search_cache(j->memo));
	facts_reference(j->facts, j->st->lr_base, j->st->lr_base_batch);
	j->code = linter_code(l, j->st, j->s->home, j->s->lent, &j->no_code);
	if (j->code || j->st->code_off)
		j->no_code = NULL;
	facts_code(j->facts, j->code);
	uint32_t events = j->stats->events;
	size_t before = j->out->n;
	add_notes(j, only);
	if (!j->s->good) {
		count_unloaded(j, j->stats->events > events);
		return;
	}
	count_doubt(j);
	if (only && !strcmp(only->id, UNUSED_RULE))
		run_unused(j, only, named);
	else
		run_rules(j, only, named);
	report_once(j->a, j->s, j->out, before);
}

static struct judge judge_of(const struct linter *l, const struct judged *c, struct arena *a, struct diags *out,
			     struct lint_stats *stats)
{
	return (struct judge){ .a = a, .s = c->s, .rs = l->rules, .st = c->st, .out = out, .stats = stats };
}

static void judge_beside(const struct linter *l, struct judge *j, struct memo *memo, const struct rule *only,
			 bool named)
{
	j->memo = memo;
	if (memo)
		j->seen = memo_seen_begin(memo);
	judge_subject(l, j, only, named);
	if (memo)
		memo_seen_end(memo, j->seen);
}

void lint_subject(const struct linter *l, struct memo *memo, struct arena *a, const struct judged *c, struct diags *out,
		  struct lint_stats *stats)
{
	struct lint_stats unused = { 0 };
	struct judge j = judge_of(l, c, a, out, stats ? stats : &unused);
	judge_beside(l, &j, memo, NULL, true);
	diags_fold(a, out);
}

void lint_rule(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r, struct diags *out,
	       struct lint_stats *stats)
{
	struct lint_stats unused = { 0 };
	struct judge j = judge_of(l, c, a, out, stats ? stats : &unused);
	j.mode = JUDGE_SINGLE;
	judge_subject(l, &j, r, true);
	lint_stats_settle(j.stats);
	diags_fold(a, out);
}

struct value lint_ask(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		      const struct node *expr)
{
	struct diags none = { 0 };
	struct lint_stats unused = { 0 };
	struct judge j = judge_of(l, c, a, &none, &unused);
	struct machine hw = lint_machine(a, c->st, c->s);
	struct trial t;
	struct value out;
	j.facts = facts_new(a, c->s, j.rs->dialects.vocab, NULL, &hw);
	trial_begin(&t, &j, r);
	out = trial_eval(&t, expr);
	trial_end(&t);
	return out;
}

bool lint_shares(const struct linter *l, struct memo *memo, const struct judged *c, const struct rule *r,
		 const char *path, bool *whole)
{
	struct arena a = { 0 };
	struct diags found = { 0 };
	struct lint_stats stats = { 0 };
	struct judge j = judge_of(l, c, &a, &found, &stats);
	judge_beside(l, &j, memo, r, false);
	*whole = stats.of[0].whole > 0;
	bool shares = !*whole;
	for (size_t i = 0; i < found.n && !shares; i++) {
		const char *p = found.at[i].path;
		shares = found.at[i].rule == r && (p && path ? !strcmp(p, path) : p == path);
	}
	vec_release(&found);
	arena_release(&a);
	return shares;
}

/* ---- one config, under all launch lines ---- */

struct lint_job {
	const struct linter *l;
	struct memo *memo;
	struct arena *scratch;
	enum judge_mode mode;
};

/* Dependents are counted beside the requested configs; their other statistics (checks that did not run, silenced
 * findings) are not reported. */
static void count_through(const struct judge *j, struct lint_stats *stats)
{
	if (!j->s->through)
		return;
	*stats = (struct lint_stats){ .through = stats->silenced };
	if (j->s->good && !j->spent)
		lint_count(stats, j->s->kind)->through = 1;
	else
		lint_count(stats, j->s->kind)->through_lost = 1;
}

static void judge_one(const struct lint_job *r, const struct subject *s, const struct settings *st,
		      struct started_found *out, struct lint_stats *stats)
{
	struct judge j = judge_of(r->l, &(struct judged){ s, st }, r->scratch, &out->found, stats);
	j.mode = r->mode;
	j.held = &out->held;
	judge_beside(r->l, &j, r->memo, NULL, linter_names_file(r->l, s->path));
	count_through(&j, stats);
}

/* A config with known launch lines is linted as they start it. Findings that also exist without them are reported as
 * usual. */
static void judge_started(const struct lint_job *r, const struct subject *s, const struct settings *st,
			  struct started_found *found, struct lint_stats *stats)
{
	struct subject alone = *s;
	struct started_found without = { 0 };
	struct lint_stats unused = { 0 };
	alone.start = NULL;
	judge_one(r, &alone, st, &without, &unused);
	for (uint32_t i = 0; i <= s->nstarted; i++) {
		const struct subject *x = i ? s->started[i - 1] : s;
		struct started_found here = { 0 };
		if (!x->start)
			continue;
		unused = (struct lint_stats){ 0 };
		judge_one(r, x, st, &here, found->judged ? &unused : stats);
		for (const struct silenced *y = unused.silenced; y; y = y->next)
			lint_stats_silence(r->scratch, stats, y);
		started_add(r->scratch, s, x->start, &without, &here, found);
		started_release(&here);
	}
	started_release(&without);
}

/* false: its settings are broken. */
static bool judge_all(const struct lint_job *r, const struct subject *s, struct started_found *found,
		      struct lint_stats *stats)
{
	const struct settings *st = settings_for(r->l->settings, s->path, NULL);
	if (st && (s->start || s->nstarted))
		judge_started(r, s, st, found, stats);
	else if (st)
		judge_one(r, s, st, found, stats);
	return st;
}

/* ---- one subject ---- */

static struct diags copied(struct arena *a, const struct diags *d)
{
	struct diags out = { .at = arena_array(a, struct diag, d->n + 1), .n = d->n, .cap = d->n };
	for (size_t i = 0; i < d->n; i++)
		out.at[i] = diag_copy(a, &d->at[i]);
	return out;
}

struct lint_query {
	const struct linter *l;
	struct memo *memo;
	pthread_mutex_t lock; /* guards the arenas */
};
struct wanted_job {
	struct lint_query *of;
	struct lint_wanted *w;
};

static void run_wanted(void *arg)
{
	struct lint_query *of = ((struct wanted_job *)arg)->of;
	struct lint_wanted *w = ((struct wanted_job *)arg)->w;
	struct arena scratch = { 0 };
	struct started_found all = { 0 };
	struct lint_stats stats = { 0 };
	w->good = judge_all(&(struct lint_job){ of->l, of->memo, &scratch, JUDGE_COUNT }, w->s, &all, &stats);
	pthread_mutex_lock(&of->lock);
	w->out = arena_new(w->a, struct outcome);
	w->out->found = copied(w->a, &all.found);
	w->out->held = copied(w->a, &all.held);
	lint_stats_add(w->a, &w->out->stats, &stats);
	pthread_mutex_unlock(&of->lock);
	linter_step(of->l);
	started_release(&all);
	arena_release(&scratch);
}

void lint_wanted(const struct linter *l, struct memo *memo, struct lint_wanted *all, size_t n)
{
	struct lint_query of = { .l = l, .memo = memo };
	struct wanted_job *job = xcalloc(n + 1, sizeof *job);
	pthread_mutex_init(&of.lock, NULL);
	for (size_t i = 0; i < n; i++) {
		job[i] = (struct wanted_job){ &of, &all[i] };
		pool_push(l->pool, run_wanted, &job[i]);
	}
	pool_wait(l->pool);
	pthread_mutex_destroy(&of.lock);
	free(job);
}

/* ---- all configs ---- */

enum { SHARING = 1024 /* subjects that share a memo; one for thousands takes 20 MB and saves no time */ };
struct lint_pass {
	const struct linter *l;
	struct arena *a;
	const struct map *known;  /* by subject: struct outcome; NULL: nothing is */
	struct diags *out, *held; /* held: NULL if it is not needed */
	struct lint_stats *stats;
	struct memo *memo;
	pthread_mutex_t lock; /* guards a, out, held, stats */
};
struct job {
	struct lint_pass *run;
	const struct subject *s;
};

static void take_outcome(struct lint_pass *r, const struct subject *s, const struct outcome *o)
{
	pthread_mutex_lock(&r->lock);
	for (size_t i = 0; i < o->found.n; i++)
		vec_push(r->out, diag_copy(r->a, &o->found.at[i]));
	for (size_t i = 0; r->held && i < o->held.n; i++) /* kinds that linting doesn't take report these too */
		vec_push(r->held, (s->kind->reads ? diag_to_count : diag_copy)(r->a, &o->held.at[i]));
	lint_stats_add(r->a, r->stats, &o->stats);
	pthread_mutex_unlock(&r->lock);
}

static void run_job(void *arg)
{
	struct job *job = arg;
	struct lint_pass *r = job->run;
	struct arena scratch = { 0 };
	struct started_found all = { 0 };
	struct lint_stats stats = { 0 };
	const struct outcome *known = r->known ? map_get(r->known, job->s) : NULL;
	if (!known)
		judge_all(&(struct lint_job){ r->l, r->memo, &scratch, r->held ? JUDGE_COUNT : JUDGE_RUN }, job->s,
			  &all, &stats);
	take_outcome(r, job->s, known ? known : &(struct outcome){ all.found, all.held, stats });
	linter_step(r->l);
	started_release(&all);
	arena_release(&scratch);
}

static void run_jobs(struct lint_pass *p, struct job *job, size_t n)
{
	p->memo = memo_new(p->l->rules, p->held ? JUDGE_COUNT : JUDGE_RUN);
	for (size_t i = 0; i < n; i++)
		pool_push(p->l->pool, run_job, &job[i]);
	pool_wait(p->l->pool);
	memo_free(p->memo);
}

/* In an order that does not depend on the threads. */
static void settle(const struct lint_pass *p, const struct subject_set *set)
{
	const struct linter *l = p->l;
	struct arena *a = p->a;
	struct diags *out = p->out, *held = p->held;
	struct lint_stats *stats = p->stats;
	unused_filter(out, stats);
	lint_stats_settle(stats);
	if (held) {
		diags_fold(a, held);
		through_filter(set, held);
	}
	diags_fold(a, out); /* sorts too: the order does not depend on the threads */
	stats->left_out += through_filter(set, out);
	if (!l->carried)
		carried_filter(l, a, set, out, held,
			       &stats->carried[set->kind->dialects ? CARRIED_CONFIGS : CARRIED_PROGRAMS]);
	diags_gather(a, out);
}

void lint_again(const struct linter *l, struct arena *a, const struct subject_set *set, const struct map *known,
		struct diags *out, struct diags *held, struct lint_stats *stats)
{
	struct lint_pass p = { .l = l, .a = a, .out = out, .stats = stats, .held = held, .known = known };
	struct job *job = xcalloc(set->n + 1, sizeof *job);
	size_t n = 0;
	for (size_t i = 0; i < set->n; i++)
		if (set->at[i]->requested)
			job[n++] = (struct job){ &p, set->at[i] };
	pthread_mutex_init(&p.lock, NULL);
	linter_begin(l, l->progress ? l->progress->doing : NULL, NULL, n);
	for (size_t i = 0; i < n; i += SHARING)
		run_jobs(&p, job + i, n - i < SHARING ? n - i : SHARING);
	pthread_mutex_destroy(&p.lock);
	free(job);
	settle(&p, set);
}

void lint_run(const struct linter *l, struct arena *a, const struct subject_set *set, struct diags *out,
	      struct diags *held, struct lint_stats *stats)
{
	lint_again(l, a, set, NULL, out, held, stats);
}
