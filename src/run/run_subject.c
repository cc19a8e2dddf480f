// SPDX-License-Identifier: MIT
/* Runs as subjects of rules. Loading reads the logs that are named, evaluates the config of the relevant run and
 * builds its tree (run/measured.c). Afterwards the log is read a second time, to retain only the lines that findings
 * can show.
 *
 * Invariant: memory is proportional to the cited lines, not to the size of the log.
 *
 *   cfglint log run.log     a subject with the tree of its last run that trained
 *   a log over TEXT_MAX     findings show no line
 *   a folder                its newest start */
#include "run/run_subject.h"
#include "plain/arguments_subject.h"
#include "plain/hydra_subject.h"
#include "base/path.h"
#include "config/graph.h"
#include "config/config_subject.h"
#include "facts/training.h"
#include "foreign/foreign_subject.h"
#include "launch/launch_subject.h"
#include "plain/plain_subject.h"
#include "python/value/copy.h"
#include "run/formats/read_log.h"
#include "script/script_subject.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	TEXT_MAX = 1 << 30,   /* of a log; findings in a larger one show no line */
	LINES_MAX = 10000000, /* nor any after these */
	SHOWN_MAX = 1 << 20   /* bytes of a line */
};

struct run_set {
	struct subject_set set;
	struct arena arena;
	struct log_formats formats;
	VEC(, struct runs *) read; /* by load */
	VEC(, struct subject *) all;
};

static struct span statement(const struct subject *s, uint32_t offset)
{
	return (struct span){ s->src->id, offset, offset };
}

struct run_set *run_set_new(void)
{
	struct run_set *all = xcalloc(1, sizeof *all);

	all->set = (struct subject_set){ .kind = &run_kind, .sources = sources_new(), .of = all };
	return all;
}

static struct subject *set_add(struct run_set *all, const char *path)
{
	struct subject *s = arena_new(&all->arena, struct subject);

	*s = (struct subject){ .kind = &run_kind,
			       .set = &all->set,
			       .path = arena_strdup(&all->arena, path),
			       .trouble = "no line of a training",
			       .requested = true };
	vec_push(&all->all, s);
	return s;
}

static int ascending(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return (a > b) - (a < b);
}

/* The text of a log with only the cited lines; the others are empty. It is read up to the last of them, in parts,
 * because a log may be larger than memory. Lines are counted as the readers do: what a progress bar overwrites with
 * CR stays in its line. */
struct line_filter {
	const struct line_numbers *keep; /* ascending */
	size_t k;
	uint32_t line, at; /* the next line, and its start */
	uint32_t shown;	   /* bytes of it */
	bool cr;	   /* the last byte of it was one: what it becomes depends on the next */
	struct buf out;
	struct line_numbers origin; /* the original place of each line */
};

static bool is_cited(const struct line_filter *t)
{
	return t->k < t->keep->n && t->keep->at[t->k] == t->line;
}

static void filter_byte(struct line_filter *t, char c)
{
	if (t->shown == SHOWN_MAX)
		return;
	t->shown++;
	if (t->cr)
		buf_putc(&t->out, ' ');
	t->cr = c == '\r';
	if (!t->cr)
		buf_putc(&t->out, c);
}

static void end_line(struct line_filter *t)
{
	if (t->cr)
		buf_putc(&t->out, '\r');
	buf_putc(&t->out, '\n');
	t->shown = 0;
	t->cr = false;
	t->line++;
	while (t->k < t->keep->n && t->keep->at[t->k] < t->line)
		t->k++;
}

static bool filter_lines(void *ctx, char *s, size_t n, struct err *e)
{
	struct line_filter *t = ctx;

	(void)e;
	for (const char *end = s + n, *from = s; from < end;) {
		const char *nl = memchr(from, '\n', (size_t)(end - from));
		const char *stop = nl ? nl : end;

		for (const char *c = from; is_cited(t) && c < stop; c++)
			filter_byte(t, *c);
		t->at += (uint32_t)(stop - from) + (nl != NULL);
		from = stop + (nl != NULL);
		if (!nl)
			break;
		end_line(t);
		vec_push(&t->origin, t->at);
		if (t->k == t->keep->n || t->line > LINES_MAX)
			return false;
	}
	return true;
}

static const struct source *text_of(struct run_set *all, const struct measurements *of, const struct vfs *fs,
				    const char *path)
{
	struct line_numbers cited = { 0 };
	struct line_filter t = { .keep = &cited, .line = 1 };
	const struct source *src;

	run_cited(of, &cited);
	if (cited.n)
		qsort(cited.at, cited.n, sizeof *cited.at, ascending);
	while (t.k < cited.n && cited.at[t.k] < t.line)
		t.k++;
	vec_push(&t.origin, 0u);
	run_text(fs, path, TEXT_MAX, filter_lines, &t, &(struct err){ 0 });
	if (t.cr)
		buf_putc(&t.out, '\r');
	if (t.origin.at[t.origin.n - 1] < t.at)
		vec_push(&t.origin, t.at); /* after the end of the last line */
	src = sources_add_part(all->set.sources, path, buf_str(&t.out), t.out.n, t.origin.at);
	buf_release(&t.out);
	vec_release(&cited);
	vec_release(&t.origin);
	return src;
}

static void set_measure(struct run_set *all, struct subject *s, const struct measurements *of, const struct vfs *fs)
{
	s->src = text_of(all, of, fs, s->path);
	s->tree = s->own = s->inherited =
		value_freeze(&all->arena, run_measured(&all->arena, of, all->set.sources, s->src));
	s->readable = s->good = true;
}

const struct subject_set *run_set_close(struct run_set *all)
{
	size_t n = all->all.n;
	const struct subject **at = (const struct subject **)arena_array(&all->arena, void *, n + 1);

	for (size_t i = 0; i < n; i++)
		at[i] = all->all.at[i];
	/* configs have their own sources, to which no comment applies */
	subject_set_close(&all->set, &all->arena, at, n);
	return &all->set;
}

const struct subject *run_set_add(struct run_set *all, const struct measurements *of, const struct vfs *fs)
{
	struct subject *s = set_add(all, (of->run ? of->run->file : of->watch->file)[0]);

	set_measure(all, s, of, fs);
	return s;
}

const struct subject_set *run_set_of_one(const struct measurements *of, const struct vfs *fs)
{
	struct run_set *all = run_set_new();

	run_set_add(all, of, fs);
	return run_set_close(all);
}

double ahead_of_process(struct arena *a, struct facts *f)
{
	return fmax(0, ahead_bytes(a, f, figure_of(a, f, "batch_per_gpu"), NAN).value);
}

/* Loads the config of a run as a file of its own, for the time of the queries. */
static void query_config(struct run_set *all, const struct subject_load *l, const struct run *r, struct rates *out,
			 double *ahead)
{
	const char *path = path_join(&all->arena, path_dir(&all->arena, r->file[0]), "config-of-the-run.py");
	enum loader loader = loader_by_name(r->format->id);
	struct graph_opts how = { .loader = loader < LOADERS ? loader : LOADER_AUTO };
	struct vfs *fs = vfs_new(l->fs);
	const struct module *m;
	struct graph *g;

	vfs_put(fs, path, r->config, strlen(r->config));
	g = graph_load(fs, &path, 1, &how, l->pool);
	m = graph_find(g, path);
	if (m && m->state == MODULE_OK) {
		struct facts *f = facts_new(&all->arena, &m->subject, l->dialects->vocab,
					    dialect_detect(l->dialects, m, NULL), NULL);

		rates_of(&all->arena, r, m->subject.tree, f, out);
		*ahead = ahead_of_process(&all->arena, f);
	}
	graph_free(g);
	vfs_free(fs);
}

/* Loads the relevant run of a file. */
static void load_one(struct run_set *all, const struct subject_load *l, size_t i)
{
	const char *path = l->path[i];
	struct subject *s = set_add(all, path);
	struct runs *runs = arena_new(&all->arena, struct runs);
	struct err *e = arena_new(&all->arena, struct err);
	struct ledger ledger;
	struct rates rates;
	const struct run *r;
	double ahead = 0;

	s->err = e;
	if (!runs_read(runs, &all->formats, l->fs, path, NULL, e))
		return;
	vec_push(&all->read, runs);
	r = runs_last(runs);
	if (!r && runs->n)
		r = &runs->at[runs->n - 1];
	if (!r && runs->watch) {
		set_measure(all, s, &(struct measurements){ .watch = runs->watch }, l->fs);
		return;
	}
	if (!r) {
		err_set(e, ERR_SYNTAX, "no line of a training");
		return;
	}
	ledger_of(&all->arena, r, &ledger);
	rates_of(&all->arena, r, (struct value){ 0 }, NULL, &rates);
	if (r->config && l->dialects)
		query_config(all, l, r, &rates, &ahead);
	set_measure(all, s,
		    &(struct measurements){ .run = r,
					    .ledger = &ledger,
					    .rates = &rates,
					    .ahead = ahead,
					    .card = memory_card(&all->arena, r),
					    .today = l->beside && l->beside[i] ? &l->beside[i]->tree : NULL },
		    l->fs);
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct run_set *all = run_set_new();
	struct err e = { 0 };
	bool ok = log_formats_load(&all->arena, all->set.sources, l->fs, NULL, &all->formats, &e);

	for (size_t i = 0; i < l->n; i++)
		if (ok)
			load_one(all, l, i);
	return run_set_close(all);
}

static void unload(const struct subject_set *set)
{
	struct run_set *all = set->of;

	for (size_t i = 0; i < all->read.n; i++)
		runs_release(all->read.at[i]);
	vec_release(&all->read);
	vec_release(&all->all);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

static bool never_named(const char *path)
{
	(void)path;
	return false;
}

static bool never_found(const struct vfs *fs, const char *top, const char *path)
{
	(void)fs, (void)top, (void)path;
	return false;
}

const struct subject_kind run_kind = {
	.name = "run",
	.one = "run",
	.many = "runs",
	.tree = "run",
	.named = never_named,
	.found = never_found,
	.load = load,
	.free = unload,
	.statement = statement,
};

const struct subject_kind *const known_kinds[] = { &config_kind,    &script_kind,  &launch_kind,
						   &arguments_kind, &hydra_kind,   &plain_kind,
						   &run_kind,	    &foreign_kind, NULL };
