// SPDX-License-Identifier: MIT
/* Findings of one cause become one. They are sorted by what is missing, by cause or by place, so those that belong
 * together are neighbours; the first in the report stands for all: its message counts them, places of the others are
 * related ones.
 *
 * Invariant: no finding is lost: each is counted in the message of the one that stands for it.
 *
 *	300 findings, each about a base in ../mmdet/configs/_base_	one: "a folder that isn't here: ...", with
 *									three more places */
#include "lint/finding/same_cause.h"
#include "lint/finding/alike.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 400 };

struct gather_ctx {
	struct arena *a;
	struct diags *d;
	size_t *about;	    /* per finding: how many lack the same base; 0: none is missing, or it is already joined */
	bool *gone, *first; /* first: it stands before all that are of one place */
};

static const char *root_of(const struct diag *d)
{
	return d->seen_in[0]->root;
}

static bool same_project(const struct diag *x, const struct diag *y)
{
	return x->rule == y->rule && root_of(x) && root_of(y) && strcmp(root_of(x), root_of(y)) == 0;
}

static int by_missing(const void *x, const void *y)
{
	const struct diag *const *a = x, *const *b = y;

	return strcmp((*a)->missing, (*b)->missing);
}

/* Of a missing folder some bases exist at another depth, others nowhere: one finding reports both. */
static void unite_depths(struct gather_ctx *g, const struct diag *const *of, size_t n)
{
	bool depth = false;

	for (size_t i = 0; i < n; i++)
		depth |= of[i]->missing_as == MISSING_DEPTH;
	for (size_t i = 0; i < n && depth && n >= GATHER_SAME; i++)
		if (of[i]->missing_as == MISSING_FOLDER) {
			g->d->at[of[i] - g->d->at].missing_as = MISSING_DEPTH;
			g->d->at[of[i] - g->d->at].hint = NULL;
		}
}

/* Fills about[]: findings sorted by what is missing have equal ones side by side. */
static void count_missing(struct gather_ctx *g)
{
	const struct diag **all = (const struct diag **)xcalloc(g->d->n + 1, sizeof(struct diag *));
	size_t n = 0;

	for (size_t i = 0; i < g->d->n; i++)
		if (g->d->at[i].missing && g->d->at[i].nseen)
			all[n++] = &g->d->at[i];
	if (n > 1)
		qsort(all, n, sizeof(*all), by_missing);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i; j < n && strcmp(all[i]->missing, all[j]->missing) == 0;)
			j++;
		for (size_t k = i; k < j; k++)
			g->about[all[k] - g->d->at] = j - i;
		unite_depths(g, all + i, j - i);
	}
	for (size_t i = 0; i < n; i++) /* whatever file each of these names */
		if (all[i]->missing_as == MISSING_CAME)
			g->about[all[i] - g->d->at] = n;
	free(all);
}

static bool same_text(const char *x, const char *y)
{
	return x && y ? strcmp(x, y) == 0 : x == y;
}

/* A file, or a folder at another depth. */
static bool by_itself(const struct diag *d)
{
	return d->missing_as == MISSING_FILE || d->missing_as == MISSING_DEPTH;
}

/* How many of them are one. */
static size_t fewest(const struct diag *d)
{
	return by_itself(d) ? GATHER_SAME : GATHER_FOLDER;
}

/* Their hints are the same for many files. */
static bool hints_alike(const struct diag *x, const struct diag *y)
{
	return x->missing_as == MISSING_MOVED || x->missing_as == MISSING_CAME || same_text(x->hint, y->hint);
}

/* Such a one is one finding, and so are all folders with one remedy. */
static bool belongs(const struct gather_ctx *g, size_t first, size_t i)
{
	const struct diag *x = &g->d->at[first], *y = &g->d->at[i];

	return g->about[i] >= fewest(y) && same_project(x, y) && x->missing_as == y->missing_as &&
	       (by_itself(x) ? strcmp(x->missing, y->missing) == 0 : hints_alike(x, y));
}

/* "folders that aren't here: configs/_base_, configs/mask_rcnn and 2 more"; sorts them. several,
 * one: what they are */
static const char *folders_of(struct arena *a, const struct diag **of, size_t n, const char *several, const char *one)
{
	const char *text = "";
	size_t folders = 0;

	qsort(of, n, sizeof(*of), by_missing);
	for (size_t i = 0; i < n; i++) {
		if (i && strcmp(of[i - 1]->missing, of[i]->missing) == 0)
			continue;
		if (folders++ < GATHER_SHOWN)
			text = arena_printf(a, "%s%s%s", text, *text ? ", " : "",
					    path_shown(a, root_of(of[i]), of[i]->missing));
	}
	if (folders > GATHER_SHOWN)
		text = arena_printf(a, "%s and %zu more", text, folders - GATHER_SHOWN);
	return arena_printf(a, "%s: %s", folders > 1 ? several : one, text);
}

static const char *message(struct arena *a, const struct diag **of, size_t n, uint32_t configs)
{
	const char *where;

	switch (of[0]->missing_as) {
	case MISSING_FILE:
		return arena_printf(a, "%zu files name the base %s, which does not exist: none of them loads", n,
				    path_relative(a, root_of(of[0]), of[0]->missing));
	case MISSING_OUTSIDE:
		where = folders_of(a, of, n, "folders outside the project, which are not read",
				   "a folder outside the project, which is not read");
		break;
	case MISSING_MOVED:
		where = folders_of(a, of, n, "folders of other machines, which are not read",
				   "a folder of another machine, which is not read");
		break;
	case MISSING_CAME:
		return arena_printf(a, "%s (%u configs, as they came with the framework, are not checked)",
				    folders_of(a, of, n, "bases that aren't here", "a base that isn't here"), configs);
	case MISSING_FOLDER:
	case MISSING_DEPTH:
		where = folders_of(a, of, n, "folders that aren't here", "a folder that isn't here");
		break;
	default:
		BUG("the finding is not about a missing file");
	}
	return arena_printf(a, "%zu bases lie in %s (%u config%s not checked)", n, where, configs, plural(configs));
}

/* The first hint with the place of one, and how many others exist. */
static const char *depth_hint(struct arena *a, const struct diag **of, size_t n)
{
	const char *hint = NULL;
	size_t there = 0;

	for (size_t i = 0; i < n; i++) {
		there += of[i]->hint != NULL;
		hint = hint ? hint : of[i]->hint;
	}
	if (!there)
		return NULL;
	if (there == n)
		return arena_printf(a, "%s The others exist there too", hint);
	return arena_printf(a, "%s %zu of the others %s there too; %zu %s nowhere in the project", hint, there - 1,
			    there == 2 ? "is" : "are", n - there, n - there == 1 ? "is" : "are");
}

/* What the first of them becomes. */
static struct diag joined(struct arena *a, const struct diag **of, size_t n)
{
	struct diag to = *of[0];
	struct related *rel = arena_array(a, struct related, GATHER_SHOWN);

	to.rel = rel;
	to.nrel = 0;
	for (size_t i = 1; i < n && to.nrel < GATHER_SHOWN; i++)
		rel[to.nrel++] = (struct related){ of[i]->at, "another one" };
	to.seen_in = diags_seen_in(a, of, n, &to.nseen);
	to.msg = message(a, of, n, to.nseen);
	if (to.missing_as == MISSING_CAME) /* it is about the first alone */
		to.hint = NULL;
	if (to.missing_as == MISSING_DEPTH)
		to.hint = depth_hint(a, of, n);
	if (to.hint && to.missing_as == MISSING_MOVED)
		to.hint = arena_printf(a, "%s The others lie in this project, too", to.hint);
	if (!to.hint && to.missing_as == MISSING_FOLDER)
		to.hint = "configs of a fork need a checkout of what it was forked from: copy it here, or link it and "
			  "add "
			  "`--allow DIR`, or `roots: [DIR]` in your own ~/.config/cfglint/config.yaml";
	return to;
}

/* All that belong to the first one's project. */
static void gather(struct gather_ctx *g, size_t first)
{
	const struct diag **of = (const struct diag **)xcalloc(g->d->n + 1, sizeof(struct diag *));
	size_t n = 0;

	for (size_t i = first; i < g->d->n; i++)
		if (belongs(g, first, i))
			of[n++] = &g->d->at[i];
	if (n >= fewest(&g->d->at[first])) {
		for (size_t i = 0; i < n; i++) {
			size_t at = (size_t)(of[i] - g->d->at);

			g->gone[at] = at != first;
			g->about[at] = 0;
		}
		g->d->at[first] = joined(g->a, of, n);
		g->first[first] = !by_itself(&g->d->at[first]) && g->d->at[first].missing_as != MISSING_CAME;
	}
	free(of);
}

/* Errors that prevent checking whole families come before errors of one file. */
static void put_first(struct gather_ctx *g)
{
	struct diag *all = xcalloc(g->d->n + 1, sizeof *all);
	size_t n = 0;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < g->d->n; i++)
			if (g->first[i] != pass && !g->gone[i])
				all[n++] = g->d->at[i];
	if (n)
		memcpy(g->d->at, all, n * sizeof *all);
	g->d->n = n;
	free(all);
}

void diags_gather(struct arena *a, struct diags *d)
{
	struct gather_ctx g = {
		.a = a,
		.d = d,
		.about = xcalloc(d->n + 1, sizeof(size_t)),
		.gone = xcalloc(d->n + 1, sizeof(bool)),
		.first = xcalloc(d->n + 1, sizeof(bool)),
	};

	count_missing(&g);
	for (size_t i = 0; i < d->n; i++)
		if (g.about[i] && g.about[i] >= fewest(&d->at[i]))
			gather(&g, i);
	put_first(&g);
	free(g.about);
	free(g.first);
	free(g.gone);
}

/* ---- of one cause ---- */

static const char *fix_of(const struct diag *d)
{
	return d->nfixes ? d->fix[0].title : d->patch ? d->patch->title : "";
}

/* The cause: an edited file that many inherit from, whatever the messages; else the cause that the rule names; else the
 * message, regardless of its place. */
static const char *cause_of(struct arena *a, const struct diag *d)
{
	if (d->edited.file)
		return arena_printf(a, "\n%u", d->edited.file);
	return d->cause ? arena_printf(a, "%s\n%s", d->cause, fix_of(d)) : alike_text(a, d);
}

struct caused {
	const struct diag *d;
	const char *cause;
};

static bool may_go(const struct diag *d)
{
	return !d->missing && !d->evidence && !(d->cost > 0) && d->nseen && root_of(d);
}

static int by_cause(const void *x, const void *y)
{
	const struct caused *a = x, *b = y;
	int c = strcmp(a->d->rule->id, b->d->rule->id);

	c = c ? c : (int)a->d->severity - (int)b->d->severity;
	c = c ? c : strcmp(root_of(a->d), root_of(b->d));
	return c ? c : strcmp(a->cause, b->cause);
}

static int by_place(const void *x, const void *y)
{
	const struct diag *a = *(const struct diag *const *)x, *b = *(const struct diag *const *)y;

	return (a > b) - (a < b);
}

/* Where the edit stands; returns how many they are then. */
static uint32_t relate_edit(struct arena *a, struct related *rel, uint32_t n, struct span edited)
{
	static const char came[] = "edited here; the configs came with the framework";
	uint32_t i = 0;

	if (!edited.file)
		return n;
	while (i < n && (rel[i].at.file != edited.file || rel[i].at.lo != edited.lo))
		i++;
	rel[i] = (struct related){ edited, i < n ? arena_printf(a, "%s, %s", rel[i].text, came) : came };
	return i < n ? n : n + 1;
}

/* The related places of the first, which are its reasons, and a few of the others. */
static void relate(struct arena *a, struct diag *to, const struct diag **of, size_t n)
{
	struct related *rel = arena_array(a, struct related, to->nrel + GATHER_SHOWN + 1);

	for (uint32_t i = 0; i < to->nrel; i++)
		rel[i] = to->rel[i];
	to->nrel = relate_edit(a, rel, to->nrel, to->edited);
	for (size_t i = 1; i < n && i <= GATHER_SHOWN; i++)
		rel[to->nrel++] = (struct related){ of[i]->at, "another one" };
	to->rel = rel;
}

/* of: findings of one cause; the first in the report becomes all of them. */
static void make_one(struct gather_ctx *g, const struct diag **of, size_t n)
{
	struct diag to;

	qsort(of, n, sizeof(*of), by_place);
	to = *of[0];
	to.seen_in = diags_seen_in(g->a, of, n, &to.nseen);
	to.more = (uint32_t)n - 1;
	relate(g->a, &to, of, n);
	for (size_t i = 1; i < n; i++)
		g->gone[of[i] - g->d->at] = true;
	g->d->at[of[0] - g->d->at] = to;
}

/* The line that a finding stands in. */
static const char *line_of(struct arena *a, const struct diag *d)
{
	const struct source *s = diag_source(d, d->at);
	uint32_t lo = d->at.lo, hi;

	if (!s || lo > s->len)
		return NULL;
	while (lo && s->bytes[lo - 1] != '\n')
		lo--;
	hi = lo + (uint32_t)strcspn(s->bytes + lo, "\r\n");
	return hi - lo < LINE_MAX_BYTES ? arena_strndup(a, s->bytes + lo, hi - lo) : NULL;
}

static bool is_copy(struct arena *a, const struct diag *x, const struct diag *y)
{
	const struct source *s = diag_source(x, x->at), *t = diag_source(y, y->at);
	const char *line = line_of(a, x);

	return s && t && line && same_text(line, line_of(a, y)) &&
	       same_text(path_dir(a, s->path), path_dir(a, t->path));
}

/* Files of one folder with the finding in the same line were copied from one another. */
static bool all_copies(struct arena *a, const struct caused *first, size_t n)
{
	bool same = n > 1;

	for (size_t i = 1; i < n && same; i++)
		same = is_copy(a, first->d, first[i].d);
	return same;
}

/* How many findings of one cause are listed one by one. */
static size_t most_apart(struct arena *a, const struct caused *first, size_t n)
{
	bool one_file = true;

	for (size_t i = 1; i < n && one_file; i++)
		one_file = first[i].d->at.file == first->d->at.file;
	if (first->d->edited.file || (!one_file && all_copies(a, first, n)))
		return 1;
	return one_file ? GATHER_FILE : GATHER_MANY;
}

void diags_gather_many(struct arena *a, struct diags *d)
{
	struct gather_ctx g = { .a = a, .d = d, .gone = xcalloc(d->n + 1, sizeof(bool)) };
	struct caused *all = xcalloc(d->n + 1, sizeof *all);
	const struct diag **of = (const struct diag **)xcalloc(d->n + 1, sizeof(struct diag *));
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (may_go(&d->at[i]))
			all[n++] = (struct caused){ &d->at[i], cause_of(a, &d->at[i]) };
	if (n > 1)
		qsort(all, n, sizeof *all, by_cause);
	for (size_t i = 0; i < n; i++)
		of[i] = all[i].d;
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && by_cause(&all[i], &all[j]) == 0;)
			j++;
		if (j - i > most_apart(a, &all[i], j - i))
			make_one(&g, of + i, j - i);
	}
	diags_drop(d, g.gone);
	free(of);
	free(all);
	free(g.gone);
}

/* ---- of one place ---- */

static bool same_place(const struct diag *x, const struct diag *y)
{
	return x->rule == y->rule && x->severity == y->severity && x->seen_in[0]->set == y->seen_in[0]->set &&
	       x->at.file == y->at.file && x->at.lo == y->at.lo && x->at.hi == y->at.hi;
}

static bool seen_apart(const struct diag *x, const struct diag *y)
{
	for (uint32_t i = 0; i < x->nseen; i++)
		for (uint32_t k = 0; k < y->nseen; k++)
			if (x->seen_in[i] == y->seen_in[k])
				return false;
	return true;
}

/* The first stands for the others in its list of configs. */
static void add_others(struct gather_ctx *g, const struct diag **of, size_t n)
{
	struct diag to = *of[0];
	struct related *rel = arena_array(g->a, struct related, to.nrel + GATHER_SHOWN);

	if (to.nrel)
		memcpy(rel, to.rel, to.nrel * sizeof *rel);
	for (size_t i = 1; i < n; i++) {
		const struct diag *d = of[i];

		if (i <= GATHER_SHOWN)
			rel[to.nrel++] = (struct related){ d->nrel ? d->rel[0].at : d->at,
							   arena_printf(g->a, "with this, %s", d->msg) };
		g->gone[d - g->d->at] = true;
	}
	to.rel = rel;
	to.seen_in = diags_seen_in(g->a, of, n, &to.nseen);
	g->d->at[of[0] - g->d->at] = to;
}

void diags_gather_place(struct arena *a, struct diags *d)
{
	struct gather_ctx g = { .a = a, .d = d, .gone = xcalloc(d->n + 1, sizeof(bool)) };
	const struct diag **of = (const struct diag **)xcalloc(d->n + 1, sizeof(struct diag *));

	for (size_t i = 0; i < d->n; i++) {
		size_t n = 0;

		of[n++] = &d->at[i];
		for (size_t k = i + 1; k < d->n && !g.gone[i] && may_go(&d->at[i]) &&
				       d->at[k].at.file == d->at[i].at.file && d->at[k].at.lo == d->at[i].at.lo;
		     k++)
			if (!g.gone[k] && may_go(&d->at[k]) && same_place(&d->at[i], &d->at[k]) &&
			    seen_apart(&d->at[i], &d->at[k]))
				of[n++] = &d->at[k];
		if (n > 1)
			add_others(&g, of, n);
	}
	diags_drop(d, g.gone);
	free(of);
	free(g.gone);
}
