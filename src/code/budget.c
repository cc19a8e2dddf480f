// SPDX-License-Identifier: MIT
/* The cache folder's budget: a file's time of change is when it was last used. */
#include "code/budget.h"
#include "base/vec.h"
#include <dirent.h>
#include <fcntl.h>
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
	VEC(, struct answers_file) file;
};

void budget_used(int fd)
{
	(void)!futimens(fd, NULL); /* a folder that can't be written: no matter */
}

/* code-0123456789abcdef, and behind it nothing or what mkstemp makes of .XXXXXX */
static bool is_ours_by_name(const char *name, bool *temporary)
{
	static const char prefix[] = "code-";
	size_t n = sizeof prefix - 1, hex = strncmp(name, prefix, n) ? 0 : strspn(name + n, "0123456789abcdef");
	const char *rest = name + n + HEX;

	if (hex != HEX)
		return false;
	*temporary = *rest == '.' && strlen(rest) == TEMPORARY;
	return !*rest || *temporary;
}

static bool is_marked(const struct answers_folder *f, const char *name)
{
	char head[sizeof STORE_MARK - 1];
	int fd = openat(f->fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool marked = fd >= 0 && read(fd, head, sizeof head) == (ssize_t)sizeof head &&
		      !memcmp(head, STORE_MARK, sizeof head);

	if (fd >= 0)
		close(fd);
	return marked;
}

/* Gone, unless another run has written or used it meanwhile. */
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

	if (!is_ours_by_name(name, &temporary) || fstatat(f->fd, name, &st, AT_SYMLINK_NOFOLLOW) ||
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

/* The newest use first, the file that was just written before all. */
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

static void keep(struct answers_folder *f)
{
	size_t kept = 0;
	off_t bytes = 0;

	if (f->file.n)
		qsort_r(f->file.at, f->file.n, sizeof *f->file.at, by_use, f);
	for (size_t i = 0; i < f->file.n; i++) {
		const struct answers_file *a = &f->file.at[i];

		if (!i || (kept < BUDGET_PROJECTS && a->bytes <= BUDGET_BYTES - bytes)) {
			kept++;
			bytes += a->bytes;
		} else if (is_marked(f, a->name)) {
			remove_unused(f, a->name, a->used);
		}
	}
}

void budget_keep(const char *dir, const char *written)
{
	struct answers_folder f = { .fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), .written = written };
	DIR *d = f.fd < 0 ? NULL : fdopendir(f.fd);

	if (d) {
		for (struct dirent *e; (e = readdir(d));)
			see(&f, e->d_name);
		keep(&f);
		closedir(d);
	} else if (f.fd >= 0) {
		close(f.fd);
	}
	vec_release(&f.file);
}
