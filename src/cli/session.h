// SPDX-License-Identifier: MIT
/* What every command needs: rules, settings, threads, colour, and the exit status so far. Also which files were asked
 * for. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H
#include "cli/opts.h"
#include "fix/fix.h"
#include "report/report.h"
#include "lint/rules/ruleset.h"

enum { EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, EXIT_BROKEN };

struct session {
	struct opts *o;
	struct arena arena;
	const char *cwd;
	struct overrides overrides;
	struct linter linter;		     /* whose file system, threads and rules are the session's to free */
	const char *rule_folder;	     /* the first one of the settings' `rules:`, or NULL */
	struct strings env, roots, packages; /* of --env and all settings files; linter.graph points here */
	const char *settings_told;	     /* the settings file's last error, so that it isn't told for each file */
	int status;			     /* worst so far */
};

/* false: told on stderr, status is set. Close it in both cases. */
bool session_open(struct session *s, struct opts *o);
void session_close(struct session *s);
void session_raise(struct session *s, int status); /* 2 beats 1 beats 0 */
/* "cfglint: ..." on stderr with control bytes escaped, and status 2. */
void complain(struct session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same with a place: "cfglint: PATH:LINE:COL: MSG"; path absolute; hint may be NULL. */
void complain_at(struct session *s, const char *path, const struct err *e, const char *hint);
/* A line on stderr that doesn't change the status. */
void remark(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
bool session_colors(const struct session *s, FILE *to);
const char *session_name(struct session *s, const char *path);	/* as users see it: relative to the working directory */
const char *session_shown(struct session *s, const char *text); /* with control bytes escaped, for stdout */
/* A message that begins with an absolute path, with that path as users see it. */
const char *session_message(struct session *s, const char *msg);
/* As `git apply` wants it: relative to the repository's top, without one to the working directory. */
const char *session_patch_name(struct session *s, const char *path);

struct target {
	const char *given; /* as typed; for files of folders: relative to the working directory */
	const char *path;  /* absolute, normalised; NULL: not there (told) */
	const char *why;   /* path NULL: "FileNotFoundError: ..." */
};
VEC(targets, struct target);
/* Files and folders named in words, in their order, each file once. What is missing or no config is told. */
void targets_find(struct session *s, const struct strings *words, struct targets *out);
/* Standard input as the file --stdin-filename, on an overlay. Returns its path; NULL: told what is wrong. */
const char *targets_stdin(struct session *s, const char *text, size_t n, struct targets *out);
/* Named files only, each word one target, duplicates kept. */
void targets_name(struct session *s, const struct strings *words, bool tell, struct targets *out);

/* Loads the targets' files under their settings, which make linter.graph. Who loads them again calls linter_load. */
struct graph *session_load(struct session *s, const struct targets *t);
/* Tells what could not be read or parsed. */
void session_tell_unreadable(struct session *s, const struct graph *g, const struct targets *t);
/* Loader and dialect of each target, on stderr (-v). */
void session_tell_assumptions(struct session *s, const struct graph *g, const struct targets *t);
/* Absolute paths of the targets that exist, on the arena. */
const char **targets_paths(struct session *s, const struct targets *t, size_t *n);

int cmd_lint(struct session *s);
int cmd_show(struct session *s);
int cmd_where(struct session *s);
int cmd_trace(struct session *s);
int cmd_unread(struct session *s);
int cmd_diff(struct session *s);
int cmd_deps(struct session *s);
int cmd_explain(struct session *s);
/* Prints for each selected rule that finds nothing in the file why. */
void explain_silence(struct session *s, const struct graph *g, const struct target *t);
int cmd_rules(struct session *s);
int cmd_variant(struct session *s);
int cmd_test_rules(struct session *s);
int cmd_new_rule(struct session *s);
#endif
