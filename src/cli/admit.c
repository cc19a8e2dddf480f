// SPDX-License-Identifier: MIT
/* Each link on the way to a path is held to the project that it lies in. */
#include "cli/admit.h"
#include "base/disk.h"
#include "base/path.h"
#include "base/vec.h"
#include "cli/messages.h"
#include "project/root.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* The project that a link belongs to. Without marks around it that is the working directory, but for a link to a whole
 * project with marks of its own: people link to projects on other disks this way. NULL: it belongs to no project. */
static const char *holder_of(struct session *s, const char *link, const char *path)
{
	const char *top = project_marked_root(s->folders, link);
	const char *below = project_marked_root(s->folders, path_join(&s->arena, path, "x"));

	if (top)
		return top;
	return path_inside(s->cwd, link) && !(below && path_inside(link, below)) ? s->cwd : NULL;
}

/* Where the first n bytes of a path lead. */
struct led {
	size_t n;
	const char *real; /* Resolves links. If the path doesn't exist: the nearest existing folder, resolved, and the
			     rest as written. */
	bool link;	  /* the last name is a link, or that is unknown */
};
VEC(way, struct led);

/* Resolves the whole path from the top down. Each name is looked up once, in the folder that the name before it led to:
 * so the path that was checked is the path that is allowed, even if a link is exchanged meanwhile. */
static void follow(struct arena *a, const char *path, struct way *out)
{
	const char *real = "/";

	for (size_t n = 1; n <= strlen(path); n++) {
		const char *next, *found;

		if (path[n] && path[n] != '/')
			continue;
		next = path_join(a, real, path_base(arena_strndup(a, path, n)));
		found = path_real(a, next);
		vec_push(out,
			 ((struct led){ n, found ? found : next, found ? strcmp(found, next) != 0 : errno != ENOENT }));
		real = out->at[out->n - 1].real;
	}
}

static bool user_allows(struct session *s, const char *real)
{
	bool inside = false;

	for (size_t i = 0; i < s->allow.n && !inside; i++)
		inside = path_inside(path_real_new(&s->arena, s->allow.at[i]), real);
	return inside;
}

/* The first link on the way that leads out of its project, or NULL. */
static const char *way_out(struct session *s, const char *path, const struct way *way)
{
	for (size_t i = 0; i < way->n; i++) {
		const struct led *at = &way->at[i];
		const char *part, *holder, *top = NULL;

		if (!at->link)
			continue;
		part = arena_strndup(&s->arena, path, at->n);
		holder = holder_of(s, part, path);
		for (size_t k = 0; holder && k < i; k++)
			if (way->at[k].n == strlen(holder))
				top = way->at[k].real;
		if (holder && !strcmp(holder, "/"))
			top = "/";
		if (top && !path_inside(top, at->real))
			return part;
	}
	return NULL;
}

/* A folder around the path, or the path itself: as it was looked up. */
static void allow(struct session *s, const char *dir, const struct way *way)
{
	for (size_t i = 0; i < way->n; i++)
		if (way->at[i].n == strlen(dir)) {
			vfs_allow_real(s->linter.vfs, way->at[i].real);
			return;
		}
	vfs_allow(s->linter.vfs, dir); /* "/", or the working directory */
}

/* NULL: it is allowed, now or before. */
static const char *refused_at(struct session *s, const char *path)
{
	struct way way = { 0 };
	const char *real, *link;
	mode_t mode;

	follow(&s->arena, path, &way);
	real = way.n ? way.at[way.n - 1].real : "/";
	link = strcmp(real, path) && !user_allows(s, real) ? way_out(s, path, &way) : NULL;
	mode = link ? 0 : disk_mode(real);
	if (!link)
		allow(s, project_root(s->folders, S_ISDIR(mode) ? path_join(&s->arena, path, "x") : path), &way);
	if (!link && (!mode || S_ISDIR(mode)))
		vfs_allow_real(s->linter.vfs, real);
	vec_release(&way);
	return link;
}

bool admitted(struct session *s, const char *path)
{
	return !refused_at(s, path);
}

bool admit(struct session *s, const char *path)
{
	const char *link = refused_at(s, path), *real, *folder;

	if (!link)
		return true;
	real = path_real(&s->arena, link);
	folder = S_ISDIR(disk_mode(real)) ? real : path_dir(&s->arena, real);
	complain(s, "%s: %s%s leads out of the project (to %s): not read", session_name(s, path),
		 strcmp(link, path) ? "the link " : "this link", strcmp(link, path) ? session_name(s, link) : "", real);
	if (!strchr(folder + 1, '/')) /* never a whole /home */
		return false;
	fprintf(stderr,
		"  hint: name what it leads to; or add `--allow %s`, or write `roots: [%s]` into your own "
		"~/.config/cfglint/config.yaml\n",
		session_shown(s, folder), session_shown(s, folder));
	return false;
}
