// SPDX-License-Identifier: MIT
/* All reads of the disk before a judgement go through these calls, so that a run can be stored together with every
 * file that its answer depends on (base/trail.h). They return what the system call returns, errno included. Writing
 * (text/replace.c), the cache folder (code/cache_quota.c) and git do not go through here. */
#ifndef BASE_DISK_H
#define BASE_DISK_H
#include "base/util.h"
#include <sys/stat.h>

int disk_stat(const char *path, struct stat *st);
int disk_lstat(const char *path, struct stat *st); /* for the mode of a file and its real place only */
char *disk_realpath(const char *path, char *to);   /* to: PATH_MAX bytes, or NULL: then the caller frees the result */
mode_t disk_mode(const char *path);		   /* stat(2): the mode only; 0: see errno */
bool disk_may_read(const char *path);		   /* access(2), for a path that disk_stat found */
/* Opens for reading; with O_DIRECTORY to list names. st: the opened file; its mode is 0 if fstat failed. */
int disk_open(const char *path, int flags, struct stat *st);
void disk_led_to(const char *path, const char *real); /* records that the opened path leads to `real`, with all links
						       * followed */
/* lstat(2) of a name from a directory listing. The trail relies on the listing for the kind (file, folder, link). A
 * caller that uses the size or times of a file must call disk_saw. */
int disk_entry(const char *path, struct stat *st);
void disk_saw(const char *path, const struct stat *st);
int disk_program(struct stat *st); /* the program's own file: caches put its stamp into their keys */
#endif
