// SPDX-License-Identifier: MIT
/* Shared by layers.c (which files, and what they extend), read_settings.c (their keys) and settings.c (which settings
 * apply to which file). */
#ifndef LINT_SETTINGS_PRIV_H
#define LINT_SETTINGS_PRIV_H
#include "lint/settings/settings.h"
#include "project/folders.h"
#include "spec/read.h"

struct path_override { /* an entry of `overrides:` */
	struct patterns files;
	const struct ynode *map;
};
struct layer { /* one settings file, parsed */
	const char *path, *dir;
	/* Folders that it may name: NULL: any, for it is the user's own or named on the command line; else its project
	 * first, then those that the user allows. NULL-terminated. */
	const char *const *may_name;
	const struct source *src;
	const struct ynode *doc;
	bool users; /* it is the user's own, or what that extends */
	struct patterns exclude;
	struct path_override *over;
	uint32_t nover;
};
enum { OVERRIDES_MAX = 64 }; /* of all files that hold for one */
enum { ENTRIES_MAX = 1000 }; /* of a list of folders, packages or variables, of all files together */
struct layers {		     /* lowest first */
	struct layer *at;
	uint32_t n, nover;
};
struct layer_reader { /* what is needed to find and parse them */
	struct arena *a;
	const struct vfs *fs;
	struct sources *sources;
	struct folders *folders;
	const struct overrides *over;
};
/* The settings file that holds for the files of a folder, not counting the user's own, on the arena; *file NULL: none.
 * false: it is that of the folder above. */
bool layers_find(const struct layer_reader *y, const char *dir, const char **file);
/* Collects that file (NULL: none), the files that it extends, and the user's own. false: e has the place. */
bool layers_load(const struct layer_reader *y, const char *file, struct layers *out, struct err *e);
void layers_release(struct layers *l); /* the patterns */
/* Their `roots:`, absolute, NULL-terminated. */
const char **layers_roots(struct arena *a, const struct layer *l, size_t n);
/* The folder that allows a path to be named in the layer, links followed ("/": any); NULL: none does. */
const char *layer_allows(struct arena *a, const struct layer *l, const char *path);
/* A folder that the layer names, relative to its own, as an absolute path; NULL: it is refused or missing, which is
 * reported. */
const char *layer_folder(struct yread *y, const struct layer *l, const struct ynode *n, const char *what);
/* Where one that is refused lies, and what would allow it: what for a message. */
#define OUTSIDE_TEXT "lies outside the project %s; only --allow, or `roots:` in your own settings, can allow that"
bool patterns_match(struct arena *a, const struct patterns *p, const char *path); /* the file or a folder above it */

/* Lists of words that end in NULL; NULL: none. The results are on the arena or one of those that were given. */
const char *const *list_joined(struct arena *a, const char *const *x, const char *const *y);
const char *const *list_without(struct arena *a, const char *const *list, const char *const *words);
bool list_has(const char *const *list, const char *word); /* whatever the case, as list_without */

/* Applies a file's keys to s. false: e has the place. */
bool settings_read(struct arena *a, const struct ruleset *rs, const struct layer *l, struct settings *s, struct err *e);
/* Those of one of its overrides. */
bool settings_read_override(struct arena *a, const struct ruleset *rs, const struct layer *l, uint32_t i,
			    struct settings *s, struct err *e);
struct settings_key settings_key_at(size_t i);	    /* as settings_key */
const char *const *settings_parts(const char *key); /* as settings_key_parts */
bool settings_key_adds(const char *key);	    /* the values of lower files count too */
struct listed_settings;
/* The entries of a map of the layer. of: as struct listed_setting. */
void layer_list(struct arena *a, const struct layer *l, const struct ynode *map, const char *of,
		struct listed_settings *out);
/* What the file of a project turns off or lowers in s although the user sets it by name. own: the settings without the
 * project's files. As `warnings` of settings. */
const char *const *settings_taken_away(struct arena *a, const struct ruleset *rs, const char *file,
				       const struct settings *own, const struct settings *s);
/* Command-line figures on top. */
bool settings_override(struct arena *a, const struct overrides *o, struct settings *s, struct err *e);

/* A positive number, at most a million. false: reported. */
bool figure_read(struct yread *y, const struct ynode *n, const char *what, bool whole, struct value *out);
/* A map of such numbers, the first a whole one; missing keys are unchanged. */
bool figures_read(struct yread *y, const struct ynode *map, const char *what, const char *const *known,
		  struct value *const *to, size_t n, size_t whole);
/* Applies `limits:` to those of s. may_raise: if false, a value that would raise a limit is refused, and s records
 * that. */
bool limits_read(struct yread *y, const struct ynode *map, const char *what, bool may_raise, struct settings *s);
bool figure_given(const char *text, const char *flag, bool whole, struct value *out, struct err *e); /* an option's */
#endif
