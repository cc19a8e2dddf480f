// SPDX-License-Identifier: MIT
/* Which keys of a dict, and of dicts in it, stand as words in the Python files of a project: code that is not analysed
 * may read them. */
#ifndef PLAIN_WORDS_OF_CODE_H
#define PLAIN_WORDS_OF_CODE_H
#include "python/value/value.h"
#include "text/vfs.h"

/* A list of keys; open, if there are too many files to tell. root NULL: there is no project, so none; None, if the
 * project has no Python file. */
struct value named_in_code(struct arena *a, const struct vfs *fs, const char *root, struct value dict);
#endif
