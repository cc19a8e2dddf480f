// SPDX-License-Identifier: MIT
/* Identity and time stamps of a file or folder, and the byte format of a trail, shared by its writer (trail.c) and
 * its reader (retrace.c). For each folder: its kind ('f'; 't': its names count; 'l': a link), path, link target,
 * stamp, for 't' its names, the number of places, the number of files among them, then the places. A place: kind,
 * name, for LED its target, for files and links their stamp. A dot ends the trail. Texts end with NUL; numbers are
 * in the machine's own byte order. */
#ifndef BASE_STAMP_H
#define BASE_STAMP_H
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

struct trail_stamp {
	uint64_t device, inode, size, mode;
	int64_t modified, changed; /* nanoseconds */
};
/* What a run depends on. FILE: the whole stamp; THERE: that the file exists. The first matching kind counts. */
enum trail_kind { TRAIL_FILE, TRAIL_THERE, TRAIL_LINK, TRAIL_LED, TRAIL_MISSING };
#define TRAIL_NOWHERE "" /* a link LED there, but a part of its target is missing */
static inline bool is_missing(int no)
{
	return no == ENOENT || no == ENOTDIR;
}
struct trail_names { /* of a folder: the set of its names with their kinds, in any order */
	uint64_t sum[2];
	uint64_t known; /* 0: it can't be listed; then its times are compared instead. Not a bool: it is read from a
			 * file */
};
/* Reads the names of the folder as it is now. false: it is no folder. */
bool trail_names_of(const char *path, struct trail_names *out, struct trail_stamp *stamp);

static inline struct trail_stamp stamp_of(const struct stat *st)
{
	return (struct trail_stamp){ st->st_dev,
				     st->st_ino,
				     (uint64_t)st->st_size,
				     st->st_mode,
				     st->st_mtim.tv_sec * INT64_C(1000000000) + st->st_mtim.tv_nsec,
				     st->st_ctim.tv_sec * INT64_C(1000000000) + st->st_ctim.tv_nsec };
}

static inline bool same_stamp(const struct trail_stamp *a, const struct trail_stamp *b)
{
	return a->device == b->device && a->inode == b->inode && a->size == b->size && a->mode == b->mode &&
	       a->modified == b->modified && a->changed == b->changed;
}

static inline bool same_folder(const struct trail_stamp *a, const struct trail_stamp *b)
{
	return a->device == b->device && a->inode == b->inode && a->mode == b->mode;
}

static inline bool same_times(const struct trail_stamp *a, const struct trail_stamp *b)
{
	return a->modified == b->modified && a->changed == b->changed;
}
#endif
