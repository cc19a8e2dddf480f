// SPDX-License-Identifier: MIT
/*
 * Replaces a file so that readers, a full disk or a crash see the old bytes or the new ones, never a mixture.
 *
 * The new bytes go to a temporary file beside the target. It gets the target's owner, mode and extended attributes,
 * and is synced to disk before rename puts it in place.  If anything fails before that, the temporary is removed.
 * Files that are replaced together are all on disk before the first rename, so that a full disk leaves all of them
 * unchanged; if there are many, several threads call fsync, since a file system can combine concurrent requests.
 * Signals that would end the process are blocked until the temporary is gone: a handler that unlinks it can't be
 * safe, since another thread may be creating it at that moment.  Hard links: the other names keep the old bytes.
 *
 * The folder is opened once, component by component without following links, and everything else happens relative to
 * that descriptor: if a folder on the way is replaced by a link meanwhile, nothing changes.
 *
 * Example: a.py  ->  .a.py.cfglint-K3x9Qz written and synced
 *          a.py still has the expected bytes  ->  rename
 *          a.py changed meanwhile             ->  ERR_CHANGED, the temporary is unlinked
 */
#include "text/replace.h"
#include "base/path.h"
#include "base/pool.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { LETTERS = 6, STALE = 60 * 60 /* seconds */, MANY = 16 /* files */, SYNCING = 8 /* threads */ };
static const char letter[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
static const char mark[] = ".cfglint-"; /* .NAME.cfglint-XXXXXX */

struct replace {
	struct arena arena;
	const struct vfs *fs;
	const char *dir, *name; /* of the target, symlinks resolved; use dirfd, not dir, to create it */
	int dirfd, fd, no;	/* no: errno of the sync by a thread; 0: success */
	bool exists;
	struct stat st; /* valid if it exists */
	bool has_temporary;
	char temporary[NAME_MAX + 1];
	const char *expect;
	size_t nexpect;
	bool force;
	struct err *e;
	struct replace *all; /* the nall files that are replaced together, including this one */
	size_t nall;
};

static void remove_temporary(struct replace *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
	if (r->has_temporary)
		unlinkat(r->dirfd, r->temporary, 0);
	r->has_temporary = false;
}

static bool fail(struct replace *r, const char *what)
{
	int no = errno, code = no == EACCES || no == EPERM || no == EROFS ? ERR_DENIED : ERR_IO;

	for (size_t i = 0; no == ENOMEM && i < r->nall; i++)
		remove_temporary(&r->all[i]);
	check_memory(no);
	return err_set(r->e, code, "%s: %s", what, strerror(no));
}

/* --- before anything is written */

static void close_quietly(int fd)
{
	int no = errno;

	close(fd);
	errno = no;
}

static bool outside(struct err *e)
{
	return err_set(e, ERR_OUTSIDE, "lies outside the project and is not written");
}

/* Opens an absolute path component by component, following no link: -1, see errno. */
static int open_without_links(struct arena *a, const char *dir)
{
	int fd = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC), next;
	size_t n;

	for (const char *p = dir + 1; fd >= 0 && *p; p += n, p += *p == '/') {
		n = strcspn(p, "/");
		next = openat(fd, arena_strndup(a, p, n), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		close_quietly(fd);
		fd = next;
	}
	next = fd < 0 ? -1 : openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		close_quietly(fd);
	return next;
}

/* Git's hooks and settings are there: a link of the project into it would let a write run with the next commit. */
static bool in_git_folder(const char *real)
{
	static const char git[] = "/.git";
	size_t n = sizeof git - 1;

	for (const char *p = strcasestr(real, git); p; p = strcasestr(p + n, git))
		if (!p[n] || p[n] == '/')
			return true;
	return false;
}

/* Opens a folder whose links are resolved, to work on name in it. If a folder on the way was replaced by a link
 * since, it is not followed. */
static bool open_folder(struct replace *r)
{
	const char *real = path_join(&r->arena, r->dir, r->name);

	if (!vfs_allows(r->fs, real))
		return outside(r->e);
	if (in_git_folder(real))
		return err_set(r->e, ERR_DENIED, "lies in git's own folder, in which nothing is written");
	r->dirfd = open_without_links(&r->arena, r->dir);
	return r->dirfd >= 0 || fail(r, "its folder");
}

static bool look(struct replace *r)
{
	r->exists = !fstatat(r->dirfd, r->name, &r->st, AT_SYMLINK_NOFOLLOW);
	return r->exists || errno == ENOENT || fail(r, "can't be read");
}

/* For a file that is created, or replaced whatever it is: a link of its name is not followed. */
static bool resolve_new(struct replace *r, const char *path)
{
	r->dir = path_real(&r->arena, path_dir(&r->arena, path));
	r->name = path_base(path);
	if (!r->dir)
		return err_set(r->e, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "its folder: %s", strerror(errno));
	if (!open_folder(r) || !look(r))
		return false;
	if (r->exists && !r->force)
		return err_set(r->e, ERR_CHANGED, "the file exists already");
	if (r->exists && S_ISLNK(r->st.st_mode))
		r->exists = false; /* the old file's mode and owner are not used */
	return true;
}

static bool resolve(struct replace *r, const char *path)
{
	if (!r->expect)
		return resolve_new(r, path);
	const char *target = path_real(&r->arena, path);
	struct stat st;

	if (!target && errno == ENOENT)
		return err_set(r->e, lstat(path, &st) ? ERR_CHANGED : ERR_NOT_FOUND, "%s",
			       lstat(path, &st) ? "the file is gone" : "a symbolic link to nothing");
	if (!target)
		return fail(r, "can't be found");
	r->dir = path_dir(&r->arena, target);
	r->name = path_base(target);
	return open_folder(r) && look(r);
}

/* Rename checks only the folder's permissions; this checks the file's own, for root too. */
static bool may_replace(struct replace *r)
{
	if (!r->exists)
		return true;
	if (!S_ISREG(r->st.st_mode))
		return err_set(r->e, ERR_NOT_REGULAR, "not a regular file");
	if (!(r->st.st_mode & S_IWUSR) || faccessat(r->dirfd, r->name, W_OK, 0))
		return err_set(r->e, ERR_DENIED, "the file is read-only");
	if (geteuid() && geteuid() != r->st.st_uid)
		return err_set(r->e, ERR_DENIED, "the file belongs to another user");
	return true;
}

/* --- the temporary file */

static void random_letters(char *to, size_t n)
{
	unsigned char noise[16] = { 0 };

	if (getrandom(noise, n, 0) < 0) {
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC, &now);
		memcpy(noise, &now.tv_nsec, sizeof now.tv_nsec < n ? sizeof now.tv_nsec : n);
	}
	for (size_t i = 0; i < n; i++)
		to[i] = letter[noise[i] % (sizeof letter - 1)];
}

/* O_EXCL: the file is certainly ours. */
static bool open_temporary(struct replace *r)
{
	char noise[LETTERS + 1] = "";

	for (int tries = 0; tries < 100; tries++) {
		random_letters(noise, LETTERS);
		snprintf(r->temporary, sizeof r->temporary, ".%.200s%s%s", r->name, mark, noise);
		/* A new file gets the mode that the umask leaves, as from any program. */
		r->fd = openat(r->dirfd, r->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			       r->exists ? 0600 : 0666);
		r->has_temporary = r->fd >= 0;
		if (r->has_temporary)
			return true;
		if (errno != EEXIST)
			break;
	}
	return fail(r, "a temporary file beside it");
}

static bool write_all(struct replace *r, const char *bytes, size_t n)
{
	while (n) {
		ssize_t done = write(r->fd, bytes, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return fail(r, "writing");
		bytes += done;
		n -= (size_t)done;
	}
	return true;
}

/* Best effort: some attributes belong to the system. It must not allocate: dying would leave the temporary behind. */
static void copy_xattr(const struct replace *r, const char *target, const char *name)
{
	char value[XATTR_SIZE_MAX];
	ssize_t n = lgetxattr(target, name, value, sizeof value);

	if (n >= 0 && fsetxattr(r->fd, name, value, (size_t)n, 0))
		return;
}

static void copy_xattrs(const struct replace *r)
{
	char names[XATTR_LIST_MAX], target[PATH_MAX];

	snprintf(target, sizeof target, "%s/%s", r->dir, r->name);

	ssize_t n = llistxattr(target, names, sizeof names);

	for (ssize_t i = 0; i < n; i += (ssize_t)strlen(names + i) + 1)
		copy_xattr(r, target, names + i);
}

/* Owner before mode: chown clears the set-id bits. */
static bool copy_metadata(struct replace *r)
{
	if (!r->exists)
		return true;
	if (fchown(r->fd, r->st.st_uid, r->st.st_gid) && fchown(r->fd, r->st.st_uid, (gid_t)-1))
		return fail(r, "keeping its owner");
	if (fchmod(r->fd, r->st.st_mode & 07777))
		return fail(r, "keeping its mode");
	copy_xattrs(r);
	return true;
}

struct sync_ctx {
	struct replace *r;
	struct replacement *x;
	size_t n;
	atomic_size_t next;
};

static void *sync_some(void *arg)
{
	struct sync_ctx *s = arg;

	for (size_t i; (i = atomic_fetch_add(&s->next, 1)) < s->n;)
		if (!s->x[i].failed && fsync(s->r[i].fd))
			s->r[i].no = errno;
	return NULL;
}

/* If a thread can't be started, the others do its part. */
static void sync_by_threads(struct sync_ctx *s)
{
	pthread_t thread[SYNCING];
	size_t n = 0;

	while (s->n >= MANY && n < SYNCING && !pthread_create(&thread[n], NULL, sync_some, s))
		n++;
	sync_some(s);
	while (n)
		pthread_join(thread[--n], NULL);
}

static bool close_written(struct replace *r)
{
	int rc;

	errno = r->no;
	if (r->no)
		return fail(r, "writing to disk");
	rc = close(r->fd);
	r->fd = -1;
	return rc ? fail(r, "closing") : true;
}

/* --- putting it in place */

static bool same_bytes(int fd, const char *bytes, size_t n)
{
	char part[16 * 1024];

	for (;;) {
		ssize_t got = read(fd, part, sizeof part);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || (size_t)got > n || memcmp(part, bytes, (size_t)got))
			return false;
		if (!got)
			return n == 0;
		bytes += got;
		n -= (size_t)got;
	}
}

static bool still_expected(struct replace *r)
{
	int fd = openat(r->dirfd, r->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	bool same = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && same_bytes(fd, r->expect, r->nexpect);

	if (fd >= 0)
		close(fd);
	return same || err_set(r->e, ERR_CHANGED, "the file changed meanwhile");
}

/* Two runs on one tree: only one at a time may compare and rename. A lock of another program is waited for only a
 * short time, since it would only narrow a race that other programs leave open anyway. */
static void lock_folder(const struct replace *r)
{
	const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };

	for (int tries = 0; tries < 200 && flock(r->dirfd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; tries++)
		nanosleep(&pause, NULL);
}

/* As rename, but never over an existing file. Not every file system can do that in one step, hence link. */
static bool put_new(struct replace *r)
{
	bool done = !renameat2(r->dirfd, r->temporary, r->dirfd, r->name, RENAME_NOREPLACE);

	if (done)
		r->has_temporary = false;
	else if (errno == EINVAL)
		done = !linkat(r->dirfd, r->temporary, r->dirfd, r->name,
			       0); /* the caller removes the temporary's own name, as after a failure */
	if (!done && errno == EEXIST)
		return err_set(r->e, ERR_CHANGED, "the file exists already");
	return done || fail(r, "creating");
}

static bool put_in_place(struct replace *r)
{
	lock_folder(r);
	if (!r->force && !r->expect)
		return put_new(r);
	if (!r->force && !still_expected(r))
		return false;
	if (renameat(r->dirfd, r->temporary, r->dirfd, r->name))
		return fail(r, "renaming");
	r->has_temporary = false;
	return true;
}

static bool prepare(struct replace *r, const struct replacement *x)
{
	return open_temporary(r) && write_all(r, x->bytes, x->n) && copy_metadata(r);
}

/* From the first temporary on nothing is allocated: dying would leave it behind. */
static void prepare_all(struct replace *r, struct replacement *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		x[i].failed = x[i].failed || !resolve(&r[i], x[i].path) || !may_replace(&r[i]);
	for (size_t i = 0; i < n; i++)
		x[i].failed = x[i].failed || !prepare(&r[i], &x[i]);
}

static void sync_all(struct replace *r, struct replacement *x, size_t n)
{
	struct sync_ctx s = { .r = r, .x = x, .n = n };

	sync_by_threads(&s);
	for (size_t i = 0; i < n; i++)
		x[i].failed = x[i].failed || !close_written(&r[i]);
}

/* Marks files that changed while the others were written, before the first rename. */
static void look_again(struct replace *r, struct replacement *x, size_t n)
{
	for (size_t i = 0; i < n; i++)
		x[i].failed = x[i].failed || (!x[i].force && x[i].expect && !still_expected(&r[i]));
}

/* This unlocks the folder: the next file may be in the same folder. */
static void finish(struct replace *r)
{
	remove_temporary(r);
	if (r->dirfd >= 0)
		close(r->dirfd);
	r->dirfd = -1;
}

void files_replace(const struct vfs *fs, struct replacement *x, size_t n, void (*agree)(void *ctx), void *ctx)
{
	struct arena arena = { 0 };
	struct replace *r = arena_array(&arena, struct replace, n);
	sigset_t was;

	for (size_t i = 0; i < n; i++) {
		r[i] = (struct replace){ .fs = fs,
					 .dirfd = -1,
					 .fd = -1,
					 .expect = x[i].expect,
					 .nexpect = x[i].nexpect,
					 .force = x[i].force,
					 .e = &x[i].why,
					 .all = r,
					 .nall = n };
	}
	hold_signals(&was);
	prepare_all(r, x, n);
	sync_all(r, x, n);
	look_again(r, x, n);
	if (agree)
		agree(ctx);
	for (size_t i = 0; i < n; i++) {
		x[i].done = !x[i].failed && put_in_place(&r[i]);
		if (!x[i].failed && !x[i].done) {
			x[i].failed = true;
			if (agree)
				agree(ctx);
		}
		finish(&r[i]);
	}
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	for (size_t i = 0; i < n; i++)
		arena_release(&r[i].arena);
	arena_release(&arena);
}

bool file_replace(const struct vfs *fs, const char *path, const char *bytes, size_t n, const char *expect,
		  size_t nexpect, bool force, struct err *e)
{
	struct replacement x = {
		.path = path, .bytes = bytes, .n = n, .expect = expect, .nexpect = nexpect, .force = force
	};

	files_replace(fs, &x, 1, NULL, NULL);
	if (x.failed && e)
		*e = x.why;
	return !x.failed;
}

bool file_is_replaceable(const struct vfs *fs, const char *path, struct err *e)
{
	struct replace r = { .fs = fs, .dirfd = -1, .fd = -1, .expect = "", .e = e };
	bool ok = resolve(&r, path) && may_replace(&r) &&
		  (!faccessat(r.dirfd, ".", W_OK | X_OK, AT_EACCESS) || fail(&r, "its folder"));

	if (r.dirfd >= 0)
		close(r.dirfd);
	arena_release(&r.arena);
	return ok;
}

/* --- leftovers of a killed process */

static bool is_temporary(const char *name)
{
	size_t n = strlen(name), tail = sizeof mark - 1 + LETTERS;

	return name[0] == '.' && n > tail + 1 && !strncmp(name + n - tail, mark, sizeof mark - 1) &&
	       strspn(name + n - LETTERS, letter) == LETTERS;
}

static void sweep(void *ctx, const char *name, bool file)
{
	(void)file;
	const int *dirfd = ctx;
	struct stat st;

	if (is_temporary(name) && !fstatat(*dirfd, name, &st, AT_SYMLINK_NOFOLLOW) && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid() && st.st_mtime < time(NULL) - STALE)
		unlinkat(*dirfd, name, 0);
}

void file_sweep(const struct vfs *fs, const char *dir)
{
	struct replace r = { .fs = fs, .dirfd = -1, .fd = -1, .name = "." };

	r.dir = path_real(&r.arena, dir);
	if (r.dir && open_folder(&r)) {
		vfs_each_name(fs, r.dir, sweep, &r.dirfd, NULL);
		close(r.dirfd);
	}
	arena_release(&r.arena);
}

/* --- folders */

/* Enters the folder name, and creates it if it is missing. */
static bool go_down(struct replace *r, const char *name)
{
	if (mkdirat(r->dirfd, name, 0777) && errno != EEXIST)
		return false;

	int fd = openat(r->dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd >= 0) {
		close(r->dirfd);
		r->dirfd = fd;
	}
	return fd >= 0;
}

bool folder_make(const struct vfs *fs, const char *dir, struct err *e)
{
	struct replace r = { .fs = fs, .dirfd = -1, .fd = -1, .e = e };
	struct stat st;
	const char *real = path_real_new(&r.arena, dir), *there = real;

	while (stat(there, &st) && strcmp(there, "/"))
		there = path_dir(&r.arena, there);
	r.dir = there;
	r.name = path_relative(&r.arena, there, real);

	bool ok = open_folder(&r);

	for (const char *p = strcmp(r.name, ".") ? r.name : ""; ok && *p; p += strcspn(p, "/"), p += *p == '/')
		ok = go_down(&r, arena_strndup(&r.arena, p, strcspn(p, "/"))) || fail(&r, dir);
	if (r.dirfd >= 0)
		close(r.dirfd);
	arena_release(&r.arena);
	return ok;
}
