// SPDX-License-Identifier: MIT
/* Reads files through an overlay (edits on trial, editor buffers, test inputs); all that the program reads from disk it
 * reads here, but for its own cache folder. Opens regular files only (O_NONBLOCK + fstat): a FIFO or device is an
 * error, never a hang. Size cap 1 MiB by default. Behind a fence only allowed folders are read, with all links of a
 * path followed first; the rest is ERR_OUTSIDE.
 */
#ifndef TEXT_VFS_H
#define TEXT_VFS_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/once.h"
#include <stdio.h>
#include <sys/stat.h>

struct vfs;
struct vfs *vfs_new(const struct vfs *below); /* NULL below: the disk. below must outlive the new one */
struct vfs *vfs_new_sealed(void);	      /* nothing below: only what is put in (rule tests) */
/* path absolute and normalised; copies. Links lead to it as to the file on disk. */
void vfs_put(struct vfs *v, const char *path, const char *bytes, size_t n);
bool vfs_read(const struct vfs *v, const char *path, struct buf *out,
	      struct err *e); /* appends; thread-safe with readers */
/* The same for a file of the disk which lies below the folder top, whatever a fence says: what the user named ("/"), or
 * what is looked for before anything is allowed. Overlays count too. */
bool vfs_read_below(const struct vfs *v, const char *top, const char *path, struct buf *out, struct err *e);
/* A regular file of at most cap bytes (whatever vfs_set_cap says) as parts, one after the other, that see may change.
 * see false: it has filled e, and nothing more is read. */
bool vfs_read_parts(const struct vfs *v, const char *path, uint64_t cap,
		    bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx, struct err *e);
/* A file of any kind and size that the user named to be read by lines: `<(find ...)` is a pipe. NULL: see errno. */
FILE *vfs_stream(const char *path);
bool vfs_on_disk(const struct vfs *v);			   /* the disk stands below, where links may lead elsewhere */
bool vfs_is_disk(const struct vfs *v);			   /* and nothing is laid over it */
bool vfs_in_memory(const struct vfs *v, const char *path); /* it was put in: not as on the disk */
bool vfs_exists(const struct vfs *v, const char *path);	   /* a regular file that could be read */
/* Nothing is there, or a folder; else a file that isn't vfs_exists is one that may not be read, or is no regular one.
 */
bool vfs_missing(const struct vfs *v, const char *path);
bool vfs_stands(const struct vfs *v, const char *path); /* a file of any kind, or a folder */
/* Names (not paths) of a directory's entries, sorted, on the arena-free heap; for "did you mean" of missing files.
 * Returns the count; caller frees each and the array. Overlay entries are included. e (may be NULL) says why those on
 * disk aren't all: a folder that isn't there, or is none, has none. */
size_t vfs_list(const struct vfs *v, const char *dir, char ***names, struct err *e);
/* Every file of a sealed vfs, in no order. false: the disk stands below, whose files nobody can list. */
bool vfs_each_sealed(const struct vfs *v, void (*see)(void *ctx, const char *path), void *ctx);
/* The names in a folder on disk, in no order. file: the folder says that it is a regular one, else nothing is known.
 * false: e says why they aren't all; errno of the system is kept. */
bool vfs_each_name(const struct vfs *v, const char *dir, void (*see)(void *ctx, const char *name, bool file), void *ctx,
		   struct err *e);
void vfs_set_cap(struct vfs *v, size_t bytes); /* largest file that vfs_read takes; inherited by overlays made later */

/* From now on, v and what is laid over it later read the disk in allowed folders only: none so far. */
void vfs_fence(struct vfs *v);
void vfs_allow(const struct vfs *v, const char *dir); /* with what lies below it; need not be there; thread-safe */
/* The same of a path that was judged as it stands: its links have been followed, and are not looked up again. */
void vfs_allow_real(const struct vfs *v, const char *real);
/* Whether a path, without links as path_real gives it, lies in an allowed folder, or there is no fence. */
bool vfs_allows(const struct vfs *v, const char *real);
void vfs_take_below(struct vfs *v, struct vfs *below); /* what v was laid over is freed with it */
/* What was made of texts that were read here, in all layers. */
struct once *vfs_once(const struct vfs *v);
/* What was worked out from several files as v shows them; forgotten when one is put into it. */
struct once *vfs_worked_out(const struct vfs *v);
void vfs_free(struct vfs *v);
#endif
