// SPDX-License-Identifier: MIT
/* Walks the project's folders. rules/code.yaml says which are skipped. */
#include "code/gather.h"
#include "base/disk.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/path.h"
#include "base/vec.h"
#include "code/cache_quota.h"
#include "code/code_know.h"
#include "code/limits.h"
#include "pymodel/pymodel.h"
#include <stdio.h>
#include "text/notebook.h"
#include "text/walk.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct file_found {
	char *path;
	struct stat st;
};
struct gather {
	struct pymodel *m;
	const struct knowledge *know;
	bool plain;
	const struct map *notebooks; /* NULL: none counts */
	struct files_left *left;
	const char *top;
	VEC(, struct file_found) file;
	uint32_t entries;
};

/* A folder below top that has a training script of its own. */
static bool is_project(const struct gather *g, const char *dir)
{
	const struct project_signs *signs = &g->know->projects;
	struct arena a = { 0 };
	bool is = project_script(signs, g->m->fs, &a, dir) && project_is_apart(signs, g->m->fs, g->top, dir);
	arena_release(&a);
	return is;
}

static void add_nested(const struct gather *g, const char *folder)
{
	for (size_t i = 0; i < g->left->nested.n; i++)
		if (!strcmp(g->left->nested.at[i], folder))
			return;
	vec_push(&g->left->nested, arena_strdup(&g->m->arena, folder));
}

static bool folder_is_skipped(const struct gather *g, const char *path)
{
	const struct knowledge *k = g->know;
	const char *name = path_base(path);
	bool wanted = g->plain && texts_have(&k->plain_folder, name);
	if (name[0] == '.' || (!wanted && texts_have(&k->skip_folder, name)))
		return true;
	if (is_project(g, path)) {
		add_nested(g, path);
		if (!g->left->types_open)
			g->left->types_open = arena_printf(&g->m->arena, "%s is a separate project",
							   path_relative(&g->m->arena, g->top, path));
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

/* A link counts if it stays in the project: a link to elsewhere must not make cfglint read files there. */
static bool stays_inside(const struct gather *g, const char *path)
{
	char *real = disk_realpath(path, NULL), *top = disk_realpath(g->top, NULL);
	bool inside = real && top && path_inside(top, real);
	free(real);
	free(top);
	return inside;
}

static const char leads_out[] = "is a link out of the project";

/* The path is part of the program and isn't read: it may register classes. */
static void leave_open(struct gather *g, const char *path, const char *why)
{
	g->left->classes_open = true;
	if (!g->left->types_open)
		g->left->types_open =
			arena_printf(&g->m->arena, "%s %s", path_relative(&g->m->arena, g->top, path), why);
}

static void failed(void *ctx, const char *path, const struct err *e)
{
	(void)e;
	leave_open(ctx, path, "can't be read");
}

static bool counts(const struct gather *g, const char *path)
{
	return !strcmp(path_ext(path), ".py") || (g->notebooks && map_get(g->notebooks, str_lit(path)));
}

static bool wanted(void *ctx, const struct walked *file)
{
	bool good = counts(ctx, file->path);
	if (good && file->link && !stays_inside(ctx, file->path)) {
		leave_open(ctx, file->path, leads_out);
		good = false;
	}
	return good;
}

/* Of linked folders only those in a package count: elsewhere they are data. */
static void linked(void *ctx, const char *path)
{
	struct gather *g = ctx;
	struct arena a = { 0 };
	if (*path_base(path) != '.' && !texts_have(&g->know->skip_folder, path_base(path)) &&
	    vfs_exists(g->m->fs, path_join(&a, path_dir(&a, path), "__init__.py")) && !stays_inside(g, path))
		leave_open(g, path, leads_out);
	arena_release(&a);
}

static void found(void *ctx, const struct walked *file)
{
	struct gather *g = ctx;
	vec_push(&g->file, ((struct file_found){ xstrdup(file->path), *file->st }));
}

/* Rule tests: their files are in no folder that would be skipped, unless the test is about that. */
static void found_sealed(void *ctx, const char *path)
{
	struct gather *g = ctx;
	struct arena a = { 0 };
	bool good = path_inside(g->top, path) && counts(g, path);
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
	struct walk_opts o = { .fs = g->m->fs,
			       .excluded = excluded,
			       .wanted = wanted,
			       .found = found,
			       .failed = failed,
			       .linked = linked,
			       .ctx = g,
			       .stamps = true };
	g->top = top;
	if (!vfs_each_sealed(g->m->fs, found_sealed, g) && !disk_stat(top, &st) && S_ISDIR(st.st_mode))
		walk_folder(top, &o);
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct file_found *)a)->path, ((const struct file_found *)b)->path);
}

/* The project's own files come first, packages from outside (more) after them: of two modules with one name the
 * first counts. */
bool files_gather(struct pymodel *m, const struct knowledge *know, bool plain, const char *const *more,
		  const struct map *notebooks, struct files_left *left, const char **why)
{
	struct gather g = { .m = m, .know = know, .plain = plain, .notebooks = notebooks, .left = left };
	gather(&g, m->root);
	size_t own = g.file.n, bytes = 0;
	for (uint32_t i = 0; more && more[i]; i++)
		gather(&g, more[i]);
	bool good = g.file.n && g.entries <= ENTRIES_MAX && g.file.n <= FILES_MAX;
	if (!good)
		*why = g.file.n ? "the project has too many files" : "the project has no Python code";
	if (own)
		qsort(g.file.at, own, sizeof *g.file.at, by_path);
	for (size_t i = 0; good && i < g.file.n; i++) {
		const char *top = m->root;
		for (uint32_t k = 0; i >= own && more[k]; k++)
			if (path_inside(more[k], g.file.at[i].path))
				top = more[k];
		struct arena a = { 0 };
		bool package =
			i >= own && vfs_exists(m->fs, path_join(&a, top, "__init__.py")); /* of site-packages, say */
		pymodel_add_file(m, package ? path_dir(&a, top) : top, g.file.at[i].path, &g.file.at[i].st);
		arena_release(&a);
		if (!notebook_named(g.file.at[i].path)) /* little of it is code */
			bytes += (size_t)g.file.at[i].st.st_size;
	}
	for (size_t i = 0; i < g.file.n; i++)
		free(g.file.at[i].path);
	vec_release(&g.file);
	if (good && bytes > BYTES_MAX)
		*why = "the project has too much Python code";
	return good && bytes <= BYTES_MAX;
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

bool files_stamp(const struct pymodel *m, const char *open, char *out, size_t size)
{
	struct buf b = { 0 };
	char program[PROGRAM_ROOM];
	time_t now = time(NULL);
	bool good = files_program(program, sizeof program);
	buf_printf(&b, "%s%s", program, open ? open : "");
	for (uint32_t i = 0; i < m->nfiles && good; i++) {
		const struct stat *file = &m->file[i]->st;
		good = S_ISREG(file->st_mode) && file->st_mtime < now - 1;
		if (good)
			stamp_file(&b, m->file[i]->path, file);
		disk_saw(m->file[i]->path, file);
	}
	snprintf(out, size, STORE_MARK "2 %016llx%016llx", (unsigned long long)hash_bytes(HASH_BYTES, b.s, b.n),
		 (unsigned long long)hash_bytes(HASH_GOLDEN, b.s, b.n));
	buf_release(&b);
	return good;
}
