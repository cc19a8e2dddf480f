// SPDX-License-Identifier: MIT
/* Who a file or folder is and when it changed, and what may stand in a folder of a trail, as both who writes a trail
 * (trail.c) and who follows it (retrace.c) see it. The bytes of a trail: for each folder its kind ('f'; 't': its names
 * count; 'l': a link), path, where that leads, stamp, for 't' its names, how many places and how many files of these,
 * and the places: kind, name, for LED where it led, for files and links their stamp. Then a dot. Texts end with NUL,
 * numbers are the machine's own. */
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
/* Of a file: all of it; that it is there. The first of these that anybody asked for counts. */
enum trail_kind { TRAIL_FILE, TRAIL_THERE, TRAIL_LINK, TRAIL_LED, TRAIL_MISSING };
#define TRAIL_NOWHERE "" /* where a link LED to, of which something is missing */
static inline bool is_missing(int no)
{
	return no == ENOENT || no == ENOTDIR;
}
struct trail_names { /* of a folder: which, and of what kind, in any order */
	uint64_t sum[2];
	uint64_t known; /* 0: it can't be listed; then its times speak for them. No bool: it is read from a file */
};
/* As the folder is now. false: it is no folder. */
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
