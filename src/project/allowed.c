// SPDX-License-Identifier: MIT
/* Reads version bounds from text: a name that contains the package's, and the version it is compared with. */
#include "project/allowed.h"
#include "base/path.h"
#include "project/priv.h"
#include "project/root.h"
#include "project/versions.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static size_t version_length(const char *p)
{
	return *p >= '0' && *p <= '9' ? strspn(p, "0123456789.") : 0;
}

/* After the package's name: `>=1.3.1, <=1.4.0`, `<= digit_version('1.4.0')`. Returns the version of the first upper
 * bound. */
static const char *bound_in(struct arena *a, const char *p)
{
	for (;;) {
		p += strspn(p, " ,)]\"'");
		size_t op = strspn(p, "<>=!~");
		bool upper = op && (*p == '<' || !strncmp(p, "==", 2)), strict = *p == '<' && p[1] != '=';
		if (!op)
			return NULL;
		p += op;
		p += strspn(p, " ");
		p += strspn(p, "abcdefghijklmnopqrstuvwxyz_");
		p += strspn(p, "(\"'");
		size_t n = version_length(p);
		if (n && upper)
			return strict ? version_before(a, p, n) : arena_strndup(a, p, n);
		if (!n)
			return NULL;
		p += n;
	}
}

/* `MMCV_MAX = '1.4.0'`, `mmcv_maximum_version = '1.4.0'`: a name that contains the package's and "max". */
static const char *maximum_in(struct arena *a, const char *name, size_t len, const char *p)
{
	bool max = false;
	for (size_t i = 0; i + 3 <= len; i++)
		max |= !strncasecmp(name + i, "max", 3);
	p += strspn(p, " ");
	if (!max || *p != '=' || p[1] == '=')
		return NULL;
	p += 1 + strspn(p + 1, " ");
	size_t n = *p == '\'' || *p == '"' ? version_length(p + 1) : 0;
	return n ? arena_strndup(a, p + 1, n) : NULL;
}

static bool in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The newest version that a text allows: the newest of several (one per CUDA version ...). */
static const char *limit_in(struct arena *a, const char *text, const char *package)
{
	size_t n = strlen(package);
	const char *out = NULL;
	for (const char *p = text; (p = strcasestr(p, package)); p += n) {
		if (p > text && in_word(p[-1]))
			continue;
		const char *end = p + n;
		while (in_word(*end) || (*end == '-' && in_word(end[1])))
			end++;
		const char *found = maximum_in(a, p, (size_t)(end - p), end);
		if (!found)
			found = bound_in(a, end);
		if (found && (!out || version_order(found, out) > 0))
			out = found;
	}
	return out;
}

const char *package_limit(struct folders *f, struct arena *a, const char *path, const char *package, const char *file)
{
	const char *root = project_root(f, path), *dirs[2], *out = NULL;
	pthread_mutex_lock(&f->lock);
	dirs[0] = home_of(f, path, root)->dir;
	pthread_mutex_unlock(&f->lock);
	dirs[1] = root;
	for (size_t i = 0; i < ARRAY_SIZE(dirs) && !out; i++) {
		struct buf b = { 0 };
		if (dirs[i] && vfs_read(f->fs, path_join(a, dirs[i], file), &b, NULL))
			out = limit_in(a, buf_str(&b), package);
		buf_release(&b);
	}
	return out;
}
