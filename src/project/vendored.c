// SPDX-License-Identifier: MIT
#include "project/vendored.h"
#include "base/path.h"
#include "base/util.h"
#include <string.h>

static bool has_one(const struct vfs *fs, struct arena *a, const char *dir, const char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (vfs_exists(fs, path_join(a, dir, name[i])))
			return true;
	return false;
}

/* In a folder for third-party code, which needs no licence of its own. */
static bool among_others(struct arena *a, const char *dir)
{
	static const char *const others[] = {
		"third_party", "third-party", "thirdparty", "3rdparty",	    "3rd_party",
		"vendor",      "vendored",    "external",   "dependencies", "submodules"
	};
	const char *name = path_base(path_dir(a, dir));

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(others[i], name))
			return true;
	return false;
}

static bool is_apart(const struct vfs *fs, struct arena *a, const char *dir)
{
	static const char *const installed[] = { "setup.py", "pyproject.toml" };
	static const char *const licence[] = { "LICENSE",    "LICENSE.txt", "LICENSE.md",  "LICENCE",
					       "COPYING",    "LICENCE.txt", "LICENCE.md",  "license",
					       "COPYING.md", "License",	    "LICENSE.rst", "license.txt" };

	return has_one(fs, a, dir, installed, ARRAY_SIZE(installed)) &&
	       (among_others(a, dir) || has_one(fs, a, dir, licence, ARRAY_SIZE(licence)));
}

const char *project_vendored(const struct vfs *fs, struct arena *a, const char *root, const char *path)
{
	const char *found = NULL;

	if (!root || !path_inside(root, path))
		return NULL;
	for (const char *dir = path_dir(a, path); strlen(dir) > strlen(root); dir = path_dir(a, dir))
		if (is_apart(fs, a, dir))
			found = dir;
	return found;
}
