// SPDX-License-Identifier: MIT
/* Looks at the disk only, and at most once at each place of the trail. Files are asked for in their opened folder, so
 * that the way to it is gone once. */
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

enum { DIRECT = 2 /* files of a folder that is opened to ask for them */ };

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

struct rechecked { /* a folder */
	const char *path;
	int fd;		/* AT_FDCWD: names are joined to the path */
	bool unchanged; /* its names are what they were */
};

/* How the system is asked for a name of the folder; NULL: the path is too long. */
static const char *name_for(const struct rechecked *f, const char *name, char *room)
{
	if (f->fd != AT_FDCWD)
		return name;

	int n = snprintf(room, PATH_MAX, "%s/%s", strcmp(f->path, "/") ? f->path : "", name);

	return n < PATH_MAX ? room : NULL;
}

static bool leads_there(const struct rechecked *f, const char *name, const char *real)
{
	char path[PATH_MAX], now[PATH_MAX];
	int n = snprintf(path, sizeof path, "%s/%s", strcmp(f->path, "/") ? f->path : "", name);

	if (n >= PATH_MAX)
		return false;
	if (!realpath(path, now))
		return is_missing(errno) && !strcmp(real, TRAIL_NOWHERE);
	return !strcmp(now, real);
}

struct recalled { /* a place of the trail */
	uint8_t kind;
	const char *name, *real;
	struct trail_stamp was;
};

static bool take_place(struct reader *r, struct recalled *p)
{
	*p = (struct recalled){ .kind = TRAIL_MISSING };
	take(r, &p->kind, 1);
	p->name = take_text(r);
	p->real = r->good && p->kind == TRAIL_LED ? take_text(r) : "";
	if (r->good && p->kind <= TRAIL_LINK)
		take(r, &p->was, sizeof p->was);
	return r->good && p->kind <= TRAIL_MISSING;
}

/* What is a link now may have been none. */
static bool is_file(const struct rechecked *f, const char *asked)
{
	struct stat st;

	return !fstatat(f->fd, asked, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode);
}

static bool place_holds(const struct rechecked *f, const struct recalled *p)
{
	char room[PATH_MAX];
	const char *asked = name_for(f, p->name, room);
	struct trail_stamp is;
	struct stat st;

	if (p->kind == TRAIL_LED)
		return leads_there(f, p->name, p->real);
	if (p->kind == TRAIL_MISSING && f->unchanged)
		return true;
	if (!asked || fstatat(f->fd, asked, &st, p->kind <= TRAIL_THERE ? 0 : AT_SYMLINK_NOFOLLOW))
		return asked && p->kind == TRAIL_MISSING && is_missing(errno);
	is = stamp_of(&st);
	if (p->kind == TRAIL_MISSING || same_stamp(&p->was, &is))
		return p->kind != TRAIL_MISSING;
	return p->kind == TRAIL_THERE && is_file(f, asked) && p->was.mode == is.mode;
}

static bool place_again(struct reader *r, const struct rechecked *f)
{
	struct recalled p;

	return take_place(r, &p) && place_holds(f, &p);
}

static bool places_hold(struct reader *r, struct rechecked *f)
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

/* Where its times are others, the names may still be the same: many editors write a file beside and rename it. */
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

	struct rechecked f = { path, AT_FDCWD, same_times(&was, &is) };

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
