// SPDX-License-Identifier: MIT
#include "base/stamp.h"
#include "base/hash.h"
#include <dirent.h>
#include <string.h>

/* A sum, because the order of a listing depends on the file system. */
static void add_name(struct trail_names *to, const struct dirent *one)
{
	size_t n = strlen(one->d_name);

	to->sum[0] += hash_word(hash_bytes(HASH_BYTES, one->d_name, n), one->d_type);
	to->sum[1] += hash_word(hash_bytes(HASH_GOLDEN, one->d_name, n), one->d_type);
}

bool trail_names_of(const char *path, struct trail_names *out, struct trail_stamp *stamp)
{
	DIR *dir = opendir(path);
	struct stat st;

	*out = (struct trail_names){ .known = dir != NULL };
	for (const struct dirent *one; dir && (one = readdir(dir));)
		add_name(out, one);

	bool good = dir ? !fstat(dirfd(dir), &st) : !lstat(path, &st) && S_ISDIR(st.st_mode);

	if (good)
		*stamp = stamp_of(&st);
	if (dir)
		closedir(dir);
	return good;
}
