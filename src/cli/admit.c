// SPDX-License-Identifier: MIT
/* Each link on the way to a path is held to the project that it lies in. */
#include "cli/admit.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/tell.h"
#include "project/root.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* The project that a link belongs to. Without marks around it that is the working directory, but for a link to a whole
 * project with marks of its own: such are how people reach their projects on other disks. NULL: nobody's. */
static const char *holder_of(struct session *s, const char *link, const char *path)
{
	const char *top = project_marked_root(s->folders, link);
	const char *below = project_marked_root(s->folders, path_join(&s->arena, path, "x"));

	if (top)
		return top;
	return path_inside(s->cwd, link) && !(below && path_inside(link, below)) ? s->cwd : NULL;
}

/* What can't be looked at may be one. */
static bool is_link(const char *path)
{
	struct stat st;

	return disk_lstat(path, &st) == 0 ? S_ISLNK(st.st_mode) : errno != ENOENT;
}

/* The first link on the way that leads out of its project, or NULL. */
static const char *way_out(struct session *s, const char *path)
{
	for (size_t n = 1; n <= strlen(path); n++) {
		const char *part, *real, *holder, *top;

		if (path[n] && path[n] != '/')
			continue;
		part = arena_strndup(&s->arena, path, n);
		if (!is_link(part) || !(holder = holder_of(s, part, path)))
			continue;
		real = path_real(&s->arena, part);
		top = path_real(&s->arena, holder);
		if (real && top && !path_inside(top, real))
			return part;
	}
	return NULL;
}

static bool user_allows(struct session *s, const char *real)
{
	bool inside = false;

	for (size_t i = 0; i < s->allow.n && !inside; i++)
		inside = path_inside(path_real_new(&s->arena, s->allow.at[i]), real);
	return inside;
}

/* NULL: it is allowed, now or before. */
static const char *refused_at(struct session *s, const char *path)
{
	const char *real = path_real_new(&s->arena, path);
	const char *link = strcmp(real, path) && !user_allows(s, real) ? way_out(s, path) : NULL;
	mode_t mode;

	if (link)
		return link;
	mode = disk_mode(real);
	vfs_allow(s->linter.vfs, project_root(s->folders, S_ISDIR(mode) ? path_join(&s->arena, path, "x") : path));
	if (!mode || S_ISDIR(mode))
		vfs_allow(s->linter.vfs, real);
	return NULL;
}

bool admitted(struct session *s, const char *path)
{
	return !refused_at(s, path);
}

bool admit(struct session *s, const char *path)
{
	const char *link = refused_at(s, path);

	if (!link)
		return true;
	complain(s, "%s: %s%s leads out of the project (to %s): not read", session_name(s, path),
		 strcmp(link, path) ? "the link " : "this link", strcmp(link, path) ? session_name(s, link) : "",
		 path_real(&s->arena, link));
	fputs("  hint: name what it leads to, or allow that folder with --allow or `roots:` in your own settings\n",
	      stderr);
	return false;
}
