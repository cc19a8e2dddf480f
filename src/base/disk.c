// SPDX-License-Identifier: MIT
/* The system calls, each recorded in the trail with its result. */
#include "base/disk.h"
#include "base/stamp.h"
#include "base/trail.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void note_failure(const char *path, int no)
{
	if (is_missing(no))
		trail_missing(path);
	else
		trail_unsure();
	errno = no;
}

int disk_stat(const char *path, struct stat *st)
{
	trail_before(path);
	if (stat(path, st)) {
		note_failure(path, errno);
		return -1;
	}
	trail_file(path, st);
	return 0;
}

mode_t disk_mode(const char *path)
{
	struct stat st;

	trail_before(path);
	if (stat(path, &st)) {
		note_failure(path, errno);
		return 0;
	}
	trail_there(path, &st);
	return st.st_mode;
}

int disk_lstat(const char *path, struct stat *st)
{
	trail_before(path);
	if (lstat(path, st)) {
		note_failure(path, errno);
		return -1;
	}
	if (S_ISLNK(st->st_mode))
		trail_link(path, st);
	else
		trail_there(path, st);
	return 0;
}

char *disk_realpath(const char *path, char *to)
{
	trail_before(path);

	char *real = realpath(path, to);

	if (real)
		trail_led(path, real);
	else
		note_failure(path, errno);
	return real;
}

bool disk_may_read(const char *path)
{
	return !access(path, R_OK);
}

static int open_and_note(const char *path, int flags, struct stat *st,
			 void (*note)(const char *path, const struct stat *st))
{
	trail_before(path);

	int fd = open(path, O_RDONLY | flags);

	st->st_mode = 0;
	if (fd < 0)
		note_failure(path, errno);
	else if (fstat(fd, st))
		trail_unsure();
	else if (S_ISDIR(st->st_mode))
		trail_listed(path);
	else
		note(path, st);
	return fd;
}

int disk_open(const char *path, int flags, struct stat *st)
{
	return open_and_note(path, flags, st, trail_file);
}

void disk_led_to(const char *path, const char *real)
{
	trail_led(path, real);
}

int disk_entry(const char *path, struct stat *st)
{
	return lstat(path, st);
}

void disk_saw(const char *path, const struct stat *st)
{
	trail_before(path);
	trail_file(path, st);
}

int disk_program(struct stat *st)
{
	return stat("/proc/self/exe", st);
}
