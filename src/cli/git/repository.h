// SPDX-License-Identifier: MIT
/* Whether git may be started in an untrusted repository. git itself follows `.git` wherever it leads, and waits for
 * ever if it opens a pipe. */
#ifndef CLI_GIT_REPOSITORY_H
#define CLI_GIT_REPOSITORY_H
#include "base/arena.h"
#include "base/err.h"

struct repository {
	const char *top; /* the folder that has the .git, without links; NULL: none */
};
/* The repository that dir lies in. allow: folders outside the project that the user allows, NULL-terminated, or NULL.
 * false: e says what git must not read. */
bool repository_find(struct arena *a, const char *dir, const char *const *allow, struct repository *out, struct err *e);
#endif
