// SPDX-License-Identifier: MIT
/* What a run has looked at, so that a later one can tell whether it would see the same: files (who they are, size,
 * times), names that are not there, folders that were listed, where links led. base/disk.c writes it down, whoever
 * asks; nobody lists what he depends on by hand.
 *
 * A folder counts for its identity, and from when names were listed or found missing in it for its names too: its times
 * tell whether they can have changed. The stamp of a folder is taken before the first question about it, that of a file
 * with the question, so what changes meanwhile shows as a change.
 */
#ifndef BASE_TRAIL_H
#define BASE_TRAIL_H
#include "base/buf.h"
#include "base/disk.h"

#include "base/stamp.h"

enum { TRAIL_MOST = 400000 /* places; a run that looks at more is not remembered */, TRAIL_YOUNG = 2 /* seconds */ };

struct trail;
struct trail *trail_new(void); /* empty, as of now */
/* From here to trail_end all threads' questions are written down. One at a time. */
void trail_begin(struct trail *t);
void trail_end(struct trail *t);
void trail_free(struct trail *t); /* NULL: nothing */
/* Appends it as bytes. false: it can't be relied on, for something changed less than TRAIL_YOUNG seconds ago (its times
 * may not show the next change), could not be looked at for another reason than that it is missing, or there is too
 * much of it. */
bool trail_write(const struct trail *t, struct buf *out);

/* For base/disk.c; each does nothing while no trail is written. path: as it was asked, errno kept. */
void trail_before(const char *path);
void trail_file(const char *path, const struct stat *st);
void trail_there(const char *path, const struct stat *st); /* TRAIL_THERE */
void trail_link(const char *path, const struct stat *st);  /* the link itself was looked at */
void trail_listed(const char *path);
void trail_missing(const char *path);
void trail_led(const char *path, const char *real);
void trail_unsure(void);
/* For cli/tell.c: a line that was told while the trail was written. trail_told_lines: all of them. */
void trail_told(const char *line);
const char *trail_told_lines(struct trail *t);
#endif
