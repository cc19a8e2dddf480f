// SPDX-License-Identifier: MIT
/* The files of a revision, at the paths that they have in the work tree, in memory: nothing is written. Settings are
 * those of today, so that two states of the configs are judged by one measure. */
#ifndef CLI_REVISION_H
#define CLI_REVISION_H
#include "cli/git.h"
#include "cli/targets.h"

struct revision {
	struct arena arena;
	const char *name; /* as the user says it */
	const char *top;  /* of the repository */
	struct git git;
	struct linter linter;
	struct settings_cache *own; /* the linter's, which is not asked */
};
/* near: a file or folder of the repository. false: told, and nothing is to be closed. */
bool revision_open(struct session *s, const char *name, const char *near, struct revision *out);
void revision_close(struct revision *r);
/* Tells of targets that lie in another repository, as a submodule's: the revision has none of them. */
void revision_tell_others(struct session *s, struct revision *r, const struct targets *t);
/* Under the options of the session's own loading (session_set_loading), what of the paths is there. */
/* Likewise the subjects of one kind, with what inherits from them as the session found it; NULL: there are none. */
const struct subject_set *revision_subjects(struct session *s, struct revision *r, const struct subject_kind *kind,
					    const char *const *paths, size_t n);
struct graph *revision_load(struct session *s, struct revision *r, const char *const *paths, size_t n);
#endif
