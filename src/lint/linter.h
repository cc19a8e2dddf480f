// SPDX-License-Identifier: MIT
/* The context of a run of the program: the file system, the rules and the settings. It is created once at the start of
 * a run (a command, a rule's test) and passed to all code that lints, fixes and proves. Results about training code and
 * settings are stored in its caches, which are thread-safe.
 */
#ifndef LINT_LINTER_H
#define LINT_LINTER_H
#include "code/code.h"
#include "lint/settings/settings.h"

VEC(named_files, const struct str *);
struct progress {		     /* read by the progress thread */
	_Atomic(const char *) doing; /* "trying fixes"; NULL: the default name of the progress line */
	_Atomic(const char *) many;  /* of what done and of are figures; NULL: subjects */
	_Atomic(size_t) done, of;
};
struct linter {
	/* owned by the caller, who frees them after linter_close */
	struct vfs *vfs;
	struct pool *pool;
	struct ruleset *rules;
	struct graph_opts graph;   /* how configs are loaded; all zero: as their projects and settings define it */
	struct progress *progress; /* NULL: no progress line */
	bool carried;		   /* findings of configs that are carried along are listed, too (lint/carried.h) */
	/* its own */
	struct settings_cache *settings;
	struct code_cache *codes;
	VEC(, struct code_cache *) forgotten; /* their messages may still be printed */
	const char *cache;
	struct named_files named;
};
/* o: settings of the command line, NULL: none. cache: folder of what is known from earlier runs about training code;
 * NULL: none. */
void linter_open(struct linter *l, const struct overrides *o, const char *cache);
/* Call it after an edit of training code: the code is analysed again. */
void linter_forget_code(struct linter *l);
void linter_close(struct linter *l); /* also of one that was never opened */
/* Starts a stage of the progress line, if there is one; of: its number of steps, 0: unknown. As struct progress. */
void linter_begin(const struct linter *l, const char *doing, const char *many, size_t of);
void linter_step(const struct linter *l);
/* paths: absolute, normalised. Under the options l->graph; the caller frees the graph. */
struct graph *linter_load(const struct linter *l, const char *const *paths, size_t n);
/* The same, as subjects of any kind; their kind frees them. beside: as struct subject_load. */
const struct subject_set *linter_subjects(const struct linter *l, const struct subject_kind *kind,
					  const char *const *paths, size_t n, const struct subject *const *beside);
/* Files that the user named one by one: rules for complete configs run on them whatever they hold. Before lint_run. */
void linter_name_file(struct linter *l, const char *path);
bool linter_names_file(const struct linter *l, const char *path);
/* The code that trains a config with this home and these lent packages (struct module), as its settings define it;
 * NULL: none, *why is the reason (it may be NULL itself). Lives as long as the linter. */
const struct code *linter_code(const struct linter *l, const struct settings *st, const char *home,
			       const char *const *lent, const char **why);
#endif
