// SPDX-License-Identifier: MIT
/* A folder of runs (work_dir): its files are named by the start time, in a form that the formats describe. The
 * newest start that trained is selected, else the newest. If no name has such a time, every file that may be a log
 * is read.
 *
 *	work_dirs/a/20240420_184859.log and 20240421_090000.log	the second, if it trained */
#include "run/formats/priv.h"
#include "run/formats/watch_reader.h"
#include "base/path.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { START = 15 /* 20240420_184859 */, TRIES = 50 };
VEC(names, const char *);

struct folder {
	struct arena a; /* scratch */
	const struct log_formats *formats;
	const struct vfs *fs;
	const char *dir;
	const struct run_limits *limits;
	struct names name;  /* of its entries, sorted */
	const char *unread; /* the first log that could not be read, */
	struct err why;	    /* and why */
};

static bool read_log(struct folder *d, struct runs *out, const char *path)
{
	struct err e = { 0 };

	if (file_read(out, d->formats, d->fs, path, d->limits, &e))
		return true;
	if (!d->unread) {
		d->unread = path;
		d->why = e;
	}
	return false;
}

static void names_of(struct folder *d)
{
	char **name;
	size_t n = vfs_list(d->fs, d->dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		vec_push(&d->name, arena_strdup(&d->a, name[i]));
		free(name[i]);
	}
	free(name);
}

static bool is_start(const char *s)
{
	for (unsigned i = 0; i < START; i++)
		if (i == 8 ? s[i] != '_' : s[i] < '0' || s[i] > '9')
			return false;
	return true;
}

static int newest_first(const void *x, const void *y)
{
	return strcmp(*(const char *const *)y, *(const char *const *)x);
}

static void starts_of(struct folder *d, struct names *out)
{
	for (size_t i = 0; i < d->name.n; i++)
		if (is_start(d->name.at[i]))
			vec_push(out, arena_strndup(&d->a, d->name.at[i], START));
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, newest_first);
}

/* The last file with this prefix: of event files, which are named by their time, the newest. */
static const char *last_named(struct folder *d, const char *path)
{
	const char *dir = path_dir(&d->a, path), *begins = path_base(path), *last = NULL;
	char **name;
	size_t n = vfs_list(d->fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		if (!strncmp(name[i], begins, strlen(begins)))
			last = path_join(&d->a, dir, name[i]);
		free(name[i]);
	}
	free(name);
	return last;
}

/* `{start}/vis_data/{start}.json` of a start; NULL: no such file. `*.py`: the only one in the folder; `x.*`: the
 * last. */
static const char *find(struct folder *d, const char *pattern, const char *start)
{
	struct buf b = { 0 };
	const char *path, *only = NULL;

	for (size_t i = 0; *pattern == '*' && i < d->name.n; i++) {
		size_t n = strlen(d->name.at[i]), m = strlen(pattern) - 1;

		if (n <= m || strcmp(d->name.at[i] + n - m, pattern + 1))
			continue;
		if (only)
			return NULL;
		only = d->name.at[i];
	}
	if (*pattern == '*')
		return only ? path_join(&d->a, d->dir, only) : NULL;
	for (const char *hole; (hole = strstr(pattern, "{start}")); pattern = hole + strlen("{start}")) {
		buf_add(&b, pattern, (size_t)(hole - pattern));
		buf_puts(&b, start);
	}
	buf_puts(&b, pattern);
	if (b.n && b.s[b.n - 1] == '*') {
		b.s[--b.n] = '\0';
		path = last_named(d, path_join(&d->a, d->dir, b.s));
		buf_release(&b);
		return path;
	}
	path = path_join(&d->a, d->dir, buf_str(&b));
	buf_release(&b);
	return vfs_exists(d->fs, path) ? path : NULL;
}

static const char *first_of(struct folder *d, const char **pattern, const char *start)
{
	const char *found = NULL;

	for (; pattern && *pattern && !found; pattern++)
		found = find(d, *pattern, start);
	return found;
}

static void add_file(struct runs *all, struct run *r, const char *path)
{
	uint32_t n = 0;
	const char **list;

	while (r->file[n])
		n++;
	list = arena_array(&all->arena, const char *, n + 2);
	memcpy(list, r->file, n * sizeof *list);
	list[n] = arena_strdup(&all->arena, path);
	r->file = list;
}

static struct run *last_of(struct runs *r)
{
	for (uint32_t i = r->n; i > 0; i--)
		if (r->at[i - 1].train.n)
			return &r->at[i - 1];
	return r->n ? &r->at[r->n - 1] : NULL;
}

static const char *moved(struct runs *to, const char *text)
{
	return text ? arena_strdup(&to->arena, text) : NULL;
}

/* The last run of another log is the same as that of the first log. */
static void join_other(struct folder *d, struct runs *out, const char *path)
{
	struct runs json;
	struct run *to = last_of(out), *from;
	struct err e = { 0 };

	if (!to)
		return;
	if (!file_read(&json, d->formats, d->fs, path, d->limits, &e)) {
		out->unread = arena_strdup(&out->arena, path);
		out->why = moved(out, e.msg);
		return;
	}
	from = last_of(&json);
	if (from) {
		from->config = to->config ? NULL : moved(out, from->config);
		for (size_t i = 0; i < from->environment.n; i++) {
			struct run_fact *f = &from->environment.at[i];

			*f = (struct run_fact){ moved(out, f->key), moved(out, f->value) };
		}
		run_join(to, from);
		add_file(out, to, path);
	}
	out->bytes += json.bytes;
	runs_release(&json);
}

static void join_config(struct folder *d, struct runs *out, const char *path)
{
	struct run *to = last_of(out);
	struct buf b = { 0 };

	if (!to)
		return;
	to->config_file = moved(out, path);
	if (!to->config && vfs_read(d->fs, path, &b, NULL))
		to->config = moved(out, buf_str(&b));
	buf_release(&b);
}

/* One start; false: none of it could be read, or it has no files. */
static bool read_start(struct folder *d, struct runs *out, const char *start)
{
	for (uint32_t i = 0; i < d->formats->n; i++) {
		const struct log_program *p = d->formats->at[i].program;
		const char *text = first_of(d, p->text_file, start), *json = first_of(d, p->json_file, start);
		const char *config = first_of(d, p->config_file, start), *events = first_of(d, p->event_file, start);

		if ((!text && !json) || !read_log(d, out, text ? text : json))
			continue;
		if (text && json)
			join_other(d, out, json);
		if (events && (!text || !json))
			join_other(d, out, events);
		if (config)
			join_config(d, out, config);
		return true;
	}
	return false;
}

/* By the clock of its last line, else the later file. */
static bool newer(const struct runs *a, const struct runs *b)
{
	const struct run *x = runs_last(a), *y = runs_last(b);

	return !x || !y || isnan(x->last_clock) || isnan(y->last_clock) ? !x || y : y->last_clock >= x->last_clock;
}

bool folder_empty(struct err *e)
{
	return err_set(e, ERR_NOT_FOUND,
		       "no log of a training in this folder: looked for files that end in .log, .json, .txt, .out, "
		       ".gz or .csv, and for folders of its starts that hold one");
}

static bool may_be_log(const char *name) /* as listed in folder_empty */
{
	static const char *const end[] = { ".log", ".json", ".txt", ".out", ".gz", ".csv" };
	size_t n = strlen(name);

	for (unsigned i = 0; i < ARRAY_SIZE(end); i++)
		if (n > strlen(end[i]) && !strcmp(name + n - strlen(end[i]), end[i]))
			return true;
	return false;
}

/* Selects one of the two and releases the other. */
static void better(struct runs *best, struct runs *next, bool keep)
{
	runs_release(keep ? next : best);
	if (!keep)
		*best = *next;
}

static bool read_any(struct folder *d, struct runs *out)
{
	unsigned tries = 0;
	bool any = false;

	for (size_t i = 0; i < d->name.n && tries < TRIES; i++) {
		const char *path = path_join(&d->a, d->dir, d->name.at[i]);
		struct runs next;

		if (!may_be_log(d->name.at[i]) || !vfs_exists(d->fs, path))
			continue;
		tries++;
		if (!read_log(d, &next, path))
			continue;
		better(out, &next, any && !newer(out, &next));
		any = true;
	}
	return any;
}

/* ---- output of monitoring tools */

static bool may_be_watch(const char *name)
{
	static const char *const word[] = { "smi", "gpu", "dmon", "nvidia", "vmstat", "meminfo", "free", "swap" };
	static const char *const end[] = { ".csv", ".txt", ".log", ".out", ".gz" };
	size_t n = strlen(name);
	bool named = false, ends = false;

	for (unsigned i = 0; i < ARRAY_SIZE(word); i++)
		named |= strcasestr(name, word[i]) != NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(end); i++)
		ends |= n > strlen(end[i]) && !strcmp(name + n - strlen(end[i]), end[i]);
	return named && ends;
}

static bool is_joined(const struct run *r, const char *path)
{
	for (const char *const *file = r->file; *file; file++)
		if (!strcmp(*file, path))
			return true;
	return false;
}

static void read_wandb(struct folder *d, struct watch_reader *w, const char *dir)
{
	const char *path = path_join(&d->a, dir, WANDB_FILE);
	struct buf b = { 0 };

	if (vfs_read(d->fs, path, &b, NULL) && wandb_read(w, buf_str(&b), b.n))
		watch_reader_file(w, path);
	buf_release(&b);
}

/* The only run there; with several it is unknown which is meant. */
static void find_wandb(struct folder *d, struct watch_reader *w, const char *dir)
{
	const char *only = NULL;
	uint32_t runs = 0;
	char **name;
	size_t n = vfs_list(d->fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		if (!strncmp(name[i], "run-", strlen("run-")) && ++runs)
			only = path_join(&d->a, path_join(&d->a, dir, name[i]), "files");
		free(name[i]);
	}
	free(name);
	if (runs == 1)
		read_wandb(d, w, only);
}

/* No card's name contradicts the log's. Tables truncate long names ("NVIDIA GeForce ..."). */
static bool same_cards(const struct run *r, const struct watch *w)
{
	uint32_t n, others = 0;
	const char *name = run_gpu(r, &n);

	for (uint32_t i = 0; i < w->ncards; i++) {
		const char *is = w->card[i].name;

		if (!is || !name || strstr(is, "...") || strstr(is, name) || strstr(name, is))
			return true;
		others++;
	}
	return !others;
}

/* A file without times belongs to the run if it is the only one; otherwise its run is unknown. From a file with
 * times, only the samples during the run count. */
static void join_watch(struct folder *d, struct runs *out, bool alone)
{
	struct run *r = last_of(out);
	struct watch_reader *w;
	unsigned tries = 0;

	if (!r || r->watch)
		return;
	w = watch_reader_new(&out->arena);
	w->timed = !alone;
	w->from = r->dated ? r->first_clock : NAN;
	w->to = r->dated ? r->last_clock : NAN;
	if (!r->dated && !alone)
		return;
	for (size_t i = 0; i < d->name.n && tries < TRIES; i++) {
		const char *path = path_join(&d->a, d->dir, d->name.at[i]);

		if (!may_be_watch(d->name.at[i]) || is_joined(r, path) || !vfs_exists(d->fs, path))
			continue;
		tries++;
		watch_read(w, d->formats, d->fs, path, d->limits, NULL);
	}
	find_wandb(d, w, path_join(&d->a, path_dir(&d->a, r->file[0]), "vis_data/wandb"));
	find_wandb(d, w, path_join(&d->a, d->dir, "wandb"));
	read_wandb(d, w, d->dir);
	if (same_cards(r, &w->w)) {
		r->watch = out->watch = watch_reader_end(w);
	} else {
		out->unread = w->w.file[0];
		out->why = "is from other GPUs than the run's, and ignored";
	}
}

/* An unreadable run may be the one that was meant: reports it. */
static void report_unread(struct folder *d, struct runs *out)
{
	if (!d->unread || out->unread)
		return;
	out->unread = moved(out, d->unread);
	out->why = moved(out, d->why.msg);
}

bool folder_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *dir,
		 const struct run_limits *limits, struct err *e)
{
	struct folder d = { .formats = formats, .fs = fs, .dir = dir, .limits = limits };
	struct names start = { 0 };
	bool any = false, trained = false;
	uint32_t starts = 0;

	*out = (struct runs){ 0 };
	names_of(&d);
	starts_of(&d, &start);
	for (size_t i = 0; i < start.n; i++)
		starts += !i || strcmp(start.at[i], start.at[i - 1]) != 0;
	for (size_t i = 0; i < start.n && i < TRIES && !trained; i++) {
		struct runs next;

		if ((i && !strcmp(start.at[i], start.at[i - 1])) || !read_start(&d, &next, start.at[i]))
			continue;
		trained = runs_last(&next);
		if (any && trained && out->n)
			next.later = moved(&next, out->at[0].file[0]);
		better(out, &next, any && !trained);
		any = true;
	}
	any = any || read_any(&d, out);
	if (any) {
		join_watch(&d, out, starts <= 1);
		report_unread(&d, out);
	} else if (d.unread) {
		err_set(e, d.why.code, "%s", d.why.msg);
	} else {
		folder_empty(e);
	}
	vec_release(&start);
	vec_release(&d.name);
	arena_release(&d.a);
	return any;
}
