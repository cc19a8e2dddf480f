// SPDX-License-Identifier: MIT
/* Checks a trail against the disk: reads its bytes (base/stamp.h) once, front to back, with at most one query per
 * place, and stops at the first difference. Files are queried relative to their opened folder (fstatat), so the
 * kernel resolves the path to it only once.
 *
 * Example: the trail says /r (folder), /r/a.py (file, stamp s1), /r/b.py (missing)
 *          now a.py has stamp s1, b.py is missing  ->  true
 *          b.py exists                             ->  false */
#include "base/retrace.h"
#include "base/stamp.h"
#include "base/trail.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIRECT = 2 /* least number of files for which a folder is opened to query them */ };

struct reader {
	const char *at, *end;
	bool good;
};

static const char *take_text(struct reader *r)
{
	const char *text = r->at, *nul = r->good ? memchr(text, '\0', (size_t)(r->end - text)) : NULL;

	r->good = nul;
	if (nul)
		r->at = nul + 1;
	return nul ? text : "";
}

static void take(struct reader *r, void *to, size_t n)
{
	r->good = r->good && (size_t)(r->end - r->at) >= n;
	if (r->good) {
		memcpy(to, r->at, n);
		r->at += n;
	} else {
		memset(to, 0, n);
	}
}

struct folder_check { /* a folder */
	const char *path;
	int fd;		/* AT_FDCWD: names are joined to the path */
	bool unchanged; /* its set of names did not change */
};

/* The path for a query about a name in the folder; NULL: the path is too long. */
static const char *name_for(const struct folder_check *f, const char *name, char *room)
{
	if (f->fd != AT_FDCWD)
		return name;

	int n = snprintf(room, PATH_MAX, "%s/%s", strcmp(f->path, "/") ? f->path : "", name);

	return n < PATH_MAX ? room : NULL;
}

static bool leads_there(const struct folder_check *f, const char *name, const char *real)
{
	char path[PATH_MAX], now[PATH_MAX];
	int n = snprintf(path, sizeof path, "%s/%s", strcmp(f->path, "/") ? f->path : "", name);

	if (n >= PATH_MAX)
		return false;
	if (!realpath(path, now))
		return is_missing(errno) && !strcmp(real, TRAIL_NOWHERE);
	return !strcmp(now, real);
}

struct trail_place { /* a place of the trail */
	uint8_t kind;
	const char *name, *real;
	struct trail_stamp was;
};

static bool take_place(struct reader *r, struct trail_place *p)
{
	*p = (struct trail_place){ .kind = TRAIL_MISSING };
	take(r, &p->kind, 1);
	p->name = take_text(r);
	p->real = r->good && p->kind == TRAIL_LED ? take_text(r) : "";
	if (r->good && p->kind <= TRAIL_LINK)
		take(r, &p->was, sizeof p->was);
	return r->good && p->kind <= TRAIL_MISSING;
}

/* The name may be a link now although it was none then. */
static bool is_file(const struct folder_check *f, const char *query)
{
	struct stat st;

	return !fstatat(f->fd, query, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode);
}

static bool place_holds(const struct folder_check *f, const struct trail_place *p)
{
	char room[PATH_MAX];
	const char *query = name_for(f, p->name, room);
	struct trail_stamp is;
	struct stat st;

	if (p->kind == TRAIL_LED)
		return leads_there(f, p->name, p->real);
	if (p->kind == TRAIL_MISSING && f->unchanged)
		return true;
	if (!query || fstatat(f->fd, query, &st, p->kind <= TRAIL_THERE ? 0 : AT_SYMLINK_NOFOLLOW))
		return query && p->kind == TRAIL_MISSING && is_missing(errno);
	is = stamp_of(&st);
	if (p->kind == TRAIL_MISSING || same_stamp(&p->was, &is))
		return p->kind != TRAIL_MISSING;
	return p->kind == TRAIL_THERE && is_file(f, query) && p->was.mode == is.mode;
}

static bool place_again(struct reader *r, const struct folder_check *f)
{
	struct trail_place p;

	return take_place(r, &p) && place_holds(f, &p);
}

static bool places_hold(struct reader *r, struct folder_check *f)
{
	uint32_t n, files;
	bool same = true;

	take(r, &n, sizeof n);
	take(r, &files, sizeof files);
	if (r->good && files >= DIRECT)
		f->fd = open(f->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	for (uint32_t i = 0; i < n && same && r->good; i++)
		same = place_again(r, f);
	if (f->fd >= 0)
		close(f->fd);
	return same && r->good;
}

static bool link_holds(const char *path, const char *real, const struct trail_stamp *was, const struct trail_stamp *is)
{
	char now[PATH_MAX];

	return same_stamp(was, is) && realpath(path, now) && !strcmp(now, real);
}

/* If the folder's times changed, its names may be the same: many editors write a new file and rename it. */
static bool names_hold(const char *path, const struct trail_names *were, const struct trail_stamp *seen,
		       struct trail_stamp *is)
{
	struct trail_names now;

	return were->known && trail_names_of(path, &now, is) && same_folder(seen, is) && now.known &&
	       !memcmp(now.sum, were->sum, sizeof now.sum);
}

static bool folder_holds(struct reader *r, char kind)
{
	const char *path = take_text(r), *real = take_text(r);
	struct trail_names names = { 0 };
	struct trail_stamp was, is;
	struct stat st;

	take(r, &was, sizeof was);
	if (kind == 't')
		take(r, &names, sizeof names);
	if (!r->good || path[0] != '/' || (kind == 'l') != (*real != '\0') || lstat(path, &st))
		return false;
	is = stamp_of(&st);
	if (kind == 'l' ? !link_holds(path, real, &was, &is) : !S_ISDIR(st.st_mode) || !same_folder(&was, &is))
		return false;

	struct folder_check f = { path, AT_FDCWD, same_times(&was, &is) };

	if (kind == 't')
		f.unchanged = f.unchanged || names_hold(path, &names, &was, &is);
	return (kind != 't' || f.unchanged) && places_hold(r, &f);
}

bool retrace(const char *bytes, size_t n)
{
	struct reader r = { bytes, bytes + n, true };
	char kind = 0;
	bool same = true;

	for (take(&r, &kind, 1); r.good && same && kind != '.'; take(&r, &kind, 1))
		same = strchr("ltf", kind) && folder_holds(&r, kind);
	return same && r.good && kind == '.' && r.at == r.end;
}
