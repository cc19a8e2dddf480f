// SPDX-License-Identifier: MIT
/*
 * Overlays over the disk, for reading.
 *
 * Each layer is a table from interned path to bytes; a path is looked up from the top layer down, then on the disk
 * unless the lowest layer is sealed.  Reading never waits for a writer at the other end of a FIFO or for a device.
 * Layers are filled before several threads read them: vfs_put does not lock.  Writing: text/replace.c.
 *
 * The real path is queried after opening, so a link that changes meanwhile does not matter.
 *
 * Example: disk = vfs_new(NULL), v = vfs_new(disk)
 *          vfs_put(v, "/r/a.py", "x = 1", 5)
 *          vfs_read(v, "/r/a.py") gives "x = 1", vfs_read(disk, "/r/a.py") the file
 */
#include "text/vfs.h"
#include "base/disk.h"
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "text/notebook.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_CAP = 1 << 20 };

struct overlaid {
	const struct str *path;
	char *bytes;
	size_t n;
};

struct fence {
	pthread_mutex_t lock;
	struct arena arena;
	VEC(, const char *) top; /* links resolved */
};

struct vfs {
	const struct vfs *below;
	struct vfs *taken;	   /* the layer below, owned by this one */
	struct fence *fence;	   /* shared with the lowest layer; NULL: there is none */
	struct result_cache *once; /* shared with the lowest layer */
	struct result_cache *own;  /* results computed from several files as this layer shows them */
	bool sealed;
	size_t cap;
	struct overlaid *slot; /* open addressing, path NULL when free; nslots a power of two */
	size_t nentries, nslots;
};

struct vfs *vfs_new(const struct vfs *below)
{
	struct vfs *v = xcalloc(1, sizeof *v);

	v->below = below;
	v->cap = below ? below->cap : DEFAULT_CAP;
	v->fence = below ? below->fence : NULL;
	v->once = below ? below->once : result_cache_new();
	v->own = result_cache_new();
	return v;
}

struct vfs *vfs_new_sealed(void)
{
	struct vfs *v = vfs_new(NULL);

	v->sealed = true;
	return v;
}

void vfs_set_cap(struct vfs *v, size_t bytes)
{
	v->cap = bytes;
}

bool vfs_each_sealed(const struct vfs *v, void (*see)(void *ctx, const char *path), void *ctx)
{
	for (const struct vfs *l = v; l; l = l->below)
		if (!l->below && !l->sealed)
			return false;
	for (; v; v = v->below)
		for (size_t i = 0; i < v->nslots; i++)
			if (v->slot[i].path)
				see(ctx, v->slot[i].path->s);
	return true;
}

/* --- the fence */

void vfs_fence(struct vfs *v)
{
	CHECK(!v->below && !v->fence);
	v->fence = xcalloc(1, sizeof *v->fence);
	pthread_mutex_init(&v->fence->lock, NULL);
}

static void fence_free(struct fence *f)
{
	if (!f)
		return;
	vec_release(&f->top);
	arena_release(&f->arena);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

static bool fence_lets(struct fence *f, const char *real)
{
	bool inside = !f;

	if (!f)
		return true;
	pthread_mutex_lock(&f->lock);
	for (size_t i = f->top.n; i > 0 && !inside; i--)
		inside = path_inside(f->top.at[i - 1], real);
	pthread_mutex_unlock(&f->lock);
	return inside;
}

void vfs_allow_real(const struct vfs *v, const char *real)
{
	if (!v->fence || fence_lets(v->fence, real))
		return;
	pthread_mutex_lock(&v->fence->lock);
	vec_push(&v->fence->top, arena_strdup(&v->fence->arena, real));
	pthread_mutex_unlock(&v->fence->lock);
}

void vfs_allow(const struct vfs *v, const char *dir)
{
	struct arena a = { 0 };

	if (v->fence)
		vfs_allow_real(v, path_real_new(&a, dir));
	arena_release(&a);
}

bool vfs_allows(const struct vfs *v, const char *real)
{
	return fence_lets(v->fence, real);
}

/* The limit of an open: a folder, or the fence. */
struct hold {
	const char *top; /* links resolved; NULL: the fence is the limit */
	struct fence *fence;
};

static bool held(const struct hold *h, const char *real)
{
	return h->top ? path_inside(h->top, real) : fence_lets(h->fence, real);
}

/* The path of an open descriptor, links resolved; false: the system can't say. */
static bool opened_path(int fd, const char *path, char *real)
{
	char link[32];
	struct stat a, b;

	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, real, PATH_MAX);
	if (n > 0 && n < PATH_MAX) {
		real[n] = '\0';
		disk_led_to(path, real);
		return real[0] == '/';
	}
	return disk_realpath(path, real) && !fstat(fd, &a) && !disk_stat(real, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

static bool fail_errno(struct err *e, int no)
{
	int code = ERR_IO;

	check_memory(no);
	if (no == ENOENT || no == ENOTDIR)
		code = ERR_NOT_FOUND;
	else if (no == EACCES || no == EPERM)
		code = ERR_DENIED;
	else if (no == ENXIO) /* a socket, or a device without a driver */
		code = ERR_NOT_REGULAR;
	return err_set(e, code, "%s", strerror(no));
}

/* The only function that opens files and folders for reading. -1: e says why. */
static int open_held(const struct hold *h, const char *path, int flags, struct stat *st, struct err *e)
{
	char real[PATH_MAX];
	/* O_NONBLOCK: opening a FIFO must not wait for its writer. */
	int fd = disk_open(path, O_NONBLOCK | O_CLOEXEC | O_NOCTTY | flags, st), no = errno;
	bool free = !h->top && !h->fence;

	if (fd >= 0 && (free || (opened_path(fd, path, real) && held(h, real))))
		return fd;
	/* A missing file has no real path: realpath would query each folder above it for the same answer. */
	bool missing = no == ENOENT || no == ENOTDIR;

	if (fd < 0 && (free || missing || !disk_realpath(path, real) || held(h, real))) {
		fail_errno(e, no);
	} else {
		if (fd >= 0)
			close(fd);
		no = EACCES;
		err_set(e, ERR_OUTSIDE, "lies outside the project and is not read");
	}
	errno = no;
	return -1;
}

void vfs_take_below(struct vfs *v, struct vfs *below)
{
	CHECK(v->below == below);
	v->taken = below;
}

struct result_cache *vfs_results(const struct vfs *v)
{
	return v->once;
}

struct result_cache *vfs_file_results(const struct vfs *v)
{
	return v->own;
}

void vfs_free(struct vfs *v)
{
	if (!v)
		return;
	result_cache_free(v->own);
	if (!v->below) {
		fence_free(v->fence);
		result_cache_free(v->once);
	}
	for (size_t i = 0; i < v->nslots; i++)
		free(v->slot[i].bytes);
	free(v->slot);
	vfs_free(v->taken);
	free(v);
}

/* The slot of path, or the free slot for it; nslots must not be 0. */
static struct overlaid *slot_of(const struct vfs *v, const struct str *path)
{
	size_t i = path->hash & (v->nslots - 1);

	while (v->slot[i].path && v->slot[i].path != path)
		i = (i + 1) & (v->nslots - 1);
	return &v->slot[i];
}

static void table_grow(struct vfs *v)
{
	struct vfs old = *v;

	v->nslots = old.nslots ? old.nslots * 2 : 16;
	v->slot = xcalloc(v->nslots, sizeof *v->slot);
	for (size_t i = 0; i < old.nslots; i++)
		if (old.slot[i].path)
			*slot_of(v, old.slot[i].path) = old.slot[i];
	free(old.slot);
}

bool vfs_on_disk(const struct vfs *v)
{
	while (v->below)
		v = v->below;
	return !v->sealed;
}

bool vfs_is_disk(const struct vfs *v)
{
	while (v && !v->nentries && !v->sealed)
		v = v->below;
	return !v;
}

void vfs_put(struct vfs *v, const char *path, const char *bytes, size_t n)
{
	char real[PATH_MAX];
	result_cache_forget(v->own);
	if (vfs_on_disk(v) && disk_realpath(path, real))
		path = real;
	if ((v->nentries + 1) * 4 > v->nslots * 3)
		table_grow(v);

	struct overlaid *e = slot_of(v, str_lit(path));
	if (!e->path) {
		e->path = str_lit(path);
		v->nentries++;
	}
	free(e->bytes);
	e->bytes = xcalloc(n + 1, 1);
	e->n = n;
	if (n)
		memcpy(e->bytes, bytes, n);
}

/* NULL when no layer has that name; *disk then says whether the disk is the lowest layer. */
static const struct overlaid *find_name(const struct vfs *v, const char *path, bool *disk)
{
	const struct str *key = NULL;
	*disk = true;
	for (; v; v = v->below) {
		*disk = !v->sealed;
		if (!v->nentries)
			continue;
		if (!key)
			key = str_lit(path);
		const struct overlaid *e = slot_of(v, key);
		if (e->path)
			return e;
	}
	return NULL;
}

/* Looks up any name: a link counts as the file that it leads to. */
static const struct overlaid *find(const struct vfs *v, const char *path, bool *disk)
{
	const struct overlaid *e = find_name(v, path, disk);
	char real[PATH_MAX];
	bool laid = false;

	for (const struct vfs *l = v; l && !e; l = l->below)
		laid |= l->nentries > 0;
	if (!e && laid && *disk && disk_realpath(path, real) && strcmp(real, path) != 0)
		e = find_name(v, real, disk);
	return e;
}

static bool too_large(struct err *e, uint64_t cap)
{
	return err_set(e, ERR_TOO_LARGE, "the file is larger than %" PRIu64 " bytes", cap);
}

/* Reads the content of fd, at most cap bytes. size: the length of a regular file; 0: unknown (files of /proc report
 * 0). */
static bool each_part(int fd, uint64_t size, uint64_t cap, bool (*see)(void *ctx, char *part, size_t n, struct err *e),
		      void *ctx, struct err *e)
{
	char part[64 * 1024];
	uint64_t total = 0;

	for (;;) {
		ssize_t n = read(fd, part, sizeof part);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return fail_errno(e, errno);
		if (!n)
			return true;
		total += (uint64_t)n;
		if (total > cap)
			return too_large(e, cap);
		if (!see(ctx, part, (size_t)n, e))
			return false;
		if (total == size)
			return true;
	}
}

static bool is_readable(const struct stat *st, uint64_t cap, struct err *e)
{
	if (!st->st_mode)
		return err_set(e, ERR_IO, "can't be looked at");
	if (S_ISDIR(st->st_mode))
		return err_set(e, ERR_NOT_REGULAR, "is a folder");
	if (!S_ISREG(st->st_mode))
		return err_set(e, ERR_NOT_REGULAR, "not a regular file");
	return (uintmax_t)st->st_size <= cap || too_large(e, cap);
}

static bool append(void *ctx, char *part, size_t n, struct err *e)
{
	(void)e;
	buf_add(ctx, part, n);
	return true;
}

static bool read_disk(const struct hold *h, const char *path, size_t cap, struct buf *out, struct err *e)
{
	size_t before = out->n;
	struct stat st;
	int fd = open_held(h, path, 0, &st, e);

	if (fd < 0)
		return false;

	bool ok = is_readable(&st, cap, e) && each_part(fd, (uint64_t)st.st_size, cap, append, out, e);

	close(fd);
	if (ok)
		return true;
	out->n = before;
	if (out->s)
		out->s[before] = '\0';
	return false;
}

/* Notebooks are larger than what is read of them: they hold pictures. */
static size_t cap_of(const struct vfs *v, const char *path)
{
	return notebook_named(path) && v->cap < NOTEBOOK_BYTES ? NOTEBOOK_BYTES : v->cap;
}

static bool read_held(const struct vfs *v, const struct hold *h, const char *path, struct buf *out, struct err *e)
{
	bool disk;
	const struct overlaid *found = find(v, path, &disk);

	if (!found && !disk)
		return fail_errno(e, ENOENT);
	if (!found)
		return read_disk(h, path, cap_of(v, path), out, e);
	if (found->n > cap_of(v, path))
		return too_large(e, cap_of(v, path));
	buf_add(out, found->bytes, found->n);
	return true;
}

bool vfs_read(const struct vfs *v, const char *path, struct buf *out, struct err *e)
{
	return read_held(v, &(struct hold){ NULL, v->fence }, path, out, e);
}

bool vfs_read_below(const struct vfs *v, const char *top, const char *path, struct buf *out, struct err *e)
{
	struct arena a = { 0 };
	const char *real = path_real(&a, top);
	bool ok = read_held(v, &(struct hold){ real ? real : top, NULL }, path, out, e);

	arena_release(&a);
	return ok;
}

bool vfs_read_parts(const struct vfs *v, const char *path, uint64_t cap,
		    bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx, struct err *e)
{
	struct buf copy = { 0 };
	bool disk, ok;
	const struct overlaid *found = find(v, path, &disk);
	struct stat st;
	int fd;

	if (!found && !disk)
		return fail_errno(e, ENOENT);
	if (found) {
		buf_add(&copy, found->bytes, found->n);
		ok = found->n <= cap ? !found->n || see(ctx, copy.s, copy.n, e) : too_large(e, cap);
		buf_release(&copy);
		return ok;
	}
	fd = open_held(&(struct hold){ NULL, v->fence }, path, 0, &st, e);
	if (fd < 0)
		return false;
	ok = is_readable(&st, cap, e) && each_part(fd, (uint64_t)st.st_size, cap, see, ctx, e);
	close(fd);
	return ok;
}

FILE *vfs_stream(const char *path)
{
	struct stat st;
	int fd = disk_open(path, O_CLOEXEC, &st);
	return fd < 0 ? NULL : fdopen(fd, "re");
}

bool vfs_in_memory(const struct vfs *v, const char *path)
{
	bool disk;

	return find(v, path, &disk);
}

bool vfs_exists(const struct vfs *v, const char *path)
{
	bool disk;

	return find(v, path, &disk) || (disk && S_ISREG(disk_mode(path)) && disk_may_read(path));
}

bool vfs_missing(const struct vfs *v, const char *path)
{
	bool disk, laid = find(v, path, &disk);
	mode_t mode = disk && !laid ? disk_mode(path) : 0;

	return !laid &&
	       (!disk || (mode ? S_ISDIR(mode) : errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG));
}

/* The layer contains the path, or something below it. */
static bool layer_stands(const struct vfs *v, const char *path)
{
	for (size_t i = 0; i < v->nslots; i++)
		if (v->slot[i].path && path_inside(path, v->slot[i].path->s))
			return true;
	return false;
}

bool vfs_stands(const struct vfs *v, const char *path)
{
	bool disk = true, laid = false;

	for (; v && !laid; v = v->below) {
		disk = !v->sealed;
		laid = layer_stands(v, path);
	}
	return laid || (disk && disk_mode(path));
}

VEC(names, char *);

static void add_name(struct names *to, const char *name, size_t n)
{
	char *copy = xcalloc(n + 1, 1);

	memcpy(copy, name, n);
	vec_push(to, copy);
}

/* The component right below dir ("/" or without a trailing slash) of each path in the layer. */
static void list_layer(const struct vfs *v, const char *dir, struct names *to)
{
	size_t n = strcmp(dir, "/") ? strlen(dir) : 0;

	for (size_t i = 0; i < v->nslots; i++) {
		const char *path = v->slot[i].path ? v->slot[i].path->s : "";

		if (strncmp(path, dir, n) || path[n] != '/')
			continue;
		add_name(to, path + n + 1, strcspn(path + n + 1, "/"));
	}
}

bool vfs_each_name(const struct vfs *v, const char *dir, void (*see)(void *ctx, const char *name, bool file), void *ctx,
		   struct err *e)
{
	struct stat st;
	int fd = open_held(&(struct hold){ NULL, v->fence }, dir, O_DIRECTORY, &st, e), no;
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (!d) {
		no = errno;
		if (fd >= 0)
			close(fd);
		errno = no;
		return fd >= 0 ? fail_errno(e, no) : false;
	}
	errno = 0;
	for (struct dirent *at; (at = readdir(d)); errno = 0)
		if (strcmp(at->d_name, ".") && strcmp(at->d_name, ".."))
			see(ctx, at->d_name, at->d_type == DT_REG);
	no = errno;
	closedir(d);
	errno = no;
	return !no || fail_errno(e, no);
}

static void see_name(void *ctx, const char *name, bool file)
{
	(void)file;
	add_name(ctx, name, strlen(name));
}

static int by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_unique(struct names *all)
{
	size_t n = 0;
	if (all->n)
		qsort(all->at, all->n, sizeof *all->at, by_bytes);
	for (size_t i = 0; i < all->n; i++) {
		if (n && !strcmp(all->at[n - 1], all->at[i]))
			free(all->at[i]);
		else
			all->at[n++] = all->at[i];
	}
	all->n = n;
}

size_t vfs_list(const struct vfs *v, const char *dir, char ***out, struct err *e)
{
	struct names all = { 0 };
	struct err why = { 0 };
	bool disk = true;

	for (const struct vfs *l = v; l; l = l->below) {
		disk = !l->sealed;
		list_layer(l, dir, &all);
	}
	if (disk && !vfs_each_name(v, dir, see_name, &all, &why) && why.code != ERR_NOT_FOUND && e)
		*e = why;
	sort_unique(&all);
	*out = all.at;
	return all.n;
}
