// SPDX-License-Identifier: MIT
/* Preloaded by tests/inject.test: the n-th call of one function, or of any of those that writing a file takes, fails,
 * writes less, or is preceded by a signal. INJECT=CALL:N:WHAT   CALL: a name below or `any`; N from 1; WHAT: a number
 * for errno, `short`, or `signal=NUMBER` INJECT_TELL=FILE     is created when that call came Calls inside of libc
 * (stdio, realpath) are not seen. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static char call[32], what[32];
static long nth;
static atomic_long count;

__attribute__((constructor)) static void start(void)
{
	const char *text = getenv("INJECT");

	if (text && sscanf(text, "%31[^:]:%ld:%31s", call, &nth, what) != 3)
		_exit(99);
	unsetenv("LD_PRELOAD");
}

static void tell(void)
{
	const char *path = getenv("INJECT_TELL");

	if (path)
		syscall(SYS_close, (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT, 0666));
}

/* Is this the call that is meant? A signal is sent here; whether the call itself goes wrong is the answer. */
static bool meant(const char *name)
{
	if (strcmp(call, name) != 0 && (strcmp(call, "any") != 0 || strcmp(name, "malloc") == 0))
		return false;
	if (atomic_fetch_add(&count, 1) + 1 != nth)
		return false;
	tell();
	if (strncmp(what, "signal=", 7) == 0) {
		kill(getpid(), atoi(what + 7));
		return false;
	}
	if (strcmp(what, "short") != 0)
		errno = atoi(what);
	return true;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t n)
{
	if (fd > 2 && meant("write")) {
		if (strcmp(what, "short") != 0)
			return -1;
		n = n / 2 + (n == 1);
	}
	return REAL(write)(fd, bytes, n);
}

#define OPENS(real) \
	va_list ap; \
	va_start(ap, flags); \
	mode_t mode = flags & O_CREAT ? va_arg(ap, mode_t) : 0; \
	va_end(ap); \
	return meant("open") ? -1 : real

ssize_t read(int fd, void *bytes, size_t n)
{
	return fd > 2 && meant("read") ? -1 : REAL(read)(fd, bytes, n);
}

int open(const char *path, int flags, ...)
{
	OPENS(REAL(open)(path, flags, mode));
}

int openat(int fd, const char *path, int flags, ...)
{
	OPENS(REAL(openat)(fd, path, flags, mode));
}

/* What a build with _FORTIFY_SOURCE calls instead, where the flags are no constants. */
extern int __open_2(const char *path, int flags);
extern int __openat_2(int fd, const char *path, int flags);

int __open_2(const char *path, int flags)
{
	return meant("open") ? -1 : REAL(__open_2)(path, flags);
}

int __openat_2(int fd, const char *path, int flags)
{
	return meant("open") ? -1 : REAL(__openat_2)(fd, path, flags);
}

/* The functions that fail with -1 and take what they take. */
#define FAILS(name, parameters, arguments) \
	int name parameters \
	{ \
		return meant(#name) ? -1 : REAL(name) arguments; \
	}
FAILS(fsync, (int fd), (fd))
FAILS(close, (int fd), (fd))
FAILS(fchmod, (int fd, mode_t mode), (fd, mode))
FAILS(fchown, (int fd, uid_t owner, gid_t group), (fd, owner, group))
FAILS(flock, (int fd, int how), (fd, how))
FAILS(unlinkat, (int fd, const char *path, int flags), (fd, path, flags))
FAILS(linkat, (int fd, const char *from, int other, const char *to, int flags), (fd, from, other, to, flags))
FAILS(mkdirat, (int fd, const char *path, mode_t mode), (fd, path, mode))
FAILS(renameat, (int fd, const char *from, int other, const char *to), (fd, from, other, to))
FAILS(renameat2, (int fd, const char *from, int other, const char *to, unsigned flags), (fd, from, other, to, flags))
FAILS(lstat, (const char *path, struct stat *st), (path, st))

struct dirent *readdir(DIR *folder)
{
	return meant("readdir") ? NULL : REAL(readdir)(folder);
}

/* dlsym allocates, so what is behind malloc is looked up by the names that glibc has for it. */
extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);

void *malloc(size_t n)
{
	return meant("malloc") ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return meant("malloc") ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return meant("malloc") ? NULL : __libc_realloc(p, n);
}
