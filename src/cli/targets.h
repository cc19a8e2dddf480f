// SPDX-License-Identifier: MIT
/* Which files a run is about. */
#ifndef CLI_TARGETS_H
#define CLI_TARGETS_H
#include "cli/session.h"

struct target {
	const char *given;		 /* as typed; for files of folders: relative to the working directory */
	const char *path;		 /* absolute, normalised; NULL: not there (told) */
	const char *why;		 /* path NULL: "FileNotFoundError: ..." */
	const struct subject_kind *kind; /* what it is taken for; of targets_name: always a config */
	bool started; /* nobody named it: a launch script that was named starts it. It is judged, and never edited */
};
VEC(targets, struct target);
/* Files and folders named in words, in their order, each file once. What is missing or no config is told. */
void targets_find(struct session *s, const struct strings *words, struct targets *out);
/* Complains that the folder, as it was given, holds nothing to lint. */
void targets_tell_none(struct session *s, const char *given);
/* Standard input as the file --stdin-filename, on an overlay. Returns its path; NULL: told what is wrong. */
const char *targets_stdin(struct session *s, const char *text, size_t n, struct targets *out);
/* Named files only, each word one target, duplicates kept. */
void targets_name(struct session *s, const struct strings *words, bool tell, struct targets *out);
/* Adds a file that a named launch script starts; what is excluded, or taken for none of the kinds that linting knows,
 * isn't linted. root: its project. */
void targets_add_started(struct session *s, const char *root, const char *path, struct targets *out);
/* A file that an editor shows, which need not be on disk; false: a walk would not take it, or it may not be read
 * (told).
 */
bool targets_add_shown(struct session *s, const char *path, struct targets *out);
/* Whether walks pass it over: settings exclude it, or it is a folder of copies. */
bool targets_passed_over(void *session, const char *path, bool is_dir);
/* Absolute paths of the targets of a kind that exist, on the arena. kind NULL: of all. */
const char **targets_paths(struct session *s, const struct targets *t, const struct subject_kind *kind, size_t *n);
/* Adds a folder to those that are to be walked: one that lies in another of them is in it already, and those inside the
 * new one go. */
void folders_join(struct strings *dirs, const char *dir);
#endif
