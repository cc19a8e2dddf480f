// SPDX-License-Identifier: MIT
/* What the program asks of the disk before it judges anything: each such question is one of these calls, so that a run
 * can be remembered together with all that its answer depends on (base/trail.h). They answer as the system does, errno
 * too. Writing (text/replace.c), the cache folder (code/cache_quota.c) and git are no such questions.
 */
#ifndef BASE_DISK_H
#define BASE_DISK_H
#include "base/util.h"
#include <sys/stat.h>

int disk_stat(const char *path, struct stat *st);
int disk_lstat(const char *path, struct stat *st); /* of a file for its mode, and where it lies, alone */
char *disk_realpath(const char *path, char *to);   /* to: PATH_MAX bytes, or NULL: the caller frees what is given */
mode_t disk_mode(const char *path);		   /* stat(2), for what is there and nothing else; 0: see errno */
bool disk_may_read(const char *path);		   /* access(2), of what disk_stat found */
/* For reading; with O_DIRECTORY to list its names. st: of what was opened; its mode is 0 where nobody knows. */
int disk_open(const char *path, int flags, struct stat *st);
void disk_led_to(const char *path, const char *real); /* what was opened lies there, with all links followed */
/* lstat(2) of a name that a listing gave. Whether it is a file, a folder or a link is as sure as the listing; who takes
 * size or times of a file says disk_saw. */
int disk_entry(const char *path, struct stat *st);
void disk_saw(const char *path, const struct stat *st);
int disk_program(struct stat *st); /* the program's own file: whoever keeps answers names them by it */
#endif
