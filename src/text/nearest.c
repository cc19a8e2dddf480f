// SPDX-License-Identifier: MIT
#include "text/nearest.h"
#include "base/near.h"
#include "base/path.h"
#include "text/vfs.h"
#include <stdlib.h>
#include <string.h>

/* Edits after which a name is still the same to the eye: of id11.py 2, for what ends alike is no likeness. */
static unsigned most_edits(const char *name)
{
	const char *dot = strrchr(name, '.');
	size_t n = strlen(name), half = (dot && dot > name ? (size_t)(dot - name) : n) / 2, most = 3 + n / 8;

	return (unsigned)(half < most ? half : most);
}

const char *nearest_file(struct arena *a, const struct vfs *v, const char *path, const char *asks)
{
	const char *dir = path_dir(a, path), *want = path_base(path), *found = NULL;
	char **name = NULL;
	size_t n = vfs_list(v, dir, &name, NULL);
	unsigned best = most_edits(want) + 1;

	for (size_t i = 0; i < n; i++) {
		unsigned d = near_distance(want, name[i]);
		const char *file = path_join(a, dir, name[i]);

		if (d && d < best && !(asks && !strcmp(file, asks))) {
			best = d;
			found = file;
		}
		free(name[i]);
	}
	free(name);
	return found;
}
