// SPDX-License-Identifier: MIT
/* The git program, for reading what a repository holds: no shell, none of the environment's GIT_ variables but the one
 * of the index, no network, no hooks, filters, text conversions or file system monitors, whatever the repository's own
 * settings say. It is started by its absolute path: a folder of PATH such as `.` or `` would be the work tree's own
 * program. libgit2 would be one more library in the process that parses untrusted packs; git is installed where
 * repositories are. */
#ifndef CLI_GIT_GIT_H
#define CLI_GIT_GIT_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

struct git {
	const char *program; /* absolute */
	const char *path;    /* the PATH that it gets: the absolute folders */
	const char *dir, *top;
};
enum { GIT_SILENT = 10 /* seconds without a byte, after which it is ended */ };
/* Looks for git in the absolute folders of PATH outside of dir's repository, and whether that one may be read
 * (cli/git/repository.h; allow: likewise). On the arena. false: e. */
bool git_open(struct arena *a, const char *dir, const char *const *allow, struct git *out, struct err *e);
/* Runs `git -C dir ARGUMENTS`, fed with n bytes of input, and appends its output. false: e says why: git failed (its
 * first line), printed more than `most` bytes, or nothing for GIT_SILENT seconds. */
bool git_run(const struct git *git, const char *const *arguments, const char *input, size_t n, size_t most,
	     struct buf *out, struct err *e);
#endif
