// SPDX-License-Identifier: MIT
/* Recognizes folders of copies by name; `lib` only below `build`. */
#include "project/copies.h"
#include "base/path.h"
#include "base/util.h"
#include <string.h>

static bool ends_with(const char *path, const char *end)
{
	size_t n = strlen(path), k = strlen(end);

	return n > k && strcmp(path + n - k, end) == 0;
}

bool project_is_copy(const char *dir)
{
	static const char *const name[] = { ".mim", ".ipynb_checkpoints", "site-packages", "dist-packages" };

	for (size_t i = 0; i < ARRAY_SIZE(name); i++)
		if (strcmp(path_base(dir), name[i]) == 0)
			return true;
	return ends_with(dir, "/build/lib");
}
