// SPDX-License-Identifier: MIT
/* The files of a revision, at the paths that they have in the work tree, in memory: nothing is written. Settings are
 * the current ones, so that two states of the configs are linted by the same rules. */
#ifndef CLI_REVISION_H
#define CLI_REVISION_H
#include "cli/git/git.h"
#include "cli/targets.h"

struct revision {
	struct arena arena;
	const char *name; /* as the user wrote it */
	const char *top;  /* of the repository */
	struct git git;
	const struct strings *words; /* of the command line */
	struct map listed;	     /* interned paths of what it holds, also of files that are too large to be read */
	struct linter linter;
	struct settings_cache *own; /* the linter's, which is not used */
};
/* near: a file or folder of the repository. false: reported, and nothing needs closing. */
bool revision_open(struct session *s, const char *name, const char *near, struct revision *out);
bool revision_has(const struct revision *r, const char *path); /* a file that was there, though it may not be read */
void revision_close(struct revision *r);
/* Reports targets that lie in another repository, such as a submodule: the revision does not contain them. */
void revision_report_others(struct session *s, struct revision *r, const struct targets *t);
/* Loads those of the paths that exist, under the session's loading options (session_set_loading). */
/* Likewise the subjects of one kind, with the dependents that the session found; NULL: none. */
const struct subject_set *revision_subjects(struct session *s, struct revision *r, const struct subject_kind *kind,
					    const char *const *paths, size_t n);
struct graph *revision_load(struct session *s, struct revision *r, const char *const *paths, size_t n);
#endif
