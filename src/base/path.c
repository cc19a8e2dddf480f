// SPDX-License-Identifier: MIT
/*
 * Path arithmetic.  Normal form: no empty, "." or inner ".." component and no trailing slash; "." for the empty path;
 * ".." only at the front of a relative path.  Purely textual: symlinks are not resolved.
 *
 * Example: path_join("a/b", "../c")       = "a/c"
 *          path_normal("./a//b/..")       = "a"
 *          path_relative("/r/a", "/r/b")  = "../b"
 */
#include "base/path.h"
#include "base/disk.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Removes the last component of out; false if there is none to remove ("", "/", "..", "../.."). */
static bool pop(char *out, size_t *n, bool absolute)
{
	size_t root = absolute ? 1 : 0, cut = *n;

	if (cut == root)
		return false;
	while (cut > root && out[cut - 1] != '/')
		cut--;
	if (*n - cut == 2 && out[cut] == '.' && out[cut + 1] == '.')
		return false;
	*n = cut > root ? cut - 1 : root;
	return true;
}

static void push(char *out, size_t *n, bool absolute, const char *part, size_t len)
{
	if (*n > (absolute ? 1u : 0u))
		out[(*n)++] = '/';
	memcpy(out + *n, part, len);
	*n += len;
}

char *path_normal(struct arena *a, const char *path)
{
	bool absolute = path[0] == '/';
	char *out = arena_alloc(a, strlen(path) + 2, 1, 1);
	size_t n = 0;

	if (absolute)
		out[n++] = '/';
	for (const char *p = path; *p;) {
		size_t len = strcspn(p, "/");

		if (len == 2 && !memcmp(p, "..", 2)) {
			if (!pop(out, &n, absolute) && !absolute)
				push(out, &n, absolute, p, len);
		} else if (len && !(len == 1 && *p == '.')) {
			push(out, &n, absolute, p, len);
		}
		p += len;
		p += strspn(p, "/");
	}
	if (!n)
		out[n++] = '.';
	out[n] = '\0';
	return out;
}

char *path_join(struct arena *a, const char *dir, const char *rel)
{
	CHECK(dir && rel);

	if (rel[0] == '/' || !dir[0])
		return path_normal(a, rel);

	size_t n = strlen(dir), m = strlen(rel);
	char small[512], *text = n + m + 2 <= sizeof small ? small : xrealloc(NULL, n + m + 2, 1);

	memcpy(text, dir, n);
	text[n] = '/';
	memcpy(text + n + 1, rel, m + 1);

	char *joined = path_normal(a, text);

	if (text != small)
		free(text);
	return joined;
}

char *path_absolute(struct arena *a, const char *path)
{
	if (path[0] == '/')
		return path_normal(a, path);

	char *cwd = getcwd(NULL, 0);

	if (!cwd)
		check_memory(errno);
	if (!cwd)
		die("can't find the working directory: %s", strerror(errno));

	char *absolute = path_join(a, cwd, path);

	free(cwd);
	return absolute;
}

char *path_real(struct arena *a, const char *path)
{
	char *real = disk_realpath(path, NULL), *copy;

	if (!real) {
		check_memory(errno);
		return NULL;
	}
	copy = arena_strdup(a, real);
	free(real);
	return copy;
}

char *path_real_new(struct arena *a, const char *path)
{
	char *real = path_real(a, path);

	if (real || !strcmp(path, "/") || !strcmp(path, "."))
		return real ? real : arena_strdup(a, path);
	return path_join(a, path_real_new(a, path_dir(a, path)), path_base(path));
}

char *path_dir(struct arena *a, const char *path)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n && path[n - 1] != '/')
		n--;
	while (n > 1 && path[n - 1] == '/')
		n--;
	return n ? arena_strndup(a, path, n) : arena_strdup(a, ".");
}

const char *path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

const char *path_ext(const char *path)
{
	const char *base = path_base(path);
	const char *dot = strrchr(base + strspn(base, "."), '.'); /* ".bashrc" has a name, not an extension */

	return dot ? dot : base + strlen(base);
}

char *path_stem(struct arena *a, const char *path)
{
	const char *base = path_base(path);

	return arena_strndup(a, base, (size_t)(path_ext(path) - base));
}

bool path_inside(const char *dir, const char *path)
{
	size_t n = strlen(dir);

	if (!strcmp(dir, "."))
		return path[0] != '/' && strcmp(path, "..") && strncmp(path, "../", 3);
	if (!strcmp(dir, "/"))
		return path[0] == '/';
	return !strncmp(dir, path, n) && (path[n] == '\0' || path[n] == '/');
}

/* Length of the longest folder that contains both. */
static size_t common_dir(const char *from, const char *to)
{
	size_t last = 0, i = 0;

	for (;; i++) {
		bool from_ends = from[i] == '\0' || from[i] == '/', to_ends = to[i] == '\0' || to[i] == '/';

		if (from_ends && to_ends)
			last = i;
		if (from[i] != to[i] || !from[i])
			return last;
	}
}

char *path_relative(struct arena *a, const char *from_dir, const char *to)
{
	CHECK(from_dir[0] == '/' && to[0] == '/');

	const char *from = strcmp(from_dir, "/") ? from_dir : "";
	const char *target = strcmp(to, "/") ? to : "";
	size_t common = common_dir(from, target);
	const char *down = target + common;
	struct arena scratch = { 0 };
	char *up = arena_alloc(&scratch, 3 * strlen(from) + strlen(down) + 2, 1, 1);
	size_t n = 0;

	for (const char *p = from + common; *p; p++)
		if (*p == '/') {
			memcpy(up + n, "../", 3);
			n += 3;
		}

	strcpy(up + n, *down == '/' ? down + 1 : down);

	char *relative = path_normal(a, up);

	arena_release(&scratch);
	return relative;
}

const char *path_shown(struct arena *a, const char *cwd, const char *path)
{
	if (path[0] != '/')
		return path;

	const char *rel = path_relative(a, cwd, path);

	return strlen(rel) < strlen(path) || path_inside(cwd, path) ? rel : path;
}
