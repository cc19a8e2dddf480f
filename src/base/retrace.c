// SPDX-License-Identifier: MIT
/* Looks at the disk only, and at most once at each place of the trail. Files are asked for in their opened folder, so
 * that the way to it is gone once. */
#include "base/retrace.h"
#include "base/stamp.h"
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
	bool unchanged; /* its times are what they were */
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

	return n < PATH_MAX && realpath(path, now) && !strcmp(now, real);
}

static bool place_holds(struct reader *r, const struct rechecked *f)
{
	uint8_t kind;
	char room[PATH_MAX];
	struct trail_stamp was, is;
	struct stat st;

	take(r, &kind, 1);
	const char *name = take_text(r), *real = r->good && kind == TRAIL_LED ? take_text(r) : "";
	const char *asked = name_for(f, name, room);

	if (r->good && (kind == TRAIL_FILE || kind == TRAIL_LINK))
		take(r, &was, sizeof was);
	if (!r->good || !asked || kind > TRAIL_MISSING)
		return false;
	if (kind == TRAIL_LED)
		return leads_there(f, name, real);
	if (kind == TRAIL_MISSING && f->unchanged)
		return true;
	if (fstatat(f->fd, asked, &st, kind == TRAIL_FILE ? 0 : AT_SYMLINK_NOFOLLOW))
		return kind == TRAIL_MISSING && (errno == ENOENT || errno == ENOTDIR);
	is = stamp_of(&st);
	return kind != TRAIL_MISSING && same_stamp(&was, &is);
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
		same = place_holds(r, f);
	if (f->fd >= 0)
		close(f->fd);
	return same && r->good;
}

static bool link_holds(const char *path, const char *real, const struct trail_stamp *was, const struct trail_stamp *is)
{
	char now[PATH_MAX];

	return same_stamp(was, is) && realpath(path, now) && !strcmp(now, real);
}

static bool folder_holds(struct reader *r, char kind)
{
	const char *path = take_text(r), *real = take_text(r);
	struct trail_stamp was, is;
	struct stat st;

	take(r, &was, sizeof was);
	if (!r->good || path[0] != '/' || lstat(path, &st))
		return false;
	is = stamp_of(&st);
	if (kind == 'l' ? !link_holds(path, real, &was, &is) : !S_ISDIR(st.st_mode) || !same_folder(&was, &is))
		return false;

	struct rechecked f = { path, AT_FDCWD, same_times(&was, &is) };

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
