// SPDX-License-Identifier: MIT
/* The git program, for reading what a repository holds: no shell, none of the environment's GIT_ variables, no network,
 * no hooks, filters, text conversions or file system monitors, whatever the repository's own settings say. libgit2
 * would be one more library in the process that parses somebody else's packs; git is there where repositories are. */
#ifndef CLI_GIT_H
#define CLI_GIT_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

/* Runs `git -C dir ARGUMENTS`, fed with n bytes of input, and appends what it says. false: e says why: it isn't there,
 * says no (its first line), or says more than `most` bytes. */
bool git_run(const char *dir, const char *const *arguments, const char *input, size_t n, size_t most, struct buf *out,
	     struct err *e);
#endif
