// SPDX-License-Identifier: MIT
/* Which files are training code, and their syntax trees. */
#include "code/files.h"
#include "base/disk.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/pool.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "code/priv.h"
#include "code/budget.h"
#include "code/nested.h"
#include "text/glob.h"
#include <stdio.h>
#include "text/walk.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct file_found {
	char *path;
	struct stat st;
};
struct gather {
	struct index *c;
	const char *top;
	VEC(, struct file_found) file;
	uint32_t entries;
};

/* Below top: a folder that has a training script of its own. */
static bool is_project(const struct gather *g, const char *dir)
{
	const struct project_signs *signs = &g->c->know->projects;
	struct arena a = { 0 };
	bool is = project_script(signs, g->c->fs, &a, dir) && project_is_apart(signs, g->c->fs, g->top, dir);
	arena_release(&a);
	return is;
}

static bool folder_is_skipped(const struct gather *g, const char *path)
{
	const struct knowledge *k = g->c->know;
	const char *name = path_base(path);
	bool wanted = g->c->plain && texts_have(&k->plain_folder, name);
	if (name[0] == '.' || (!wanted && texts_have(&k->skip_folder, name)))
		return true;
	if (is_project(g, path)) {
		nested_add(g->c, path);
		if (!g->c->types_open)
			g->c->types_open = arena_printf(&g->c->arena, "%s is a project of its own",
							path_relative(&g->c->arena, g->top, path));
		return true;
	}
	size_t n = strlen(g->top);
	return !wanted && !strncmp(path, g->top, n) && !strchr(path + n + (path[n] == '/'), '/') &&
	       texts_have(&k->skip_top_folder, name);
}

static bool excluded(void *ctx, const char *path, bool is_dir)
{
	struct gather *g = ctx;
	return ++g->entries > ENTRIES_MAX || g->file.n > FILES_MAX || (is_dir && folder_is_skipped(g, path));
}

/* A link counts when it stays in the project: whoever sets one to elsewhere may not have files there read. */
static bool stays_inside(const struct gather *g, const char *path)
{
	char *real = disk_realpath(path, NULL), *top = disk_realpath(g->top, NULL);
	bool inside = real && top && path_inside(top, real);
	free(real);
	free(top);
	return inside;
}

static const char leads_out[] = "is a link out of the project";

/* What is there is part of the program and isn't read: classes may be registered in it. */
static void leave_open(struct gather *g, const char *path, const char *why)
{
	g->c->classes_open = true;
	if (!g->c->types_open)
		g->c->types_open = arena_printf(&g->c->arena, "%s %s", path_relative(&g->c->arena, g->top, path), why);
}

static void failed(void *ctx, const char *path, const struct err *e)
{
	(void)e;
	leave_open(ctx, path, "can't be read");
}

static bool wanted(void *ctx, const struct walked *file)
{
	bool good = !strcmp(path_ext(file->path), ".py");
	if (good && file->link && !stays_inside(ctx, file->path)) {
		leave_open(ctx, file->path, leads_out);
		good = false;
	}
	return good;
}

/* Of folders those in a package alone: elsewhere it is data that is linked. */
static void linked(void *ctx, const char *path)
{
	struct gather *g = ctx;
	struct arena a = { 0 };
	if (*path_base(path) != '.' && !texts_have(&g->c->know->skip_folder, path_base(path)) &&
	    vfs_exists(g->c->fs, path_join(&a, path_dir(&a, path), "__init__.py")) && !stays_inside(g, path))
		leave_open(g, path, leads_out);
	arena_release(&a);
}

static void found(void *ctx, const struct walked *file)
{
	struct gather *g = ctx;
	vec_push(&g->file, ((struct file_found){ xstrdup(file->path), *file->st }));
}

/* Rule tests: no file is in a folder that would be skipped, unless it is. */
static void found_sealed(void *ctx, const char *path)
{
	struct gather *g = ctx;
	struct arena a = { 0 };
	bool good = path_inside(g->top, path) && !strcmp(path_ext(path), ".py");
	for (const char *d = path_dir(&a, path); good && strcmp(d, g->top); d = path_dir(&a, d))
		good = !folder_is_skipped(g, d);
	for (size_t i = 0; i < g->file.n && good; i++)
		good = strcmp(g->file.at[i].path, path) != 0; /* an overlay has it, too */
	if (good)
		vec_push(&g->file, ((struct file_found){ .path = xstrdup(path) }));
	arena_release(&a);
}

static void gather(struct gather *g, const char *top)
{
	struct stat st;
	struct walk_opts o = { .fs = g->c->fs,
			       .excluded = excluded,
			       .wanted = wanted,
			       .found = found,
			       .failed = failed,
			       .linked = linked,
			       .ctx = g,
			       .stamps = true };
	g->top = top;
	if (!vfs_each_sealed(g->c->fs, found_sealed, g) && !disk_stat(top, &st) && S_ISDIR(st.st_mode))
		walk_folder(top, &o);
}

/* "mmseg/apis/train.py" -> mmseg.apis.train */
static const struct str *dotted_name(const char *rel, bool *package)
{
	struct buf b = { 0 };
	size_t n = strlen(rel) - 3;
	const char *src = !strncmp(rel, "src/", 4) ? rel + 4 : rel;
	n -= (size_t)(src - rel);
	*package = n >= 8 && !strncmp(src + n - 8, "__init__", 8) && (n == 8 || src[n - 9] == '/');
	if (*package)
		n -= n == 8 ? 8 : 9;
	for (size_t i = 0; i < n; i++)
		buf_putc(&b, src[i] == '/' ? '.' : src[i]);
	const struct str *s = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return s;
}

/* Importing a module, Python skips comments without a look at their bytes; of the file that it is started with it
 * refuses any byte that isn't UTF-8. Such bytes become '?', if all stand in comments. */
static void mask_comments(struct cfile *f, struct buf *b)
{
	if (memchr(b->s, 0, b->n) || memmem(b->s, b->n, "__main__", strlen("__main__")))
		return;
	struct buf text = { 0 };
	buf_add(&text, b->s, b->n);
	VEC(bytes, uint32_t) masked = { 0 };
	for (size_t at = 0; (at += utf8_valid(text.s + at, text.n - at)) < text.n; text.s[at] = '?')
		vec_push(&masked, (uint32_t)at);
	const struct parsed *t = parse_once(vfs_once(f->of->fs), f->path, text.s, (uint32_t)text.n);
	bool good = !t->nerrors;
	uint32_t k = 0;
	for (size_t i = 0; good && i < masked.n; i++) {
		while (k < t->ncomments && t->comment[k].hi <= masked.at[i])
			k++;
		good = k < t->ncomments && t->comment[k].lo < masked.at[i];
	}
	if (good)
		memcpy(b->s, text.s, b->n);
	vec_release(&masked);
	buf_release(&text);
}

static void read_file(struct cfile *f)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	f->broken = !vfs_read(f->of->fs, f->path, &b, &e);
	if (!f->broken && utf8_valid(buf_str(&b), b.n) < b.n)
		mask_comments(f, &b);
	f->src = sources_add(f->of->sources, f->path, buf_str(&b), f->broken ? 0 : b.n);
	f->broken = f->broken || !source_check_program(f->src, &e);
	buf_release(&b);
}

static void parse_file(void *arg)
{
	struct cfile *f = arg;
	if (!f->src)
		read_file(f);
	uint32_t len = f->broken ? 0 : f->src->len;
	f->tree = *parse_once(vfs_once(f->of->fs), f->path, f->src->bytes, len);
	f->broken |= f->tree.nerrors > 0;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct file_found *)a)->path, ((const struct file_found *)b)->path);
}

static void add_file(struct index *c, const char *top, const struct file_found *file)
{
	const char *path = file->path;
	struct cfile *f = arena_new(&c->arena, struct cfile);
	f->of = c;
	f->path = arena_strdup(&c->arena, path);
	f->unread.path = f->path;
	f->st = file->st;
	f->rel = path_relative(&c->arena, path_inside(c->root, path) ? c->root : top, path);
	f->dotted = dotted_name(f->rel, &f->package);
	c->file[c->nfiles++] = f;
	map_put(&c->arena, &c->by_path, str_lit(path), f);
	if (!map_get(&c->by_dotted, f->dotted))
		map_put(&c->arena, &c->by_dotted, f->dotted, f);
}

/* The project's own files come first, packages from outside (more) behind them: of two modules with one name the first
 * counts. */
bool files_gather(struct index *c, const char *const *more, const char **why)
{
	struct gather g = { .c = c };
	gather(&g, c->root);
	size_t own = g.file.n, bytes = 0;
	for (uint32_t i = 0; more && more[i]; i++)
		gather(&g, more[i]);
	bool good = g.file.n && g.entries <= ENTRIES_MAX && g.file.n <= FILES_MAX;
	if (!good)
		*why = g.file.n ? "the project has too many files" : "the project has no Python code";
	if (own)
		qsort(g.file.at, own, sizeof *g.file.at, by_path);
	c->file = arena_array(&c->arena, struct cfile *, g.file.n + 1);
	for (size_t i = 0; good && i < g.file.n; i++) {
		const char *top = c->root;
		for (uint32_t k = 0; i >= own && more[k]; k++)
			if (path_inside(more[k], g.file.at[i].path))
				top = more[k];
		struct arena a = { 0 };
		bool package =
			i >= own && vfs_exists(c->fs, path_join(&a, top, "__init__.py")); /* of site-packages, say */
		add_file(c, package ? path_dir(&a, top) : top, &g.file.at[i]);
		arena_release(&a);
		bytes += (size_t)g.file.at[i].st.st_size;
	}
	for (size_t i = 0; i < g.file.n; i++)
		free(g.file.at[i].path);
	vec_release(&g.file);
	if (good && bytes > BYTES_MAX)
		*why = "the project has too much Python code";
	return good && bytes <= BYTES_MAX;
}

void files_alone(struct index *c, const char *path)
{
	c->file = arena_array(&c->arena, struct cfile *, 1);
	add_file(c, c->root, &(struct file_found){ .path = arena_strdup(&c->arena, path) });
}

void files_parse(struct index *c)
{
	struct pool *p = pool_new(0);
	for (uint32_t i = 0; i < c->nfiles; i++)
		pool_push(p, parse_file, c->file[i]);
	pool_wait(p);
	pool_free(p);
}

struct code_place files_place(struct index *c, struct code_place p)
{
	struct cfile *f = p.file ? map_get(&c->by_path, str_lit(p.file->path)) : NULL;
	if (!f)
		return (struct code_place){ 0 };
	if (!f->src)
		read_file(f);
	p.file = f->src;
	return p.lo <= p.hi && p.hi <= f->src->len ? p : (struct code_place){ 0 };
}

void files_read(struct index *c)
{
	for (uint32_t i = 0; i < c->nfiles; i++)
		if (!c->file[i]->src)
			read_file(c->file[i]);
}

/* ---- what answers depend on ---- */

static void stamp_file(struct buf *b, const char *path, const struct stat *st)
{
	buf_printf(b, "%s %llu %lld.%09ld %lld.%09ld %llu\n", path, (unsigned long long)st->st_size,
		   (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec, (long long)st->st_ctim.tv_sec,
		   st->st_ctim.tv_nsec, (unsigned long long)st->st_ino);
}

bool files_program(char *out, size_t size)
{
	struct buf b = { 0 };
	struct stat st;
	bool good = !disk_program(&st);
	if (good)
		stamp_file(&b, "", &st);
	snprintf(out, size, "%s", b.n ? buf_str(&b) : "");
	buf_release(&b);
	return good;
}

bool files_stamp(const struct index *x, char *out, size_t size)
{
	struct buf b = { 0 };
	char program[PROGRAM_ROOM];
	time_t now = time(NULL);
	bool good = files_program(program, sizeof program);
	buf_printf(&b, "%s%s", program, x->types_open ? x->types_open : "");
	for (uint32_t i = 0; i < x->nfiles && good; i++) {
		const struct stat *file = &x->file[i]->st;
		good = S_ISREG(file->st_mode) && file->st_mtime < now - 1;
		if (good)
			stamp_file(&b, x->file[i]->path, file);
		disk_saw(x->file[i]->path, file);
	}
	snprintf(out, size, STORE_MARK "2 %016llx%016llx", (unsigned long long)hash_bytes(HASH_BYTES, b.s, b.n),
		 (unsigned long long)hash_bytes(HASH_GOLDEN, b.s, b.n));
	buf_release(&b);
	return good;
}

struct code_place file_place(const struct cfile *f, const struct node *n)
{
	return n ? (struct code_place){ f->src, n->lo, n->hi } : (struct code_place){ f->src, 0, 0 };
}
