// SPDX-License-Identifier: MIT
#include "text/programs.h"
#include "base/path.h"
#include "text/walk.h"
#include <string.h>

struct program_walk {
	const struct programs *p;
	bool whole;
};

static bool is_program(const struct programs *p, const char *path)
{
	return !strcmp(path_ext(path), ".py") || (p->notebooks && !strcmp(path_ext(path), ".ipynb"));
}

static bool wanted(void *ctx, const struct walked *file)
{
	return is_program(((struct program_walk *)ctx)->p, file->path);
}

static void found(void *ctx, const struct walked *file)
{
	const struct programs *p = ((struct program_walk *)ctx)->p;

	p->see(p->ctx, file->path);
}

static bool excluded(void *ctx, const char *path, bool is_dir)
{
	const struct programs *p = ((struct program_walk *)ctx)->p;

	return p->excluded && p->excluded(p->ctx, path, is_dir);
}

static void failed(void *ctx, const char *path, const struct err *e)
{
	(void)path, (void)e;
	((struct program_walk *)ctx)->whole = false;
}

static void see_sealed(void *ctx, const char *path)
{
	const struct programs *p = ((struct program_walk *)ctx)->p;

	if (path_inside(p->folder, path) && is_program(p, path))
		p->see(p->ctx, path);
}

bool programs_each(const struct programs *p)
{
	struct program_walk w = { p, true };
	size_t budget = p->budget;

	if (!vfs_each_sealed(p->fs, see_sealed, &w))
		walk_folder(p->folder, &(struct walk_opts){ .fs = p->fs,
							    .excluded = excluded,
							    .wanted = wanted,
							    .found = found,
							    .failed = failed,
							    .ctx = &w,
							    .budget = &budget,
							    .ignore_files = p->ignore_files });
	return w.whole && budget;
}
