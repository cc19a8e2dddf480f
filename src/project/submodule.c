// SPDX-License-Identifier: MIT
#include "project/submodule.h"
#include "base/path.h"
#include <string.h>

const char *submodule_of(struct arena *a, const struct vfs *fs, const char *root, const char *path)
{
	struct buf text = { 0 };
	const char *found = NULL;

	if (vfs_read(fs, path_join(a, root, ".gitmodules"), &text, NULL))
		for (const char *p = buf_str(&text); !found && (p = strstr(p, "path = ")); p++) {
			const char *name = arena_strndup(a, p + 7, strcspn(p + 7, " \t\r\n"));

			if (*name && path_inside(path_join(a, root, name), path))
				found = name;
		}
	buf_release(&text);
	return found;
}
