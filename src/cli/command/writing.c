// SPDX-License-Identifier: MIT
/*
 * Writes files in parts, so that an interrupt needn't wait for all of them, and few open files and little disk space
 * suffice. A part never splits a fix: files that one fix edits in a config form a group, groups that share a file are
 * merged, and a group lies in one part (unless it has more than FILES_TOGETHER files).
 */
#include "cli/command/writing.h"
#include "cli/command/priv.h"
#include "base/map.h"
#include "base/path.h"
#include "base/pool.h"
#include "base/str.h"
#include "cli/progress.h"
#include "fix/stale.h"
#include "fix/writable.h"
#include "report/draw/terminal.h"
#include "text/replace.h"
#include <string.h>
#include <sys/stat.h>

enum { PART = 16 /* files; 10,000 take as long by 100 */ };

struct write_ctx {
	struct session *s;
	struct progress_line *line;
	struct strings swept;
	struct map edited;     /* path, interned -> struct strings: its keys */
	struct replacement *x; /* all files of a group beside each other */
	uint32_t n;
	uint32_t *group; /* of each: its first */
	uint32_t *cause; /* per file: the file whose failure prevents writing it; its own index: it failed itself */
	uint32_t lo, hi; /* the part that is being written */
};

/* ---- messages ---- */

static void add_edited(struct arena *a, struct map *of, const struct fix_promise *p)
{
	for (uint32_t i = 0; i < p->nfiles; i++) {
		const struct str *path = str_lit(p->file[i]);
		struct strings *keys = map_get(of, path);

		if (!keys)
			map_put(a, of, path, keys = arena_new(a, struct strings));
		command_add_once(keys, keypath_text(a, p->path));
	}
}

/* "a.py: edited data.size, lr": every written file is reported. */
static void report_edited(struct session *s, const struct map *of, const char *path)
{
	const struct strings *keys = map_get(of, str_lit(path));
	struct buf text = { 0 }, shown = { 0 };

	for (size_t i = 0; keys && i < keys->n; i++)
		buf_printf(&text, "%s%s", i ? ", " : ": edited ", keys->at[i]);
	terminal_escape(&shown, keys ? buf_str(&text) : ": edited", keys ? text.n : strlen(": edited"));
	remark("%s%s", session_name(s, path), buf_str(&shown));
	buf_release(&text);
	buf_release(&shown);
}

/* The file is replaced, so its other hard links still have the old text: the user should know that at once. */
static void report_links(struct session *s, const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && st.st_nlink > 1)
		remark("%s has other hard links, which still hold the old text", session_name(s, path));
}

static void report_failed(const struct write_ctx *w, uint32_t i)
{
	const struct replacement *x = &w->x[i];
	uint32_t cause = w->cause[i];

	if (cause != i)
		complain(w->s, "%s: not written, because its fix also edits %s", session_name(w->s, x->path),
			 session_name(w->s, w->x[cause].path));
	else
		complain_at(w->s, x->path, &x->why,
			    x->why.code == ERR_CHANGED ? "it changed while cfglint ran, so it was not written" : NULL);
}

static void report(const struct write_ctx *w, uint32_t i)
{
	const struct replacement *x = &w->x[i];

	if (x->failed)
		report_failed(w, i);
	else if (!w->s->o->quiet && !w->s->o->show_fixes)
		report_edited(w->s, &w->edited, x->path);
}

/* ---- groups ---- */

static uint32_t first_of(uint32_t *group, uint32_t i)
{
	while (group[i] != i)
		i = group[i] = group[group[i]];
	return i;
}

static void unite(uint32_t *group, uint32_t i, uint32_t k)
{
	i = first_of(group, i);
	k = first_of(group, k);
	group[i < k ? k : i] = i < k ? i : k;
}

/* All of these with the one before them; the number of the last, NULL: none is written. */
static const uint32_t *unite_files(const struct map *number, uint32_t *group, const char *const *file, uint32_t n,
				   const uint32_t *last)
{
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t *at = map_get(number, str_lit(file[i]));

		if (at && last)
			unite(group, *last, *at);
		last = at ? at : last;
	}
	return last;
}

/* What one fix edits for one config; promises of a config stand beside each other. */
static void unite_outcome(const struct map *number, uint32_t *group, const struct fix_outcome *o)
{
	const uint32_t *last = unite_files(number, group, o->edited, o->nedited, NULL);

	for (uint32_t i = 0; i < o->npromises; i++) {
		const struct fix_promise *p = &o->promise[i];

		if (i && strcmp(p->config, p[-1].config) != 0)
			last = NULL;
		last = unite_files(number, group, p->file, p->nfiles, last);
	}
}

static void take_file(struct write_ctx *w, const struct fix_file *f, uint32_t first)
{
	w->group[w->n] = first;
	w->cause[w->n] = w->n;
	w->x[w->n++] = (struct replacement){
		.path = f->path, .bytes = f->new_bytes, .n = f->nnew, .expect = f->old_bytes, .nexpect = f->nold
	};
}

static void order_files(struct write_ctx *w, const struct fix_result *r)
{
	struct arena *a = &w->s->arena;
	uint32_t *group = arena_array(a, uint32_t, r->nfiles), *next = arena_array(a, uint32_t, r->nfiles),
		 *last = arena_array(a, uint32_t, r->nfiles), *own = arena_array(a, uint32_t, r->nfiles);
	struct map number = { 0 };

	for (uint32_t i = 0; i < r->nfiles; i++) {
		group[i] = last[i] = own[i] = i;
		map_put(a, &number, str_lit(r->file[i].path), &own[i]);
	}
	for (uint32_t i = 0; i < r->noutcomes; i++)
		unite_outcome(&number, group, &r->outcome[i]);
	for (uint32_t i = 0; i < r->nfiles; i++)
		if (first_of(group, i) != i) {
			next[last[first_of(group, i)]] = i;
			last[first_of(group, i)] = i;
		}
	for (uint32_t i = 0; i < r->nfiles; i++) {
		if (first_of(group, i) != i)
			continue;

		uint32_t first = w->n;

		for (uint32_t k = i; take_file(w, &r->file[k], first), k != last[i];)
			k = next[k];
	}
}

/* ---- writing ---- */

/* Checks all files before the first is written, because that may be a base itself. */
static void find_stale(struct lint_ctx *l, struct write_ctx *w)
{
	const struct vfs *fs = l->s->linter.vfs;

	for (size_t k = 0; l->s->kinds[k]; k++)
		for (uint32_t i = 0; l->set[k] && i < w->n && (i || stale_any(l->set[k], fs)); i++) {
			const char *base = w->x[i].failed ? NULL : stale_base(l->set[k], fs, w->x[i].path);

			if (!base)
				continue;
			w->x[i].failed = true;
			err_set(&w->x[i].why, ERR_IO,
				"it inherits from %s, which changed while cfglint ran, so it was not written",
				session_name(l->s, base));
		}
}

/* The end of a group that begins there, or that the previous part began; not beyond `most`. */
static uint32_t end_of_group(const struct write_ctx *w, uint32_t i, uint32_t most)
{
	uint32_t end = i;

	while (end < most && w->group[end] == w->group[i])
		end++;
	return end;
}

/* The first of them that failed; end: none. */
static uint32_t first_failed(const struct write_ctx *w, uint32_t i, uint32_t end)
{
	while (i < end && !w->x[i].failed)
		i++;
	return i;
}

/* Of a group all that aren't in place fail with the first that does. */
static void fail_together(void *ctx)
{
	struct write_ctx *w = ctx;

	for (uint32_t i = w->lo, end; i < w->hi; i = end) {
		end = end_of_group(w, i, w->hi);

		uint32_t bad = first_failed(w, i, end);

		for (uint32_t k = i; bad < end && k < end; k++)
			if (!w->x[k].failed && !w->x[k].done) {
				w->x[k].failed = true;
				w->cause[k] = w->cause[bad];
			}
	}
}

/* If a group was too large for one part, a failure in it also fails the rest of it. */
static void go_on_failing(struct write_ctx *w)
{
	uint32_t lo = w->lo;

	if (lo == 0 || w->group[lo] != w->group[lo - 1] || !w->x[lo - 1].failed)
		return;
	w->x[lo].failed = true;
	w->cause[lo] = w->cause[lo - 1];
	fail_together(w);
}

/* Files come sorted, so those of a folder are near to each other. */
static void sweep_once(struct write_ctx *w, const char *dir)
{
	for (size_t i = w->swept.n; i > 0; i--)
		if (strcmp(w->swept.at[i - 1], dir) == 0)
			return;
	vec_push(&w->swept, dir);
	file_sweep(w->s->linter.vfs, dir);
}

/* A signal that comes meanwhile waits until the written files are reported. */
static void write_part(struct write_ctx *w)
{
	sigset_t was;

	progress_pause(w->line);
	for (uint32_t i = w->lo; i < w->hi; i++) {
		report_links(w->s, w->x[i].path);
		sweep_once(w, path_dir(&w->s->arena, w->x[i].path));
	}
	progress_resume(w->line);
	go_on_failing(w);
	hold_signals(&was);
	files_replace(w->s->linter.vfs, w->x + w->lo, w->hi - w->lo, fail_together, w);
	progress_pause(w->line);
	for (uint32_t i = w->lo; i < w->hi; i++) {
		report(w, i);
		linter_step(&w->s->linter);
	}
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	progress_resume(w->line);
}

static uint32_t end_of_part(const struct write_ctx *w)
{
	uint32_t most = w->n - w->lo > FILES_TOGETHER ? w->lo + FILES_TOGETHER : w->n, end = w->lo;

	while (end < most && end - w->lo < PART) {
		uint32_t next = end_of_group(w, end, most);

		if (end > w->lo && next < w->n && next == most && w->group[next] == w->group[end])
			break;
		end = next;
	}
	return end;
}

static void write_parts(struct write_ctx *w)
{
	w->line = progress_begin(w->s, "writing");
	linter_begin(&w->s->linter, "writing", NULL, w->n);
	for (; w->lo < w->n; w->lo = w->hi) {
		w->hi = end_of_part(w);
		write_part(w);
	}
	progress_end(w->line);
}

bool writing_files(struct lint_ctx *l, struct fix_result *r)
{
	struct arena *a = &l->s->arena;
	struct write_ctx w = { .s = l->s,
			       .x = arena_array(a, struct replacement, r->nfiles),
			       .group = arena_array(a, uint32_t, r->nfiles),
			       .cause = arena_array(a, uint32_t, r->nfiles) };
	bool all = true;

	order_files(&w, r);
	find_stale(l, &w);
	for (uint32_t i = 0; i < r->noutcomes; i++)
		for (uint32_t k = 0; k < r->outcome[i].npromises; k++)
			add_edited(a, &w.edited, &r->outcome[i].promise[k]);
	write_parts(&w);
	for (uint32_t i = 0; i < w.n; i++)
		if (w.x[i].failed) {
			writable_take_back(r, w.x[i].path);
			all = false;
		}
	vec_release(&w.swept);
	for (uint32_t i = 0; i < w.edited.cap; i++)
		if (w.edited.at[i].key)
			vec_release((struct strings *)w.edited.at[i].val);
	return all;
}
