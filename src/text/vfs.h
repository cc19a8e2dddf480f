// SPDX-License-Identifier: MIT
/* Reads files through an overlay (trial edits, editor buffers, test inputs). All reads of the program go through
 * here, except those of its own cache folder. Opens regular files only (O_NONBLOCK + fstat): a FIFO or device is an
 * error, never a hang. Size limit 1 MiB by default, of notebooks
 * NOTEBOOK_BYTES. Behind a fence only allowed folders are read, after all links of
 * a path are resolved; anything else is ERR_OUTSIDE. */
#ifndef TEXT_VFS_H
#define TEXT_VFS_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/result_cache.h"
#include <stdio.h>
#include <sys/stat.h>

struct vfs;
struct vfs *vfs_new(const struct vfs *below); /* NULL below: the disk. below must outlive the new one */
struct vfs *vfs_new_sealed(void);	      /* no layer below: it contains only what is put in (rule tests) */
/* path absolute and normalised; copies. A link on disk that leads to path shows these bytes too. */
void vfs_put(struct vfs *v, const char *path, const char *bytes, size_t n);
bool vfs_read(const struct vfs *v, const char *path, struct buf *out,
	      struct err *e); /* appends; thread-safe with readers */
/* The same for a file on disk below the folder top, whatever the fence says: for paths that the user named ("/"), and
 * for lookups before anything is allowed. Overlays count too. */
bool vfs_read_below(const struct vfs *v, const char *top, const char *path, struct buf *out, struct err *e);
/* Reads a regular file of at most cap bytes (whatever vfs_set_cap says) in parts, which see may change. If see
 * returns false, it has filled e, and reading stops. */
bool vfs_read_parts(const struct vfs *v, const char *path, uint64_t cap,
		    bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx, struct err *e);
/* Opens a file of any kind and size that the user named, to read its lines: `<(find ...)` is a pipe. NULL: see
 * errno. */
FILE *vfs_stream(const char *path);
bool vfs_on_disk(const struct vfs *v);			   /* the lowest layer is the disk, where links may lead
							    * elsewhere */
bool vfs_is_disk(const struct vfs *v);			   /* there is no overlay */
bool vfs_in_memory(const struct vfs *v, const char *path); /* the path is in an overlay */
bool vfs_exists(const struct vfs *v, const char *path);	   /* it is a regular file that can be read */
/* Nothing is there, or a folder. If it is neither missing nor vfs_exists, it can't be read or is not a regular file.
 * */
bool vfs_missing(const struct vfs *v, const char *path);
bool vfs_stands(const struct vfs *v, const char *path); /* a file of any kind, or a folder */
/* Names (not paths) of a directory's entries, sorted, on the heap; for "did you mean" of missing files. Returns the
 * count; caller frees each and the array. Overlay entries are included. e (may be NULL) says why entries of the disk
 * are missing. A missing folder, and a path that is no folder, have no entries. */
size_t vfs_list(const struct vfs *v, const char *dir, char ***names, struct err *e);
/* Every file of a sealed vfs, in no order. false: the disk is below, whose files can't be listed. */
bool vfs_each_sealed(const struct vfs *v, void (*see)(void *ctx, const char *path), void *ctx);
/* The names in a folder on disk, in no order. file: the listing says that it is a regular file; else its kind is
 * unknown. false: e says why the listing is incomplete; errno of the system call is preserved. */
bool vfs_each_name(const struct vfs *v, const char *dir, void (*see)(void *ctx, const char *name, bool file), void *ctx,
		   struct err *e);
void vfs_set_cap(struct vfs *v, size_t bytes); /* largest file that vfs_read accepts; overlays created later inherit
						* it */

/* From now on, v and overlays created later read the disk in allowed folders only. At first none is allowed. */
void vfs_fence(struct vfs *v);
void vfs_allow(const struct vfs *v, const char *dir); /* allows dir and what is below it; it need not exist;
						       * thread-safe */
/* The same for a path whose links are already resolved; they are not resolved again. */
void vfs_allow_real(const struct vfs *v, const char *real);
/* Whether a path, with links resolved as by path_real, is in an allowed folder, or there is no fence. */
bool vfs_allows(const struct vfs *v, const char *real);
void vfs_take_below(struct vfs *v, struct vfs *below); /* v owns and frees the layer below */
/* The cache of results computed from single texts read here; shared by all layers. */
struct result_cache *vfs_results(const struct vfs *v);
/* The cache of results computed from several files as v shows them; emptied when a file is put into v. */
struct result_cache *vfs_file_results(const struct vfs *v);
void vfs_free(struct vfs *v);
#endif
