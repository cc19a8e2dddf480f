// SPDX-License-Identifier: MIT
/*
 * Replacing a file so that readers, a full disk or a crash see the old bytes or the new ones, never a mixture.
 *
 * The new bytes go to a temporary file beside the target, get the target's owner, mode and extended attributes, and are
 * on disk before rename puts them in place.  Whatever fails before that removes the temporary.  Signals that would end
 * the process wait until the temporary is gone: a handler that unlinks it can't be made safe, since another thread may
 * be just creating it.  Hard links: the other names keep the old bytes.
 */
#include "text/replace.h"
#include "base/path.h"
#include "base/pool.h"
#include "text/vfs.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

struct replace {
	struct arena arena;
	const char *target; /* symlinks resolved */
	const char *dir;
	int dirfd, fd;
	bool exists;
	struct stat st; /* when it exists */
	bool has_temporary;
	char temporary[PATH_MAX + 1];
	const char *expect;
	size_t nexpect;
	bool force;
	struct err *e;
};

static void drop_temporary(struct replace *r)
{
	if (r->fd >= 0)
		close(r->fd);
	r->fd = -1;
	if (r->has_temporary)
		unlink(r->temporary);
	r->has_temporary = false;
}

static bool fail(struct replace *r, const char *what)
{
	int no = errno, code = no == EACCES || no == EPERM || no == EROFS ? ERR_DENIED : ERR_IO;

	if (no == ENOMEM)
		drop_temporary(r);
	check_memory(no);
	return err_set(r->e, code, "%s: %s", what, strerror(no));
}

/* --- before anything is written */

/* A new file's folder is resolved, its name is not; a link that leads nowhere counts as existing. */
static bool resolve_new(struct replace *r, const char *path)
{
	struct stat st;

	if (!lstat(path, &st))
		return err_set(r->e, ERR_NOT_FOUND, "a symbolic link to nothing");

	const char *dir = path_real(&r->arena, path_dir(&r->arena, path));

	if (!dir)
		return err_set(r->e, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "its folder: %s", strerror(errno));
	r->target = path_join(&r->arena, dir, path_base(path));
	if (r->expect && !r->force)
		return err_set(r->e, ERR_CHANGED, "the file is gone");
	return true;
}

static bool resolve(struct replace *r, const char *path)
{
	r->target = path_real(&r->arena, path);
	if (!r->target)
		return errno == ENOENT ? resolve_new(r, path) : fail(r, "can't be found");
	r->exists = true;
	return stat(r->target, &r->st) ? fail(r, "can't be read") : true;
}

/* Rename asks the folder only; so what the file itself permits is asked here, for root too. */
static bool may_replace(struct replace *r)
{
	if (!r->exists)
		return true;
	if (!S_ISREG(r->st.st_mode))
		return err_set(r->e, ERR_NOT_REGULAR, "not a regular file");
	if (!r->expect && !r->force)
		return err_set(r->e, ERR_CHANGED, "the file exists already");
	if (!(r->st.st_mode & S_IWUSR) || access(r->target, W_OK))
		return err_set(r->e, ERR_DENIED, "the file is read-only");
	if (geteuid() && geteuid() != r->st.st_uid)
		return err_set(r->e, ERR_DENIED, "the file belongs to another user");
	return true;
}

/* --- the temporary file */

static void random_letters(char *to, size_t n)
{
	static const char letter[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	unsigned char noise[16] = { 0 };

	if (getrandom(noise, n, 0) < 0) {
		struct timespec now;

		clock_gettime(CLOCK_MONOTONIC, &now);
		memcpy(noise, &now.tv_nsec, sizeof now.tv_nsec < n ? sizeof now.tv_nsec : n);
	}
	for (size_t i = 0; i < n; i++)
		to[i] = letter[noise[i] % (sizeof letter - 1)];
}

/* O_EXCL, so that it's surely ours. */
static bool open_temporary(struct replace *r)
{
	char noise[7] = "";

	for (int tries = 0; tries < 100; tries++) {
		random_letters(noise, 6);

		int n = snprintf(r->temporary, sizeof r->temporary, "%s/.%.200s.cfglint-%s", r->dir,
				 path_base(r->target), noise);

		if (n < 0 || (size_t)n >= sizeof r->temporary)
			return err_set(r->e, ERR_IO, "the path is too long");
		/* A new file gets the mode that the umask leaves, as from any program. */
		r->fd = open(r->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, r->exists ? 0600 : 0666);
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

/* Best effort: some attributes belong to the system. No allocation here: dying would leave the temporary behind. */
static void copy_xattr(const struct replace *r, const char *name)
{
	char value[XATTR_SIZE_MAX];
	ssize_t n = getxattr(r->target, name, value, sizeof value);

	if (n >= 0 && fsetxattr(r->fd, name, value, (size_t)n, 0))
		return;
}

static void copy_xattrs(const struct replace *r)
{
	char names[XATTR_LIST_MAX];
	ssize_t n = listxattr(r->target, names, sizeof names);

	for (ssize_t i = 0; i < n; i += (ssize_t)strlen(names + i) + 1)
		copy_xattr(r, names + i);
}

/* Owner before mode: chown takes the set-id bits away. */
static bool keep_manner(struct replace *r)
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

static bool close_written(struct replace *r)
{
	if (fsync(r->fd))
		return fail(r, "writing to disk");

	int rc = close(r->fd);

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
	int fd = open(r->target, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	bool same = fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) && same_bytes(fd, r->expect, r->nexpect);

	if (fd >= 0)
		close(fd);
	return same || err_set(r->e, ERR_CHANGED, "the file changed meanwhile");
}

/* Two runs on one tree: between comparing and renaming only one may be at work. Somebody else's lock isn't waited for
 * for ever, since it would only narrow a gap that other programs leave open anyway. */
static void lock_folder(const struct replace *r)
{
	const struct timespec pause = { .tv_nsec = 10 * 1000 * 1000 };

	for (int tries = 0; tries < 200 && flock(r->dirfd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK; tries++)
		nanosleep(&pause, NULL);
}

/* As rename, but never over a file that is there; not every file system can in one step, hence link. */
static bool put_new(struct replace *r)
{
	bool done = !renameat2(AT_FDCWD, r->temporary, AT_FDCWD, r->target, RENAME_NOREPLACE);

	if (done)
		r->has_temporary = false;
	else if (errno == EINVAL)
		done = !link(r->temporary, r->target); /* the temporary's own name goes as after a failure */
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
	if (rename(r->temporary, r->target))
		return fail(r, "renaming");
	r->has_temporary = false;
	return true;
}

static bool replace(struct replace *r, const char *bytes, size_t n)
{
	r->dir = path_dir(&r->arena, r->target);
	r->dirfd = open(r->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (r->dirfd < 0)
		return fail(r, "its folder");

	bool ok = open_temporary(r) && write_all(r, bytes, n) && keep_manner(r) && close_written(r) && put_in_place(r);

	drop_temporary(r);
	if (ok)
		fsync(r->dirfd); /* not every file system can; the bytes are in place in any case */
	close(r->dirfd);
	return ok;
}

bool file_replace(const char *path, const char *bytes, size_t n, const char *expect, size_t nexpect, bool force,
		  struct err *e)
{
	struct replace r = { .dirfd = -1, .fd = -1, .expect = expect, .nexpect = nexpect, .force = force, .e = e };
	sigset_t was;

	hold_signals(&was);

	bool ok = resolve(&r, path) && may_replace(&r) && replace(&r, bytes, n);

	pthread_sigmask(SIG_SETMASK, &was, NULL);
	arena_release(&r.arena);
	return ok;
}
