// SPDX-License-Identifier: MIT
/* git's index: a name of it is tracked, and so is the folder that it stands in. */
#include "fuzz.h"
#include "text/tracked.h"

static void look(const struct tracked *t, const char *name, size_t n)
{
	char path[128], *slash;

	if (!n || n > 100)
		return;
	snprintf(path, sizeof path, "/w/%.*s", (int)n, name);
	tracked_has(t, path, true);
	if (!tracked_has(t, path, false) || !(slash = strrchr(path + 3, '/')))
		return;
	*slash = '\0';
	fuzz_expect(slash == path + 3 || tracked_has(t, path, true), "a name without its folder: %s", path);
}

void fuzz_input(const char *text, size_t n)
{
	struct vfs *v = vfs_new_sealed();
	bool known;

	vfs_put(v, "/w/.git/HEAD", "ref", 3);
	vfs_put(v, "/w/.git/index", text, n);

	struct tracked *t = tracked_open(v, "/w", &known);

	fuzz_expect(!t || known, "what is understood isn't known");
	for (size_t at = 0; t && at < n; at += strnlen(text + at, n - at) + 1)
		look(t, text + at, strnlen(text + at, n - at));
	tracked_free(t);
	vfs_free(v);
}
