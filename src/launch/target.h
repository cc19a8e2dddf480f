// SPDX-License-Identifier: MIT
/* The Python scripts of the project that launches start: their paths, and facts from their texts. */
#ifndef LAUNCH_TARGET_H
#define LAUNCH_TARGET_H
#include "launch/priv.h"
#include "python/value/value.h"

enum { IMPORTS_MAX = 16 };

struct launch_target {
	const char *path;
	const char *text;
	struct value parser;		 /* parser_flags, frozen; absent in the brief form */
	struct value dataclasses;	 /* dataclass_flags, likewise */
	struct value models;		 /* model_names, likewise */
	const char *import[IMPORTS_MAX]; /* texts of the files beside it that it imports */
	uint32_t nimports;
	struct value says_beside; /* which words it or one of these contains, likewise */
	struct value says;	  /* which of the words of the rules it contains, frozen; absent until needed */
	enum { TRAINS_UNDETERMINED, TRAINS_BY_TEXT, TRAINS_NOT_BY_TEXT } trains;
};
struct launch_targets {
	struct evaluation *e; /* its arena holds the texts */
	struct arena *a;
	bool brief;	/* without parsers */
	bool several;	/* the last target_path found several files */
	size_t scanned; /* bytes searched by target_says */
	VEC(absent_configs, const struct str *)
	absent; /* configs that launches name and that do not exist, each once */
	VEC(, struct launch_target);
};
/* The path of a file of the project: relative to the script's folder or one above it, up to the project's, since the
 * working directory of the call is unknown. For a path of another machine, its end is searched. NULL: there is none,
 * or there are several. */
const char *target_path(struct launch_targets *t, const struct launch *l, const char *name, bool module);
/* NULL: it can't be read, or there are too many. Valid until the next call. */
struct launch_target *target_of(struct launch_targets *t, const char *path);
/* Both are computed once per text, however many launches start it. Puts its `says`, `says_beside`, `parser`,
 * `dataclasses` and `models` into the dict d. */
void target_put(struct launch_targets *t, struct launch_target *of, struct value d);
bool target_trains(struct launch_targets *t, struct launch_target *of);
/* Whether a text contains the word; false also when the limit of searched bytes is reached. */
bool target_says(struct launch_targets *t, const char *text, const char *word);
/* The table of rules/schemas/ for the script's arguments: by the command, the script's name, or an import of the script
 * at path (may be NULL) that gets all of them. NULL: none is known. */
const char *target_table(struct launch_targets *t, const struct launch *l, const char *path);
/* Whether the scripts, or the programs that they start, use a variable. */
bool target_reads(struct launch_targets *t, const char *name);
/* Converts the result of target_says over several texts: false is certain only if all were searched. */
struct value target_said(struct launch_targets *t, bool is);
#endif
