// SPDX-License-Identifier: MIT
/*
 * Finds the file that a wrong path most likely means. Three searches: a similar name in the same folder (edit distance,
 * weighed by words), the same name elsewhere below a folder, and the same path in other upper and lower case. The list
 * of files below a folder is computed once (vfs_file_results) and has at most ENTRIES_MAX entries.
 *
 * Example: want deeplabv3_r50_40k.py, the folder has deeplabv3_r50_80k.py and fcn_r50_40k.py
 *          deeplabv3_r50_80k.py: same words, other figure
 *          fcn_r50_40k.py: another word, so it is not proposed
 */
#include "text/nearest.h"
#include "base/near.h"
#include "base/result_cache.h"
#include "base/path.h"
#include "text/vfs.h"
#include "text/walk.h"
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The most edits after which a name still looks the same; 2 for id11.py, because the extension does not count. */
static unsigned most_edits(const char *name)
{
	const char *dot = strrchr(name, '.');
	size_t n = strlen(name), half = (dot && dot > name ? (size_t)(dot - name) : n) / 2, most = 3 + n / 8;

	return (unsigned)(half < most ? half : most);
}

/* `_`, `-` and `.` separate a name's words. */
static size_t word_end(const char *p)
{
	return strcspn(p, "_-.");
}

static unsigned word_count(const char *name)
{
	unsigned n = 1;

	for (; *name; name++)
		n += strchr("_-.", *name) != NULL;
	return n;
}

/* 40k, 8x2, 512x512: duration or size. The other words say what a config is about. */
static bool is_figure(const char *word)
{
	return isdigit((unsigned char)*word);
}

/* voc is no misspelling of coco: a different word means a different file, figures excepted. Names with different
 * numbers of words may still be misspellings. */
static bool other_word(struct arena *a, const char *x, const char *y)
{
	if (word_count(x) != word_count(y))
		return false;
	for (;;) {
		size_t n = word_end(x), m = word_end(y), longer = n > m ? n : m;
		unsigned most = longer < 6 ? 1 : (unsigned)longer / 3;

		if (!(is_figure(x) && is_figure(y)) &&
		    near_distance(arena_strndup(a, x, n), arena_strndup(a, y, m)) > most)
			return true;
		if (!x[n] || !y[m])
			return false;
		x += n + 1;
		y += m + 1;
	}
}

static bool has_word(const char *name, const char *word, size_t n)
{
	for (;;) {
		size_t k = word_end(name);

		if (k == n && !strncasecmp(name, word, n))
			return true;
		if (!name[k])
			return false;
		name += k + 1;
	}
}

/* The number of words of x, figures excepted, that y lacks. */
static unsigned words_lacking(const char *x, const char *y)
{
	unsigned lacking = 0;

	for (;;) {
		size_t n = word_end(x);

		lacking += n && !is_figure(x) && !has_word(y, x, n);
		if (!x[n])
			return lacking;
		x += n + 1;
	}
}

/* The distance between names: words (data set, model) weigh more than all letters and figures. */
static unsigned how_far(const char *want, const char *name, unsigned distance)
{
	return (words_lacking(want, name) + words_lacking(name, want)) * 1000 + distance;
}

const char *nearest_file(struct arena *a, const struct vfs *v, const char *path, const char *asks)
{
	const char *dir = path_dir(a, path), *want = path_base(path), *found = NULL;
	char **name = NULL;
	size_t n = vfs_list(v, dir, &name, NULL);
	unsigned best = UINT_MAX;

	for (size_t i = 0; i < n; i++) {
		unsigned d = near_distance(want, name[i]), far = how_far(want, name[i], d);
		const char *file = path_join(a, dir, name[i]);

		if (d && d <= most_edits(want) && far < best && !other_word(a, want, name[i]) &&
		    !(asks && !strcmp(file, asks))) {
			best = far;
			found = file;
		}
		free(name[i]);
	}
	free(name);
	return found;
}

/* The entry of dir with that name in any case of letters; NULL: there is none, or several. */
static const char *cased_in(struct arena *a, const struct vfs *v, const char *dir, const char *want)
{
	char **name = NULL;
	size_t n = vfs_list(v, dir, &name, NULL), found = 0;
	const char *one = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!strcasecmp(name[i], want)) {
			one = path_join(a, dir, name[i]);
			found++;
		}
		free(name[i]);
	}
	free(name);
	return found == 1 ? one : NULL;
}

const char *nearest_cased(struct arena *a, const struct vfs *v, const char *top, const char *path)
{
	const char *at = top, *rest = path + strlen(top);

	while (at && *(rest += strspn(rest, "/"))) {
		const char *part = arena_strndup(a, rest, strcspn(rest, "/")), *exact = path_join(a, at, part);

		at = vfs_stands(v, exact) ? exact : cased_in(a, v, at, part);
		rest += strlen(part);
	}
	return at && strcmp(at, path) != 0 && vfs_exists(v, at) ? at : NULL;
}

/* ---- files that were moved */

enum { ENTRIES_MAX = 50000 };
struct ext_search {
	const char *ext;
	struct buf paths; /* NUL-terminated, one after the other */
};
struct paths {
	const char *first;
	size_t n; /* bytes */
};

static bool ends_so(void *ctx, const struct walked *file)
{
	return !strcmp(path_ext(file->path), ((const struct ext_search *)ctx)->ext);
}

static void take(void *ctx, const struct walked *file)
{
	buf_add(&((struct ext_search *)ctx)->paths, file->path, strlen(file->path) + 1);
}

static void pass(void *ctx, const char *path, const struct err *e)
{
	(void)ctx, (void)path, (void)e;
}

static const void *list_files(struct arena *a, const void *by, const char *path, const char *key)
{
	struct ext_search e = { .ext = key };
	struct paths *out = arena_new(a, struct paths);
	size_t budget = ENTRIES_MAX;

	walk_folder(path, &(struct walk_opts){ .fs = by,
					       .wanted = ends_so,
					       .found = take,
					       .failed = pass,
					       .ctx = &e,
					       .budget = &budget,
					       .ignore_files = true });
	*out = (struct paths){ arena_strndup(a, buf_str(&e.paths), e.paths.n), e.paths.n };
	buf_release(&e.paths);
	return out;
}

const char *nearest_moved(struct arena *a, const struct vfs *v, const char *folder, const char *path)
{
	const struct paths *all = result_cache_compute(vfs_file_results(v), list_files, v, folder, path_ext(path));
	const char *found = NULL, *name = path_base(path);

	for (const char *p = all->first; p < all->first + all->n; p += strlen(p) + 1)
		if (!strcmp(path_base(p), name) && strcmp(p, path) != 0) {
			if (found)
				return NULL;
			found = p;
		}
	return found ? arena_strdup(a, found) : NULL;
}

const char *nearest_below(struct arena *a, const struct vfs *v, const char *folder, const char *name)
{
	const struct paths *all = result_cache_compute(vfs_file_results(v), list_files, v, folder, path_ext(name));
	size_t n = strlen(name);

	for (const char *p = all->first; p < all->first + all->n; p += strlen(p) + 1) {
		size_t k = strlen(p);

		if (k > n && p[k - n - 1] == '/' && !strcmp(p + k - n, name))
			return arena_strdup(a, p);
	}
	return NULL;
}

/* How many names two paths have in common from their end, and from their start. */
static unsigned common_end(const char *x, const char *y)
{
	size_t n = strlen(x), m = strlen(y);
	unsigned names = 0;

	for (; n && m && x[n - 1] == y[m - 1]; n--, m--)
		names += x[n - 1] == '/';
	return names;
}

static unsigned common_start(const char *x, const char *y)
{
	unsigned names = 0;

	for (; *x && *x == *y; x++, y++)
		names += *x == '/';
	return names;
}

/* Names in common from the end count most, then those from the start; of files that are as like, the highest. */
static unsigned likeness(const char *file, const char *path)
{
	enum { MOST = 255 };
	unsigned end = common_end(file, path), start = common_start(file, path), depth = 0;

	for (const char *p = file; *p; p++)
		depth += *p == '/';
	return (end < MOST ? end : MOST) << 16 | (start < MOST ? start : MOST) << 8 | (depth < MOST ? MOST - depth : 0);
}

static bool ends_with(const char *path, const char *tail)
{
	size_t n = strlen(path), m = strlen(tail);

	return n > m && path[n - m - 1] == '/' && !strcmp(path + n - m, tail);
}

/* In a folder beside path's own. */
static bool lies_beside(struct arena *a, const char *file, const char *path)
{
	return !strcmp(path_base(file), path_base(path)) &&
	       !strcmp(path_dir(a, path_dir(a, file)), path_dir(a, path_dir(a, path)));
}

const char *nearest_elsewhere(struct arena *a, const struct vfs *v, const char *folder, const char *path,
			      const char *tail)
{
	const struct paths *all = result_cache_compute(vfs_file_results(v), list_files, v, folder, path_ext(path));
	const char *found = NULL;
	unsigned most = 0, as_like = 0;
	bool stands = vfs_stands(v, path_dir(a, path));

	for (const char *p = all->first; p < all->first + all->n; p += strlen(p) + 1) {
		bool ends = strchr(tail, '/') && ends_with(p, tail);

		if (!strcmp(p, path) || (!ends && !(stands && lies_beside(a, p, path))))
			continue;
		unsigned like = ends ? likeness(p, path) : 1;

		as_like = like > most ? 1 : as_like + (like == most);
		found = like > most ? p : found;
		most = like > most ? like : most;
	}
	return as_like == 1 ? arena_strdup(a, found) : NULL;
}
