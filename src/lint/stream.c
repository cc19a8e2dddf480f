// SPDX-License-Identifier: MIT
/* First all that others may inherit from is loaded, then the leaves, some at a time: each is judged and, if nothing
 * refers to it, released; in the end the bases are judged, whose rules ask about all heirs. Where it turns out that
 * somebody was taken for a leaf and is none, all is done again the plain way. */
#include "lint/stream.h"
#include "base/map.h"
#include "config/release.h"
#include "config/subject.h"
#include <stdlib.h>
#include <string.h>

enum {
	AT_ONCE = 1024, /* leaves in memory, besides those that are kept */
	LEARN = 12	/* rounds after which judging learns anew */
};

VEC(subjects, const struct subject *);
struct stream {
	const struct linter *l;
	struct lint_pass *pass;
	struct graph *g;
	struct diags *out, *held;
	const struct lint_stats *stats;
	struct arena arena;
	struct map judged;	/* subjects of earlier rounds that are still there */
	struct map kept;	/* those that findings, or what wasn't checked, refer to */
	struct subjects leaves; /* of this round */
	struct map gone;	/* of these */
	struct arena round;
};

static void keep(struct stream *s, const struct subject *x)
{
	if (x && !map_get(&s->kept, x))
		map_put(&s->arena, &s->kept, x, s);
}

static void keep_seen(struct stream *s, const struct diags *d, size_t from)
{
	for (size_t i = d ? from : 0; d && i < d->n; i++)
		for (uint32_t k = 0; k < d->at[i].nseen; k++)
			keep(s, d->at[i].seen_in[k]);
}

static int by_address(const void *x, const void *y)
{
	const struct subject *const *a = x, *const *b = y;
	return (*a > *b) - (*a < *b);
}

static bool is_judged_now(const struct stream *s, const struct subject *x)
{
	return s->leaves.n && bsearch(&x, s->leaves.at, s->leaves.n, sizeof *s->leaves.at, by_address);
}

/* Nothing refers to it. */
static bool is_gone(void *ctx, const struct module *m)
{
	struct stream *s = ctx;
	const struct subject *x = &m->subject;
	if (!is_judged_now(s, x) || map_get(&s->kept, x))
		return false;
	map_put(&s->round, &s->gone, x, s);
	return true;
}

static void judge_leaves(struct stream *s, const struct graph_file *file, size_t n)
{
	const struct subject_set *set = graph_subjects(s->g);
	size_t out = s->out->n, held = s->held ? s->held->n : 0;
	s->leaves.n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct subject *x = subject_find(set, file[i].path);
		if (x && module_is_leaf(subject_config(x)))
			vec_push(&s->leaves, x);
	}
	lint_some(s->pass, s->leaves.at, s->leaves.n);
	keep_seen(s, s->out, out);
	keep_seen(s, s->held, held);
	for (int i = 0; i < UNCHECKED_WHYS; i++)
		keep(s, s->stats->unchecked[i].first);
	if (s->leaves.n > 1)
		qsort(s->leaves.at, s->leaves.n, sizeof *s->leaves.at, by_address);
}

static void release_leaves(struct stream *s)
{
	graph_release(s->g, is_gone, s);
	for (size_t i = 0; i < s->leaves.n; i++)
		if (!map_get(&s->gone, s->leaves.at[i]))
			map_put(&s->arena, &s->judged, s->leaves.at[i], s);
	s->gone = (struct map){ 0 };
	arena_release(&s->round);
}

/* true: it was taken for a leaf and has got an heir since. */
static bool is_void(const struct stream *s)
{
	const struct subject_set *set = graph_subjects(s->g);
	bool found = graph_is_void(s->g);
	for (size_t i = 0; i < set->n && !found; i++)
		found = map_get(&s->judged, set->at[i]) && !module_is_leaf(subject_config(set->at[i]));
	return found;
}

static void judge_rest(struct stream *s)
{
	const struct subject_set *set = graph_subjects(s->g);
	struct subjects rest = { 0 };
	for (size_t i = 0; i < set->n; i++)
		if (set->at[i]->requested && !map_get(&s->judged, set->at[i]))
			vec_push(&rest, set->at[i]);
	for (size_t at = 0, many; at < rest.n; at += many) {
		many = rest.n - at < AT_ONCE ? rest.n - at : AT_ONCE;
		lint_forget(s->pass); /* what thousands of others taught takes 20 MB and saves no time here */
		lint_some(s->pass, rest.at + at, many);
	}
	lint_end(s->pass, set);
	vec_release(&rest);
}

/* Bases first, then the rest in the order in which they were named. Returns how many are bases. */
static size_t bases_first(const struct graph *g, const char *const *paths, size_t n, struct graph_file *sorted)
{
	struct graph_file *file = xcalloc(n + 1, sizeof *file);
	size_t bases = 0, at;
	for (size_t i = 0; i < n; i++)
		file[i].path = paths[i];
	leaves_tell(g, file, n);
	for (size_t i = 0; i < n; i++)
		if (file[i].is_base)
			sorted[bases++] = file[i];
	at = bases;
	for (size_t i = 0; i < n; i++)
		if (!file[i].is_base)
			sorted[at++] = file[i];
	free(file);
	return bases;
}

static bool stream(struct stream *s, const char *const *paths, size_t n)
{
	struct graph_file *sorted = xcalloc(n + 1, sizeof *sorted);
	size_t at = bases_first(s->g, paths, n, sorted);
	graph_add(s->g, sorted, at);
	for (size_t many, round = 1; at < n && !graph_is_void(s->g); at += many, round++) {
		many = n - at < AT_ONCE ? n - at : AT_ONCE;
		if (round % LEARN == 0)
			lint_forget(s->pass);
		graph_add(s->g, sorted + at, many);
		judge_leaves(s, sorted + at, many);
		release_leaves(s);
	}
	graph_settle(s->g);
	free(sorted);
	return !is_void(s);
}

const struct subject_set *lint_stream(const struct linter *l, struct arena *a, const char *const *paths, size_t n,
				      struct diags *out, struct diags *held, struct lint_stats *stats)
{
	struct stream s = { .l = l, .out = out, .held = held, .stats = stats };
	struct lint_stats before = *stats;
	size_t nout = out->n, nheld = held ? held->n : 0;
	const struct subject_set *set;
	s.g = graph_open(l->vfs, &l->graph, l->pool);
	s.pass = lint_begin(l, a, n, out, held, stats);
	if (stream(&s, paths, n)) {
		judge_rest(&s);
		set = graph_subjects(s.g);
	} else {
		lint_drop(s.pass);
		graph_free(s.g);
		out->n = nout;
		if (held)
			held->n = nheld;
		*stats = before;
		set = linter_subjects(l, &config_kind, paths, n, NULL);
		lint_run(l, a, set, out, held, stats);
	}
	vec_release(&s.leaves);
	arena_release(&s.arena);
	return set;
}
