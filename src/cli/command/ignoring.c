// SPDX-License-Identifier: MIT
/* Writes suppression comments. Findings are grouped by statement, each group becomes one edit, and all edited texts
 * are linted on an overlay. If that trial fails, files are accepted greedily: one after the other, each with those
 * accepted before it.
 *
 * Invariant: a file is written only if the trial of the accepted files shows exactly the requested findings gone, no
 * new ones, and equal effective configs.
 *
 *	    workers_per_gpu=0,		DAT005 is to be ignored
 *	    # cfglint: ignore=DAT005 -- REASON		goes on the line above
 *	    # cfglint: ignore=CFG005,DAT005 -- ...	an existing comment there gets one more id */
#include "cli/command/ignoring.h"
#include "base/path.h"
#include "cli/shared/fixes.h"
#include "cli/messages.h"
#include "config/differ.h"
#include "config/config_subject.h"
#include "lint/rules/rule_word.h"
#include "subject/comment.h"
#include "text/edit.h"
#include "text/replace.h"
#include <string.h>

/* ---- what is requested ---- */

static bool reason_is_good(struct session *s)
{
	const char *c = s->o->reason;

	for (; c && *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f) {
			complain(s, "--reason is one line of text");
			return false;
		}
	if (!c)
		complain(s, "--add-ignore needs a reason: --reason 'why these findings are accepted'");
	return c;
}

static bool words_are_good(struct session *s)
{
	enum severity level;
	bool all;

	for (size_t i = 0; i < s->o->add_ignore.n; i++) {
		const char *word = s->o->add_ignore.at[i], *near;

		if (word_is_level(word, &level, &all) || word_is_rules(s->linter.rules, word))
			continue;
		near = word_nearest(s->linter.rules, word, true);
		complain(s, "--add-ignore: no rule, category or level '%s'%s%s; `all` means every finding", word,
			 near ? ", did you mean " : "", near ? near : "");
		return false;
	}
	return true;
}

bool ignoring_options_good(struct session *s)
{
	const struct opts *o = s->o;

	if (!o->add_ignore.n && o->reason)
		complain(s, "--reason goes with --add-ignore");
	else if (o->add_ignore.n && (o->fix || o->diff || o->add_baseline))
		complain(s, "--add-ignore can't be combined with --fix, --diff and --add-baseline: run one after the "
			    "other");
	else
		return !o->add_ignore.n || (reason_is_good(s) && words_are_good(s));
	return false;
}

static bool is_meant(const struct session *s, const struct diag *d)
{
	bool meant = false;

	for (size_t i = 0; i < s->o->add_ignore.n && !meant; i++) {
		const char *word = s->o->add_ignore.at[i];
		enum severity level = d->severity;
		bool all;

		if (word_is_level(word, &level, &all))
			meant = all || level == d->severity;
		else
			meant = word_names(word, strlen(word), d->rule) != WORD_NOT;
	}
	return meant;
}

/* ---- where comments go ---- */

struct requested { /* a statement, and the rules that shall be silent about it */
	const struct subject *in;
	uint32_t lo;	 /* of its first line */
	const char *ids; /* "A,B" */
	VEC(, const struct diag *) of;
};
struct edited {
	const struct subject *in;
	struct buf text;
	bool accepted;
};
struct ignore_ctx {
	struct lint_ctx *l;
	VEC(, struct requested) requested;
	VEC(, struct edited) files;
	uint32_t impossible; /* findings that stand in no config that was named */
};

/* The requested config that holds the finding; NULL: none. */
static const struct subject *place_of(const struct ignore_ctx *g, const struct diag *d)
{
	const struct subject_set *set = lint_ctx_configs(g->l);
	const struct subject *x = set ? subject_owner(set, d->at.file) : NULL;

	return x && x->requested && !x->through && x->src && d->at.hi > d->at.lo && d->seen_in[0]->set == set ? x
													      : NULL;
}

static bool lists(const char *ids, const char *id)
{
	size_t n = strlen(id);

	for (const char *p = ids; (p = strstr(p, id)); p += n)
		if ((p == ids || p[-1] == ',') && (!p[n] || p[n] == ','))
			return true;
	return false;
}

static void ask(struct ignore_ctx *g, const struct subject *x, const struct diag *d)
{
	uint32_t lo = source_line_start(x->src, x->kind->statement(x, d->at.lo).lo);
	struct requested *one = NULL;

	for (size_t i = 0; i < g->requested.n && !one; i++)
		if (g->requested.at[i].in == x && g->requested.at[i].lo == lo)
			one = &g->requested.at[i];
	if (!one) {
		one = vec_add(&g->requested);
		*one = (struct requested){ .in = x, .lo = lo, .ids = "" };
	}
	if (!lists(one->ids, d->rule->id))
		one->ids = arena_printf(&g->l->s->arena, "%s%s%s", one->ids, *one->ids ? "," : "", d->rule->id);
	vec_push(&one->of, d);
}

static void collect(struct ignore_ctx *g)
{
	for (size_t i = 0; i < g->l->found.n; i++) {
		const struct diag *d = &g->l->found.at[i];
		const struct subject *x = is_meant(g->l->s, d) ? place_of(g, d) : NULL;

		if (x)
			ask(g, x, d);
		else
			g->impossible += is_meant(g->l->s, d);
	}
}

/* The comment of ours on the line above the statement, where it names rules: it is added to. */
static bool comment_above(const struct requested *w, struct directive *out)
{
	struct directive_iter it = { .s = w->in };
	const struct source *s = w->in->src;

	while (directive_next(&it, out)) {
		uint32_t start = source_line_start(s, out->comment.lo);

		if (directive_is(out, "ignore") && out->value &&
		    start + strspn(s->bytes + start, " \t") == out->comment.lo && out->comment.hi + 1 >= w->lo &&
		    out->comment.hi < w->lo)
			return true;
	}
	return false;
}

static void put_comment(struct ignore_ctx *g, const struct requested *w, struct edits *e)
{
	struct arena *a = &g->l->s->arena;
	const struct source *s = w->in->src;
	int indent = (int)strspn(s->bytes + w->lo, " \t");
	struct directive above;
	const char *text;
	uint32_t at = w->lo;

	if (comment_above(w, &above)) {
		at = above.at.hi;
		text = arena_printf(a, ",%s", w->ids);
	} else {
		text = arena_printf(a, "%.*s# cfglint: ignore=%s -- %s%s\n", indent, s->bytes + w->lo, w->ids,
				    g->l->s->o->reason, s->crlf ? "\r" : "");
	}
	edits_put(a, e, (struct span){ s->id, at, at }, text, strlen(text));
}

static void edit_file(struct ignore_ctx *g, const struct subject *x)
{
	struct edited f = { .in = x };
	struct edits e = { 0 };

	for (size_t i = 0; i < g->requested.n; i++)
		if (g->requested.at[i].in == x)
			put_comment(g, &g->requested.at[i], &e);
	edits_unite(&e);
	edits_apply(&f.text, x->src, &e);
	vec_push(&g->files, f);
	vec_release(&e);
}

static void edit_all(struct ignore_ctx *g)
{
	for (size_t i = 0; i < g->requested.n; i++) {
		bool done = false;

		for (size_t k = 0; k < g->files.n; k++)
			done |= g->files.at[k].in == g->requested.at[i].in;
		if (!done)
			edit_file(g, g->requested.at[i].in);
	}
}

/* ---- the trial ---- */

static void show(struct ignore_ctx *g, const struct edited *f, bool edited)
{
	const struct source *s = f->in->src;

	vfs_put(g->l->s->linter.vfs, s->path, edited ? f->text.s : s->bytes, edited ? f->text.n : s->len);
}

static struct lint_ctx judged_now(struct ignore_ctx *g)
{
	struct lint_ctx now = { .s = g->l->s, .targets = g->l->targets };

	lint_ctx_load(&now);
	lint_ctx_judge(&now);
	return now;
}

static void forget(struct lint_ctx *now)
{
	now->targets = (struct targets){ 0 };
	lint_ctx_end(now);
}

/* Messages may name lines, which move. */
static bool same_finding(const struct diag *x, const struct diag *y)
{
	const struct source *a = diag_source(x, x->at), *b = diag_source(y, y->at);

	return x->rule == y->rule && a && b && !strcmp(a->path, b->path) &&
	       !strcmp(x->path ? x->path : "", y->path ? y->path : "");
}

static uint32_t count_same(const struct diags *all, const struct diag *d)
{
	uint32_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		n += same_finding(&all->at[i], d);
	return n;
}

/* How many findings of this kind a written file must silence. */
static uint32_t count_silenced(const struct ignore_ctx *g, const struct diag *d)
{
	uint32_t n = 0;

	for (size_t i = 0; i < g->requested.n; i++)
		for (size_t k = 0; k < g->files.n; k++)
			for (size_t m = 0; g->files.at[k].accepted && g->files.at[k].in == g->requested.at[i].in &&
					   m < g->requested.at[i].of.n;
			     m++)
				n += same_finding(g->requested.at[i].of.at[m], d);
	return n;
}

static bool findings_hold(const struct ignore_ctx *g, const struct lint_ctx *now)
{
	const struct diags *was = &g->l->found;

	for (size_t i = 0; i < was->n; i++)
		if (count_same(&now->found, &was->at[i]) + count_silenced(g, &was->at[i]) !=
		    count_same(was, &was->at[i]))
			return false;
	for (size_t i = 0; i < now->found.n; i++)
		if (!count_same(was, &now->found.at[i]))
			return false;
	return true;
}

static bool configs_hold(const struct ignore_ctx *g, const struct lint_ctx *now)
{
	const struct subject_set *was = lint_ctx_configs(g->l), *is = lint_ctx_configs(now);

	for (size_t i = 0; was && i < was->n; i++) {
		const struct subject *x = was->at[i], *y = is ? subject_find(is, x->path) : NULL;

		if (!y || x->good != y->good || (x->good && !config_same(x->tree, y->tree)))
			return false;
	}
	return true;
}

/* Lints with the accepted files in their new state. */
static bool trial_holds(struct ignore_ctx *g)
{
	struct lint_ctx now;
	bool good;

	for (size_t i = 0; i < g->files.n; i++)
		show(g, &g->files.at[i], g->files.at[i].accepted);
	now = judged_now(g);
	good = findings_hold(g, &now) && configs_hold(g, &now);
	forget(&now);
	return good;
}

/* All at once; where that fails, each file by itself, and those that hold together. */
static void try_all(struct ignore_ctx *g)
{
	for (size_t i = 0; i < g->files.n; i++)
		g->files.at[i].accepted = true;
	if (!g->files.n || trial_holds(g))
		return;
	for (size_t i = 0; i < g->files.n; i++)
		g->files.at[i].accepted = false;
	for (size_t i = 0; i < g->files.n; i++) {
		g->files.at[i].accepted = true;
		g->files.at[i].accepted = trial_holds(g);
	}
}

/* ---- writing ---- */

static uint32_t findings_in(const struct ignore_ctx *g, const struct subject *x)
{
	uint32_t n = 0;

	for (size_t i = 0; i < g->requested.n; i++)
		n += g->requested.at[i].in == x ? (uint32_t)g->requested.at[i].of.n : 0;
	return n;
}

static void write_file(struct ignore_ctx *g, struct edited *f)
{
	struct session *s = g->l->s;
	const struct source *src = f->in->src;
	struct err e = { 0 };
	uint32_t n = findings_in(g, f->in);

	if (!f->accepted)
		complain(s, "%s: no comments written: the trial showed other findings, or other values, with them",
			 session_name(s, src->path));
	else if (!file_replace(s->linter.vfs, src->path, f->text.s, f->text.n, src->bytes, src->len, false, &e)) {
		f->accepted = false;
		complain_at(s, src->path, &e, NULL);
	} else if (!s->o->quiet)
		remark("%s: %u finding%s silenced", session_name(s, src->path), n, plural(n));
	show(g, f, f->accepted);
}

static void release(struct ignore_ctx *g)
{
	for (size_t i = 0; i < g->requested.n; i++)
		vec_release(&g->requested.at[i].of);
	for (size_t i = 0; i < g->files.n; i++)
		buf_release(&g->files.at[i].text);
	vec_release(&g->requested);
	vec_release(&g->files);
}

void lint_add_ignores(struct lint_ctx *l)
{
	struct ignore_ctx g = { .l = l };
	struct lint_ctx now;

	collect(&g);
	edit_all(&g);
	try_all(&g);
	for (size_t i = 0; i < g.files.n; i++)
		write_file(&g, &g.files.at[i]);
	if (g.impossible)
		remark("%u finding%s stand%s in no config that was named: no comment was written for %s", g.impossible,
		       plural(g.impossible), g.impossible == 1 ? "s" : "", g.impossible == 1 ? "it" : "them");
	now = judged_now(&g);
	now.baseline = l->baseline;
	now.since = l->since;
	now.baseline_read = l->baseline_read;
	now.baseline_name = l->baseline_name;
	report_run(&now);
	now.baseline = NULL;
	now.since = NULL;
	forget(&now);
	release(&g);
}
