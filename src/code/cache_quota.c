// SPDX-License-Identifier: MIT
/* The cache folder and its budget. A file's modification time is the time of its last use. */
#include "code/cache_quota.h"
#include "base/arena.h"
#include "base/vec.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEX = 16, TEMPORARY = 7 /* ".XXXXXX" */, DAY = 24 * 60 * 60, NAME_ROOM = 32 };

struct answers_file { /* one file */
	char name[NAME_ROOM];
	off_t bytes;
	struct timespec used;
};
struct answers_folder {
	int fd;
	const char *written;
	const struct cached_kind *kind;
	VEC(, struct answers_file) file;
};

/* Each kind of cached file has its own budget. */
static const struct cached_kind {
	const char *prefix, *mark;
} kinds[] = { { "code-", STORE_MARK }, { "run-", RUN_MARK }, { "tree-", TREES_MARK } };

/* ---- the folder ---- */

static bool is_mine(int fd, unsigned type, struct stat *st)
{
	return !fstat(fd, st) && (st->st_mode & S_IFMT) == type && st->st_uid == geteuid();
}

/* -1: the folder doesn't exist or belongs to another user. */
static int open_folder(const char *dir)
{
	struct stat st;
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0 || is_mine(fd, S_IFDIR, &st))
		return fd;
	close(fd);
	return -1;
}

static void make_folders(const char *dir)
{
	struct arena a = { 0 };
	char *path = arena_strdup(&a, dir);

	for (char *p = path + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	mkdir(path, 0700);
	arena_release(&a);
}

/* ---- one file ---- */

/* Never blocks: the file may be a pipe. */
static int open_file(int folder, const char *name, struct stat *st)
{
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0 || is_mine(fd, S_IFREG, st))
		return fd;
	close(fd);
	return -1;
}

static bool read_all(int fd, struct buf *out)
{
	char part[65536];
	ssize_t n;

	while ((n = read(fd, part, sizeof part)) > 0 && out->n <= BUDGET_FILE)
		buf_add(out, part, (size_t)n);
	return !n;
}

bool budget_read(const char *dir, const char *name, const char *stamp, struct buf *out)
{
	struct stat st;
	size_t n = strlen(stamp);
	int folder = open_folder(dir), fd = folder < 0 ? -1 : open_file(folder, name, &st);
	bool good = fd >= 0 && st.st_size <= BUDGET_FILE && read_all(fd, out) && out->n > n &&
		    !memcmp(out->s, stamp, n) && out->s[n] == '\n' && out->s[out->n - 1] == '\n';

	if (good)
		(void)!futimens(fd, NULL); /* ignored if the folder is read-only */
	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
	return good;
}

/* Creates a new file with an unused name: name.XXXXXX */
static int open_temporary(int folder, const char *name, char *temporary, size_t size)
{
	struct timespec now;
	int fd = -1;

	clock_gettime(CLOCK_MONOTONIC, &now);
	for (unsigned try = 0; try < 100 && fd < 0; try++) {
		unsigned noise = (unsigned)now.tv_nsec ^ (unsigned)getpid() << 8;

		snprintf(temporary, size, "%s.%06x", name, (noise + try) & 0xFFFFFFu);
		fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

static bool write_all(int fd, const char *bytes, size_t n)
{
	while (n) {
		ssize_t done = write(fd, bytes, n);

		if (done <= 0)
			return false;
		bytes += done;
		n -= (size_t)done;
	}
	return true;
}

static bool write_file(int folder, const char *name, const struct buf *text)
{
	char temporary[2 * NAME_ROOM];
	int fd = open_temporary(folder, name, temporary, sizeof temporary);

	if (fd < 0)
		return false;

	bool good = write_all(fd, text->s, text->n);

	good = !close(fd) && good;
	good = good && !renameat(folder, temporary, folder, name);
	if (!good)
		unlinkat(folder, temporary, 0);
	return good;
}

/* ---- the budget ---- */

/* code-0123456789abcdef, followed by nothing or by what mkstemp makes of .XXXXXX */
static bool is_of_kind(const struct cached_kind *k, const char *name, bool *temporary)
{
	size_t n = strlen(k->prefix), hex = strncmp(name, k->prefix, n) ? 0 : strspn(name + n, "0123456789abcdef");
	const char *rest = name + n + HEX;

	if (hex != HEX)
		return false;
	*temporary = *rest == '.' && strlen(rest) == TEMPORARY;
	return !*rest || *temporary;
}

static bool is_marked(const struct answers_folder *f, const char *name)
{
	char head[NAME_ROOM];
	size_t n = strlen(f->kind->mark);
	struct stat st;
	int fd = open_file(f->fd, name, &st);
	bool marked = fd >= 0 && read(fd, head, n) == (ssize_t)n && !memcmp(head, f->kind->mark, n);

	if (fd >= 0)
		close(fd);
	return marked;
}

/* Removes the file, unless another run has written or used it meanwhile. */
static void remove_unused(const struct answers_folder *f, const char *name, struct timespec used)
{
	struct stat st;

	if (!fstatat(f->fd, name, &st, AT_SYMLINK_NOFOLLOW) && st.st_mtim.tv_sec == used.tv_sec &&
	    st.st_mtim.tv_nsec == used.tv_nsec)
		unlinkat(f->fd, name, 0);
}

static void see(struct answers_folder *f, const char *name)
{
	struct stat st;
	bool temporary;

	if (!is_of_kind(f->kind, name, &temporary) || fstatat(f->fd, name, &st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISREG(st.st_mode) || st.st_uid != geteuid())
		return;
	if (temporary) {
		if (st.st_mtime < time(NULL) - DAY)
			remove_unused(f, name, st.st_mtim);
		return;
	}

	struct answers_file a = { .bytes = st.st_size, .used = st.st_mtim };

	memcpy(a.name, name, strlen(name) + 1); /* fits: is_ours_by_name */
	vec_push(&f->file, a);
}

/* Most recent use first; the file that was just written comes before all. */
static int by_use(const void *x, const void *y, void *in)
{
	const struct answers_file *a = x, *b = y;
	const struct answers_folder *f = in;
	bool p = !strcmp(a->name, f->written), q = !strcmp(b->name, f->written);

	if (p != q)
		return p ? -1 : 1;
	if (a->used.tv_sec != b->used.tv_sec)
		return a->used.tv_sec > b->used.tv_sec ? -1 : 1;
	if (a->used.tv_nsec != b->used.tv_nsec)
		return a->used.tv_nsec > b->used.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void remove_old(struct answers_folder *f)
{
	size_t nkeep = 0;
	off_t bytes = 0;

	if (f->file.n)
		qsort_r(f->file.at, f->file.n, sizeof *f->file.at, by_use, f);
	for (size_t i = 0; i < f->file.n; i++) {
		const struct answers_file *a = &f->file.at[i];

		if (!i || (nkeep < BUDGET_PROJECTS && a->bytes <= BUDGET_BYTES - bytes)) {
			nkeep++;
			bytes += a->bytes;
		} else if (is_marked(f, a->name)) {
			remove_unused(f, a->name, a->used);
		}
	}
}

/* Takes ownership of fd. */
static void enforce_budget(int fd, const char *written)
{
	struct answers_folder f = { .fd = fd, .written = written, .kind = kinds };
	DIR *d = fdopendir(fd);

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strncmp(written, kinds[i].prefix, strlen(kinds[i].prefix)))
			f.kind = &kinds[i];
	if (d) {
		for (struct dirent *e; (e = readdir(d));)
			see(&f, e->d_name);
		remove_old(&f);
		closedir(d);
	} else {
		close(fd);
	}
	vec_release(&f.file);
}

void budget_write(const char *dir, const char *name, const struct buf *text)
{
	if (text->n > BUDGET_FILE)
		return;
	make_folders(dir);

	int folder = open_folder(dir);

	if (folder >= 0 && write_file(folder, name, text))
		enforce_budget(folder, name);
	else if (folder >= 0)
		close(folder);
}
