// SPDX-License-Identifier: MIT
/* Matches runs with the linted configs (evidence.h), and joins the findings of both. A config NAME.py belongs to
 * the run RUN/NAME, or to RUN if that holds a NAME.py.
 *
 *	--evidence work_dirs	configs/a.py belongs to work_dirs/a */
#include "cli/shared/evidence.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/shared/log_read.h"
#include "cli/messages.h"
#include "run/drift.h"
#include "run/run_subject.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- which run */

static bool is_folder(const char *path)
{
	struct stat st;

	return disk_stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* By --evidence. NULL: none of this config. */
static const char *run_given(struct session *s, const char *config, bool only)
{
	const char *top = path_absolute(&s->arena, s->o->evidence), *stem = path_stem(&s->arena, config);
	const char *below = path_join(&s->arena, top, stem);

	if (is_folder(below))
		return below;
	return only || vfs_exists(s->linter.vfs, path_join(&s->arena, top, path_base(config))) ? top : NULL;
}

/* Set by the settings: the run need not exist, because work_dirs are seldom part of a repository. */
static const char *run_set(struct session *s, const char *config)
{
	const struct settings *st = settings_for(s->linter.settings, config, NULL);

	for (uint32_t i = 0; st && i < st->nevidence; i++) {
		const struct evidence_of *e = &st->evidence[i];
		const char *run = e->run;

		if (e->config && strcmp(e->config, config) != 0)
			continue;
		if (!e->config)
			run = path_join(&s->arena, run, path_stem(&s->arena, config));
		if (vfs_stands(s->linter.vfs, run))
			return run;
		if (s->o->verbose)
			remark("%s: no run at %s", session_name(s, config), session_name(s, run));
	}
	return NULL;
}

static bool can_be_read(struct session *s, const char *path)
{
	if (!admit(s, path))
		return false;
	if (!vfs_stands(s->linter.vfs, path))
		complain(s, "--evidence: %s: no such file or folder", session_name(s, path));
	return vfs_stands(s->linter.vfs, path);
}

/* ---- reading */

static const struct subject_set **set_of_runs(struct lint_ctx *l)
{
	size_t i = 0;

	while (l->s->kinds[i] && l->s->kinds[i] != &run_kind)
		i++;
	return l->s->kinds[i] ? &l->set[i] : NULL;
}

static const struct subject *config_of(const struct lint_ctx *l, const char *path)
{
	const struct subject *x = l->set[0] ? subject_find(l->set[0], path) : NULL;

	return x && x->good && x->requested && !x->through ? x : NULL;
}

/* The run at that path, ready to be linted. false: reported. */
static bool run_read(struct session *s, const struct log_formats *formats, const char *path, struct evidence_run *out)
{
	const struct run *r;

	out->path = path;
	if (!log_read(s, formats, path, &out->runs))
		return false;
	r = log_trained(s, path, &out->runs);
	if (r)
		logged_load(s, r, &out->logged);
	else
		runs_release(&out->runs);
	out->read = r;
	return r;
}

const char *evidence_other_work(struct session *s, const struct logged *run, const struct subject *config)
{
	const char *text = NULL;
	struct drifts d;

	if (!run->config)
		return NULL;
	drifts_find(&s->arena, drift_words_load(&s->arena), run->config->subject.tree, config->tree, &d);
	if (d.other_work)
		text = arena_printf(&s->arena, "the run did other work: %s has changed",
				    keypath_text(&s->arena, d.other_work->change.path));
	drifts_release(&d);
	return text;
}

struct claim { /* a config, and where its run is */
	const struct subject *config;
	const char *path;
	const char *other; /* of struct witness */
	bool first;	   /* of those of this run */
	struct claim *next;
	const struct subject *run; /* NULL: it can't be read */
};

/* The configs that have a run, in their order; how many. */
static size_t claims_of(struct lint_ctx *l, struct claim *out)
{
	struct session *s = l->s;
	size_t n = 0;

	for (size_t i = 0; i < l->targets.n; i++) {
		const char *config = l->targets.at[i].path;
		const struct subject *x = config ? config_of(l, config) : NULL;
		const char *path = !x		    ? NULL
				   : s->o->evidence ? run_given(s, config, l->targets.n == 1)
						    : run_set(s, config);
		size_t k = 0;

		if (!path)
			continue;
		while (k < n && strcmp(out[k].path, path) != 0)
			k++;
		out[n] = (struct claim){ .config = x, .path = path, .first = k == n };
		for (struct claim *c = &out[k]; k < n && c != &out[n]; c = c->next)
			if (!c->next)
				c->next = &out[n];
		n++;
	}
	return n;
}

/* The run of first and those behind it. Its ledger is freed here, because there may be hundreds. */
static void measure(struct session *s, const struct log_formats *formats, struct run_set *set, struct claim *first)
{
	struct evidence_run run = { .config = NULL };
	struct measurements of;
	const struct subject *subject;

	if (!run_read(s, formats, first->path, &run))
		return;
	for (struct claim *c = first; c; c = c->next) {
		c->other = evidence_other_work(s, &run.logged, c->config);
		run.config = run.config && c->other ? run.config : c->config;
	}
	of = logged_measurements(&run.logged);
	of.today = &run.config->tree;
	subject = run_set_add(set, &of, s->linter.vfs);
	for (struct claim *c = first; c; c = c->next)
		c->run = subject;
	evidence_release(&run);
}

static void report_none(struct session *s, const struct lint_ctx *l)
{
	size_t loaded = 0;

	for (size_t i = 0; i < l->targets.n; i++)
		loaded += l->targets.at[i].path && config_of(l, l->targets.at[i].path);
	if (loaded)
		complain(s,
			 "--evidence %s: no config matches this run: none of the %zu configs has a folder of its name "
			 "or a copy of itself there; name one config",
			 s->o->evidence, loaded);
}

/* NULL: no config has a run that can be read. */
static const struct subject_set *pair_up(struct lint_ctx *l, const struct log_formats *formats)
{
	struct claim *claim = arena_array(&l->s->arena, struct claim, l->targets.n + 1);
	struct run_set *set = run_set_new();
	const struct subject_set *closed;
	size_t n = claims_of(l, claim);

	for (size_t i = 0; i < n; i++)
		if (claim[i].first)
			measure(l->s, formats, set, &claim[i]);
	l->pair = arena_array(&l->s->arena, struct witness, n + 1);
	for (size_t i = 0; i < n; i++)
		if (claim[i].run)
			l->pair[l->npairs++] = (struct witness){ claim[i].config, claim[i].run, claim[i].other };
	closed = run_set_close(set);
	if (l->npairs)
		return closed;
	run_kind.free(closed);
	if (l->s->o->evidence && !n)
		report_none(l->s, l);
	return NULL;
}

/* By the command line, or by the settings of one of the files. */
bool evidence_is_wanted(const struct lint_ctx *l)
{
	struct session *s = l->s;

	if (s->o->evidence)
		return can_be_read(s, path_absolute(&s->arena, s->o->evidence));
	for (size_t i = 0; i < l->targets.n; i++) {
		const char *path = l->targets.at[i].path;
		const struct settings *st = path ? settings_for(s->linter.settings, path, NULL) : NULL;

		if (st && st->nevidence)
			return true;
	}
	return false;
}

void evidence_load(struct lint_ctx *l)
{
	struct session *s = l->s;
	const struct subject_set **set = set_of_runs(l);
	struct sources *sources;
	struct log_formats formats;
	struct err e = { 0 };

	if (!set || !evidence_is_wanted(l))
		return;
	sources = sources_new();
	if (log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e))
		*set = pair_up(l, &formats);
	else
		complain(s, "%s", e.msg);
	sources_free(sources);
}

bool evidence_read(struct session *s, struct evidence_run *out, bool only)
{
	const char *config = out->config->path, *path;
	struct sources *sources;
	struct log_formats formats;
	struct err e = { 0 };
	bool ok;

	if (s->o->evidence && !can_be_read(s, path_absolute(&s->arena, s->o->evidence)))
		return false;
	path = s->o->evidence ? run_given(s, config, only) : run_set(s, config);
	if (!path)
		return false;
	sources = sources_new();
	ok = log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e);
	if (!ok)
		complain(s, "%s", e.msg);
	ok = ok && run_read(s, &formats, path, out);
	sources_free(sources);
	return ok;
}

void evidence_release(struct evidence_run *r)
{
	logged_release(&r->logged);
	runs_release(&r->runs);
}

bool evidence_keeps(void *linting, const struct diag *d)
{
	const struct lint_ctx *l = linting;

	for (size_t i = 0; i < l->refuted.n; i++) {
		const struct diag *x = &l->refuted.at[i];

		if (x->rule != d->rule || !x->path != !d->path || (d->path && strcmp(x->path, d->path) != 0))
			continue;
		for (uint32_t k = 0; k < x->nseen; k++)
			for (uint32_t m = 0; m < d->nseen; m++)
				if (!strcmp(x->seen_in[k]->path, d->seen_in[m]->path))
					return false;
	}
	return true;
}

bool evidence_exists(const struct lint_ctx *l)
{
	return l->npairs > 0;
}

/* ---- reporting */

/* A suggestion that costs less than this part of the time is not worth its change. */
#define WORTH 0.005
#define DAY 86400.0

static bool is_refuted(const struct diag *d)
{
	return d->severity <= SEV_PERFORMANCE && d->evidence && d->evidence->verdict == RUN_REFUTES &&
	       !(d->evidence->cost >= WORTH * DAY);
}

static bool is_confirmed(const struct diag *d)
{
	return d->evidence && d->evidence->verdict == RUN_CONFIRMS;
}

/* A finding of a run that one of the config's findings already reports, or that refutes it. */
static bool reported_at_config(const struct lint_ctx *l, const struct diag *run)
{
	for (size_t i = 0; i < l->found.n; i++) {
		const struct evidence *e = l->found.at[i].evidence;

		if (e && e->verdict != RUN_IS_SILENT && e->by == run->rule && run->nseen && e->run == run->seen_in[0])
			return true;
	}
	return false;
}

static bool of_a_run(const struct diag *d)
{
	return d->nseen && d->seen_in[0]->kind == &run_kind;
}

/* Suggestions that were not requested, but whose cost a run shows. */
static void take_held(struct lint_ctx *l)
{
	size_t remaining = 0;

	for (size_t i = 0; i < l->held.n; i++)
		if (is_confirmed(&l->held.at[i]) || of_a_run(&l->held.at[i]))
			vec_push(&l->found, l->held.at[i]);
		else
			l->held.at[remaining++] = l->held.at[i];
	l->held.n = remaining;
}

static void leave_out(struct lint_ctx *l)
{
	size_t remaining = 0;

	for (size_t i = 0; i < l->found.n; i++) {
		struct diag *d = &l->found.at[i];

		if (is_refuted(d) && !l->s->o->pedantic)
			vec_push(&l->refuted, *d);
		else
			l->found.at[remaining++] = *d;
	}
	l->found.n = remaining;
}

/* Before those that are refuted go: what refutes them goes with them. */
static void report_once(struct lint_ctx *l)
{
	size_t remaining = 0;

	for (size_t i = 0; i < l->found.n; i++)
		if (!of_a_run(&l->found.at[i]) || !reported_at_config(l, &l->found.at[i]))
			l->found.at[remaining++] = l->found.at[i];
	l->found.n = remaining;
}

double evidence_cost(const struct diag *d)
{
	double cost = !d->evidence ? d->cost : d->evidence->verdict == RUN_REFUTES ? 0 : d->evidence->cost;

	return cost > 0 ? cost : 0;
}

struct placed {
	struct diag d;
	size_t at;
};

static int costly_last(const void *x, const void *y)
{
	const struct placed *a = x, *b = y;
	bool fast = a->d.severity == SEV_PERFORMANCE;

	if (fast != (b->d.severity == SEV_PERFORMANCE))
		return fast ? 1 : -1;
	if (fast && evidence_cost(&a->d) != evidence_cost(&b->d))
		return evidence_cost(&a->d) > evidence_cost(&b->d) ? -1 : 1;
	return a->at < b->at ? -1 : 1;
}

static void sort(struct diags *all)
{
	struct placed *at = xcalloc(all->n + 1, sizeof *at);

	for (size_t i = 0; i < all->n; i++)
		at[i] = (struct placed){ all->at[i], i };
	qsort(at, all->n, sizeof *at, costly_last);
	for (size_t i = 0; i < all->n; i++)
		all->at[i] = at[i].d;
	free(at);
}

void evidence_settle(struct lint_ctx *l)
{
	if (!l->npairs)
		return;
	witness_findings(&l->s->linter, &l->s->arena, l->pair, l->npairs, &l->found, &l->held);
	take_held(l);
	report_once(l);
	leave_out(l);
	l->stats.suppressed += witness_homes(&l->s->linter, &l->s->arena, l->pair, l->npairs, &l->found);
	sort(&l->found);
}
