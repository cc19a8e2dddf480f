// SPDX-License-Identifier: MIT
/*
 * Fatal errors and checked allocation.
 *
 * die and bug_at may be called from any thread. They write one line to stderr and do not return.  Neither runs atexit
 * handlers: other threads may still use what those would free.
 */
#include "base/util.h"
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_BROKEN = 3 };

/* Flushes earlier output, unless another thread is printing. */
static void flush_stdout(void)
{
	if (ftrylockfile(stdout))
		return;
	fflush(stdout);
	funlockfile(stdout);
}

static void (*bug_end)(void) = abort;
static atomic_flag ending = ATOMIC_FLAG_INIT;

/* When memory runs out, several threads notice; the first one reports it and ends the process. */
static void be_the_only_one(void)
{
	while (atomic_flag_test_and_set(&ending))
		pause();
}

void bug_ends_by(void (*end)(void))
{
	bug_end = end;
}

void die(const char *fmt, ...)
{
	char msg[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	be_the_only_one();
	flush_stdout();
	fprintf(stderr, "cfglint: %s\n", msg);
	_exit(EXIT_BROKEN);
}

void bug_at(const char *file, int line, const char *fmt, ...)
{
	char msg[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg, sizeof msg, fmt, ap);
	va_end(ap);
	be_the_only_one();
	flush_stdout();
	fprintf(stderr, "cfglint: BUG at %s:%d: %s; please report it\n", file, line, msg);
	bug_end();
	abort();
}

void check_memory(int no)
{
	if (no == ENOMEM)
		die("out of memory");
}

/* Small blocks come from malloc, which reuses the thread's own freed memory; calloc would make threads wait for each
 * other. */
void *xcalloc(size_t n, size_t size)
{
	enum { SMALL = 1000 };

	if (n && size && n <= SMALL / size)
		return memset(xrealloc(NULL, n, size), 0, n * size);

	/* calloc checks n * size itself; never request 0 bytes, for which NULL would be a legal answer. */
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		die("out of memory");
	return p;
}

void *xrealloc(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		die("out of memory");
	p = realloc(p, bytes ? bytes : 1);
	if (!p)
		die("out of memory");
	return p;
}

char *xstrdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(xcalloc(n, 1), s, n);
}
