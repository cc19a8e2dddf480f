// SPDX-License-Identifier: MIT
#include "run/subject.h"
#include "base/path.h"
#include "config/graph.h"
#include "config/subject.h"
#include "facts/training.h"
#include "launch/subject.h"
#include "plain/subject.h"
#include "python/value/copy.h"
#include "run/read.h"
#include "script/subject.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 1 << 30 }; /* of a log; of a larger one findings show no line */

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

/* Lines as the readers count them: what a progress bar writes over with CR stays in its line. */
static void keep_line(struct buf *out, const char *s, const char *end)
{
	for (; s < end; s++)
		buf_putc(out, *s == '\r' && s + 1 < end && s[1] != '\n' ? ' ' : *s);
}

/* The text of a log, of which only those lines are left; the others are empty. origin: where each line was. */
static void keep_lines(struct line_numbers *keep, struct buf *text, struct buf *out, struct line_numbers *origin)
{
	uint32_t line = 1;
	size_t k = 0;

	if (keep->n)
		qsort(keep->at, keep->n, sizeof *keep->at, ascending);
	for (const char *s = buf_str(text), *end = s + text->n, *next; s < end; s = next, line++) {
		const char *nl = memchr(s, '\n', (size_t)(end - s));

		next = nl ? nl + 1 : end;
		vec_push(origin, (uint32_t)(s - text->s));
		while (k < keep->n && keep->at[k] < line)
			k++;
		if (k < keep->n && keep->at[k] == line)
			keep_line(out, s, next);
		else if (nl)
			buf_putc(out, '\n');
	}
	vec_push(origin, (uint32_t)text->n); /* behind the last line's end */
}

static const struct source *text_of(struct run_set *all, const struct measurements *of, const struct vfs *fs,
				    const char *path)
{
	struct buf text = { 0 }, kept = { 0 };
	struct line_numbers cited = { 0 }, origin = { 0 };
	struct err e = { 0 };
	const struct source *src;

	run_cited(of, &cited);
	if (!run_text(fs, path, TEXT_MAX, &text, &e))
		buf_clear(&text);
	keep_lines(&cited, &text, &kept, &origin);
	src = sources_add_part(all->set.sources, path, buf_str(&kept), kept.n, origin.at);
	buf_release(&text);
	buf_release(&kept);
	vec_release(&cited);
	vec_release(&origin);
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
	/* configs have sources of their own, which no comment speaks for */
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

/* The config of a run as a file of its own, for as long as it is asked. */
static void ask_config(struct run_set *all, const struct subject_load *l, const struct run *r, struct rates *out,
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

/* The run of a file that was meant. */
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
		ask_config(all, l, r, &rates, &ahead);
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

const struct subject_kind *const known_kinds[] = { &config_kind, &script_kind, &launch_kind,
						   &plain_kind,	 &run_kind,    NULL };
