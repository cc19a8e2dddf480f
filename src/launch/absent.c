// SPDX-License-Identifier: MIT
/*
 * Decides whether the config of a launch is missing: it must exist in no folder that the script may be called from.
 * Every reason to doubt it gives Unknown; only a certain miss becomes a dict, with the most likely place and similar
 * files.
 *
 * Example: tools/run.sh: python tools/train.py configs/a.py
 *          /p/configs/a.py and /p/tools/configs/a.py do not exist, git does not ignore them
 *          l.config_absent = {name: 'configs/a.py', number: 0, ...}
 */
#include "launch/absent.h"
#include "base/disk.h"
#include "base/path.h"
#include "project/submodule.h"
#include "python/value/dict.h"
#include "text/nearest.h"
#include "text/walk.h"
#include <ctype.h>
#include <string.h>

static const struct span nowhere;
enum { NAME_LONGEST = 400, FOLDERS_MAX = 64 };

/* Not a template such as configs/<model>.py, and no http://x/a.py. */
static bool is_plain(const char *name)
{
	return *name && strlen(name) < NAME_LONGEST && !strpbrk(name, "<>{}*?[]$:|;\\\n") && !strstr(name, "...");
}

/* `> configs/a.py`, `>> "$CONFIG"`: the redirect may create the config. */
static bool is_sent_to(const char *to, const char *base)
{
	size_t n = strcspn(to, " \t\r\n;|&)"), k = strlen(base);

	if (memmem(to, n, base, k))
		return true;
	if (!memchr(to, '$', n))
		return false;
	for (size_t i = 0; i + 3 <= n; i++)
		if (!strncasecmp(to + i, "cfg", 3) || (i + 4 <= n && !strncasecmp(to + i, "conf", 4)))
			return true;
	return false;
}

static bool text_sends(const char *text, const char *base)
{
	for (const char *p = strchr(text, '>'); p; p = strchr(p, '>')) {
		p += strspn(p, ">|");
		if (is_sent_to(p + strspn(p, " \t\"'"), base))
			return true;
	}
	return false;
}

static bool scripts_send(const struct launch_targets *t, const char *base)
{
	bool any = text_sends(t->e->main->src->bytes, base);

	for (size_t i = 0; i < t->e->script.n && !any; i++)
		any = text_sends(t->e->script.at[i]->src->bytes, base);
	return any;
}

/* A folder on the path that is a link may lead to an unreadable place. */
static bool leads_out(struct launch_targets *t, const char *path)
{
	bool out = false;

	for (const char *end = path; !out && (end = strchr(end + 1, '/'));) {
		const char *dir = arena_strndup(t->a, path, (size_t)(end - path)), *real;

		if (!path_inside(t->e->root, dir) || !strcmp(dir, t->e->root) || !vfs_on_disk(t->e->fs))
			continue;
		real = path_real(t->a, dir);
		out = real ? !vfs_allows(t->e->fs, real) : !disk_lstat(dir, &(struct stat){ 0 });
	}
	return out;
}

/* Whether a file may exist at the path, as far as is known here. */
static bool may_be(struct launch_targets *t, const char *path)
{
	return !vfs_missing(t->e->fs, path) || leads_out(t, path) || submodule_of(t->a, t->e->fs, t->e->root, path) ||
	       walk_ignored_by(t->a, t->e->fs, path, false).by;
}

/* The path may be relative to a folder around the project, so it starts with the project's own name; or to a deeper
 * folder. */
static bool is_seen_from_elsewhere(struct launch_targets *t, const char *name)
{
	while (!strncmp(name, "./", 2) || !strncmp(name, "../", 3))
		name += strcspn(name, "/") + 1;
	for (const char *p = name; (p = strchr(p, '/')); p++)
		if (p[1] && may_be(t, path_join(t->a, t->e->root, p + 1)))
			return true;
	return nearest_below(t->a, t->e->fs, t->e->root, name) != NULL;
}

/* The most likely place: where its folder exists, else the project's. */
static const char *likely_place(struct launch_targets *t, const char *dir, const char *name)
{
	const char *best = path_join(t->a, t->e->root, name);

	for (; path_inside(t->e->root, dir); dir = path_dir(t->a, dir)) {
		const char *path = path_join(t->a, dir, name);

		if (vfs_stands(t->e->fs, path_dir(t->a, path)))
			best = path;
		if (!strcmp(dir, t->e->root))
			break;
	}
	return best;
}

/* The topmost missing folder on a path; NULL: none. */
static const char *missing_folder(struct launch_targets *t, const char *path)
{
	for (const char *end = path; (end = strchr(end + 1, '/'));) {
		const char *dir = arena_strndup(t->a, path, (size_t)(end - path));

		if (path_inside(t->e->root, dir) && !vfs_stands(t->e->fs, dir))
			return dir;
	}
	return NULL;
}

static void put(struct launch_targets *t, struct value d, const char *key, struct value v)
{
	dict_put(t->a, d.as.dict, value_text(key, v.at), v, v.at);
}

static void put_path(struct launch_targets *t, struct value d, const char *key, const char *path)
{
	if (path)
		put(t, d, key, value_text(path_relative(t->a, t->e->root, path), nowhere));
}

/* Sets the most similar existing file. */
static void put_near(struct launch_targets *t, const char *path, struct value d)
{
	const char *found = nearest_cased(t->a, t->e->fs, t->e->root, path);

	put(t, d, "cased", value_bool(found, nowhere));
	if (!found)
		found = nearest_moved(t->a, t->e->fs, t->e->root, path);
	if (!found)
		found = nearest_file(t->a, t->e->fs, path, NULL);
	put_path(t, d, "near", found);
}

/* Index among the missing names of the script; UINT32_MAX: an earlier launch has the same name. */
static uint32_t number_of(struct launch_targets *t, const char *name)
{
	const struct str *s = str_lit(name);

	for (size_t i = 0; i < t->absent.n; i++)
		if (t->absent.at[i] == s)
			return UINT32_MAX;
	vec_push(&t->absent, s);
	return (uint32_t)t->absent.n - 1;
}

/* false: a folder that the script may be called from has it, or may have it. */
static bool is_nowhere(struct launch_targets *t, const char *dir, const char *name)
{
	if (scripts_send(t, path_base(name)) || (*name == '/' && !path_inside(t->e->root, path_normal(t->a, name))))
		return false;
	for (int up = 0; up < FOLDERS_MAX && path_inside(t->e->root, dir); up++, dir = path_dir(t->a, dir)) {
		const char *path = path_join(t->a, dir, name);

		if (path_inside(t->e->root, path) && may_be(t, path))
			return false;
		if (!strcmp(dir, t->e->root))
			break;
	}
	return !is_seen_from_elsewhere(t, name);
}

struct value config_absent(struct launch_targets *t, const struct launch *l, struct value config)
{
	const char *dir = path_dir(t->a, t->e->main->path), *name = config.kind == VALUE_STR ? config.as.s->s : "",
		   *place;
	struct value d;

	name = is_plain(name) && !l->elsewhere && !l->brought ? state_name(t->a, l->folder, name) : NULL;
	if (!name || t->several || !is_nowhere(t, dir, name))
		return (struct value){ 0 };
	place = likely_place(t, dir, name);
	d = value_dict(t->a, config.at);
	put(t, d, "name", value_text(name, config.at));
	put(t, d, "number", value_int(number_of(t, name), nowhere));
	put_path(t, d, "folder", missing_folder(t, place));
	put_near(t, place, d);
	return d;
}
