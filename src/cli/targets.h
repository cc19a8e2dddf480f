// SPDX-License-Identifier: MIT
/* Which files a run is about. */
#ifndef CLI_TARGETS_H
#define CLI_TARGETS_H
#include "cli/session.h"

struct target {
	const char *given;		 /* as typed; for files of folders: relative to the working directory */
	const char *path;		 /* absolute, normalised; NULL: it doesn't exist (reported) */
	const char *why;		 /* path NULL: "FileNotFoundError: ..." */
	const struct subject_kind *kind; /* what it is taken for; of targets_name: always a config */
	bool walked;			 /* it was found in a folder; of targets_configs */
	bool started; /* it was not named: a named launch script starts it. It is linted, and never edited */
};
VEC(targets, struct target);
/* Files and folders named in words, in their order, each file once. Missing files and files that are no config are
 * reported. */
void targets_find(struct session *s, const struct strings *words, struct targets *out);
/* false: a word of the command line names no usable file, and an option writes files: then nothing is written; that is
 * reported. Call it before the first write. */
bool targets_may_write(struct session *s, const struct targets *t);
/* Reports that the folder, as it was given, holds nothing to lint. */
void targets_report_none(struct session *s, const char *given);
/* Standard input as the file --stdin-filename, on an overlay. Returns its path; NULL: the error is reported. */
const char *targets_stdin(struct session *s, const char *text, size_t n, struct targets *out);
/* As targets_name; but of a folder each config in it. */
void targets_configs(struct session *s, const struct strings *words, bool report, struct targets *out);
/* Named files only, each word one target, with duplicates. */
void targets_name(struct session *s, const struct strings *words, bool report, struct targets *out);
/* The kind of the file by its contents; by its name if the contents do not determine it. */
const struct subject_kind *targets_kind(struct session *s, const char *path);
/* Adds a file that a named launch script starts; a file that is excluded, or of no kind that linting knows, isn't
 * linted. root: its project. */
void targets_add_started(struct session *s, const char *root, const char *path, struct targets *out);
/* A file that an editor shows, which need not be on disk; false: a walk would skip it, or it may not be read
 * (reported).
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
