// SPDX-License-Identifier: MIT
/* The Python scripts of the project that launches start: where they lie, what their texts say. */
#ifndef LAUNCH_TARGET_H
#define LAUNCH_TARGET_H
#include "launch/priv.h"
#include "python/value/value.h"

struct launch_target {
	const char *path;
	const char *text;
	struct value parser; /* parser_flags, frozen; absent where it is brief */
	struct value says;   /* which of the words that rules ask for it has, frozen; absent until it is asked for */
	enum { TRAINS_NOT_ASKED, TRAINS_BY_TEXT, TRAINS_NOT_BY_TEXT } trains;
};
struct launch_targets {
	struct evaluation *e; /* whose arena texts live on */
	struct arena *a;
	bool brief;	/* without parsers */
	bool several;	/* what target_path last looked for is several files */
	size_t scanned; /* bytes of texts, by target_says */
	VEC(absent_configs, const struct str *)
	absent; /* configs that launches name and that are not there, each once */
	VEC(, struct launch_target);
};
/* Where a file of the project lies: seen from the script's folder or one around it, up to the project's, for nobody
 * knows where the script is called. Of a path on another machine, what it ends with. NULL: there is none, or there are
 * several. */
const char *target_path(struct launch_targets *t, const struct launch *l, const char *name, bool module);
/* NULL: it can't be read, or there are too many. Valid until the next one. */
struct launch_target *target_of(struct launch_targets *t, const char *path);
/* Both are looked for once a text, however many launches start it. */
struct value target_words(struct launch_targets *t, struct launch_target *of);
bool target_trains(struct launch_targets *t, struct launch_target *of);
/* Whether a text has the word; false, too, when too much was looked through. */
bool target_says(struct launch_targets *t, const char *text, const char *word);
/* What target_says says of several texts: that it is in none of them holds where all were looked at. */
struct value target_said(struct launch_targets *t, bool is);
#endif
