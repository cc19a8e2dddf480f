// SPDX-License-Identifier: MIT
#include "fix/writable.h"
#include "base/path.h"
#include "base/str.h"
#include "config/config_subject.h"
#include "text/replace.h"
#include <string.h>

static const char *ask(struct writable *w, struct arena *a, const struct vfs *fs, const char *path,
		       struct fix_result *out)
{
	const struct str *key = str_lit(path);
	char *why = map_get(&w->checked, key);
	struct err e = { 0 };

	if (why)
		return why;
	if (!file_is_replaceable(fs, path, &e))
		vec_push(&out->unwritten, ((struct fix_unwritten){ arena_strdup(a, path), e }));
	why = arena_strdup(a, e.msg);
	map_put(a, &w->checked, key, why);
	return why;
}

const char *writable_refusal(struct writable *w, struct arena *a, const struct vfs *fs, const struct attempt *t,
			     struct fix_result *out)
{
	const struct subject_set *set = t->of->set;

	for (size_t i = 0; i < t->edits.n; i++) {
		uint32_t file = t->edits.at[i].at.file;
		const struct subject *x = subject_owner(set, file);
		const char *path = x ? subject_file(x) : sources_get(set->sources, file)->path;
		const char *why = ask(w, a, fs, path, out);

		if (*why)
			return arena_printf(a, "%s: %s", t->of->root ? path_relative(a, t->of->root, path) : path, why);
	}
	return NULL;
}

static bool edits(const char *const *file, uint32_t n, const char *path)
{
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(file[i], path) == 0)
			return true;
	return false;
}

static bool is_made(const struct fix_outcome *f)
{
	return f->what == FIX_APPLIED || f->what == FIX_PARTLY;
}

/* Leaves the promises that other files fulfil. */
static void lose(struct fix_outcome *f, const char *path)
{
	uint32_t remaining = 0, n = f->npromises;

	for (uint32_t i = 0; i < n; i++)
		if (!edits(f->promise[i].file, f->promise[i].nfiles, path))
			f->promise[remaining++] = f->promise[i];
	f->npromises = remaining;
	if (remaining < n || edits(f->edited, f->nedited, path))
		f->what = remaining ? FIX_PARTLY : FIX_REFUSED;
}

void writable_take_back(struct fix_result *r, const char *path)
{
	r->applied = r->partly = 0;
	for (uint32_t i = 0; i < r->noutcomes; i++) {
		struct fix_outcome *f = &r->outcome[i];

		if (is_made(f))
			lose(f, path);
		r->applied += f->what == FIX_APPLIED;
		r->partly += f->what == FIX_PARTLY;
	}
}
