// SPDX-License-Identifier: MIT
/* Reads files through an overlay (edits on trial, editor buffers, test inputs); the only reader of config files.
 * Opens regular files only (O_NONBLOCK + fstat): a FIFO or device is an error, never a hang. Size cap 1 MiB by default.
 */
#ifndef TEXT_VFS_H
#define TEXT_VFS_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include <sys/stat.h>

struct vfs;
struct vfs *vfs_new(const struct vfs *below); /* NULL below: the disk. below must outlive the new one */
struct vfs *vfs_new_sealed(void);	      /* nothing below: only what is put in (rule tests) */
void vfs_put(struct vfs *v, const char *path, const char *bytes, size_t n); /* path absolute and normalised; copies */
bool vfs_read(const struct vfs *v, const char *path, struct buf *out,
	      struct err *e);				/* appends; thread-safe with readers */
bool vfs_exists(const struct vfs *v, const char *path); /* a regular file that could be read */
bool vfs_stands(const struct vfs *v, const char *path); /* a file of any kind, or a folder */
/* Names (not paths) of a directory's entries, sorted, on the arena-free heap; for "did you mean" of missing files.
 * Returns the count; caller frees each and the array. 0 when unreadable. Overlay entries are included. */
size_t vfs_list(const struct vfs *v, const char *dir, char ***names);
/* The file in path's folder whose name is near to path's, for messages about missing files; on a, or NULL. */
const char *vfs_nearest(struct arena *a, const struct vfs *v, const char *path);
/* Every file of a sealed vfs, in no order. false: the disk stands below, whose files nobody can list. */
bool vfs_each_sealed(const struct vfs *v, void (*see)(void *ctx, const char *path), void *ctx);
/* Whether a folder on disk can be listed, or is none (then vfs_list says 0 and that is right). false: e says why not.
 */
bool vfs_listable(const char *dir, struct err *e);
void vfs_set_cap(struct vfs *v, size_t bytes); /* largest file that vfs_read takes; inherited by overlays made later */
void vfs_free(struct vfs *v);
#endif
