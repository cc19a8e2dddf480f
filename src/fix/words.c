// SPDX-License-Identifier: MIT
/* Key paths in messages, as the command line writes them. */
#include "fix/words.h"

const char *path_text(struct arena *a, struct keypath p)
{
	struct buf b = { 0 };
	char *s;

	keypath_print(&b, p);
	s = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return s;
}
