// SPDX-License-Identifier: MIT
/* What every command needs: rules, settings, threads, colour, names as users see them, and the exit status so far. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H
#include "cli/opts.h"
#include "fix/fix.h"
#include "lint/rules/ruleset.h"
#include <time.h>

enum { EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, EXIT_BROKEN };

struct report_cache;
struct unreadable;
struct session {
	struct opts *o;
	const struct subject_kind *const
		*kinds; /* that files may be; NULL-terminated, the first is what a file is by default */
	struct arena arena;
	const char *cwd;
	struct folders *folders; /* the project of a path */
	struct loaders *loaders; /* the loader that reads its files; NULL: not determined yet (cli/foreign_counts.h) */
	struct overrides overrides;
	struct linter linter;			   /* the session owns its file system, threads and rules */
	const char *rule_folder, *rule_folder_top; /* the first one of the settings' `rules:`, or NULL, and in what it
						      lies */
	struct strings allow;			   /* outside the projects, absolute; overrides points here */
	struct strings env, roots, packages;	   /* of --env and all settings files; linter.graph points here */
	struct strings warned;			   /* messages about settings files that were printed */
	const char *settings_error; /* the settings file's last error, so that it isn't reported for each file */
	const struct ynode
		*profiles_seen; /* the settings' profiles that were looked at last, and what is wrong with them */
	struct err profiles_err;
	struct strings launch_scripts;	   /* of the projects that are linted; linter.graph points here */
	struct strings written;		   /* variants of this run */
	struct strings dependents;	   /* files that may inherit from the named ones; linter.graph points here */
	uint32_t untaken;		   /* words that name no usable path (reported) */
	uint32_t settings_named;	   /* settings files among the words that are good */
	uint32_t unwalked;		   /* files and folders that could not be read (reported) */
	struct report_cache *report_cache; /* cli/report_cache.h; NULL: nothing is cached */
	struct timespec began;		   /* by CLOCK_MONOTONIC */
	int status;			   /* worst so far */
	const char *complaint;		   /* the last one that was reported (cli/messages.h); NULL: none */
	struct unreadable *unreadable, *last_unreadable; /* all of them, for reports */
	struct baseline *baseline;			 /* that baseline_hide read last; NULL: none */
};

/* false: reported on stderr, status is set. Close it in both cases. */
bool session_open(struct session *s, struct opts *o, const struct subject_kind *const *kinds);
void session_close(struct session *s);
void session_raise(struct session *s, int status); /* 2 beats 1 beats 0 */
bool session_colors(const struct session *s, FILE *to);
unsigned session_wrap(FILE *to); /* width of messages on a terminal; 0: it is none */
const char *
session_docs(void); /* where the rules' pages are: CFGLINT_DOCS_URL, else the build's default; "": nowhere */
const char *session_name(struct session *s, const char *path);	/* as users see it: relative to the working directory */
const char *session_shown(struct session *s, const char *text); /* with control bytes escaped, for stdout */
/* A message that begins with an absolute path, with that path as users see it. */
const char *session_message(struct session *s, const char *msg);
/* The top of the repository that the file is in; NULL: it is in none. */
const char *session_patch_top(struct session *s, const char *path);
/* As `git apply` needs it: relative to the repository's top, without one to the working directory. */
const char *session_patch_name(struct session *s, const char *path);
#endif
