// SPDX-License-Identifier: MIT
/* The trail of a run: everything on disk that its answer depends on. These are files (identity, size, times),
 * missing names, listed folders and link targets. base/disk.c records them at each call, so no caller lists its
 * dependencies by hand. A later run checks the trail (base/retrace.h) to see whether its answer would be the same.
 *
 * A folder counts by its identity. Once names were listed or found missing in it, its names count too; its times
 * show whether they can have changed. The stamp of a folder is taken before the first query about it, that of a file
 * with the query, so a change during the run shows as a change. */
#ifndef BASE_TRAIL_H
#define BASE_TRAIL_H
#include "base/buf.h"
#include "base/disk.h"

#include "base/stamp.h"

enum { TRAIL_MOST = 400000 /* places; a run with more is not stored */, TRAIL_YOUNG = 2 /* seconds */ };

struct trail;
struct trail *trail_new(void); /* empty; its clock starts now */
/* From here to trail_end the queries of all threads are recorded. One trail at a time. */
void trail_begin(struct trail *t);
void trail_end(struct trail *t);
void trail_free(struct trail *t); /* NULL: nothing */
/* Appends the trail as bytes. false: it is not reliable. Something changed less than TRAIL_YOUNG seconds ago (its
 * times may not show the next change), a path could not be read although it is not missing, or the trail is too
 * long. */
bool trail_write(const struct trail *t, struct buf *out);

/* For base/disk.c. Each does nothing while no trail is recorded. path: as the caller passed it. errno is preserved.
 * */
void trail_before(const char *path);
void trail_file(const char *path, const struct stat *st);
void trail_there(const char *path, const struct stat *st); /* TRAIL_THERE */
void trail_link(const char *path, const struct stat *st);  /* the link itself, not its target */
void trail_listed(const char *path);
void trail_missing(const char *path);
void trail_led(const char *path, const char *real);
void trail_unsure(void);
/* For cli/messages.c: records a line of output. trail_recorded_lines returns all lines recorded during the trail. */
void trail_record(const char *line);
const char *trail_recorded_lines(struct trail *t);
#endif
