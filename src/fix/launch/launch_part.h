// SPDX-License-Identifier: MIT
/* What a promise about a launch script is about: a part of its tree (docs/writing-rules.md, "Rules about launch
 * lines"). */
#ifndef FIX_LAUNCH_LAUNCH_PART_H
#define FIX_LAUNCH_LAUNCH_PART_H
#include "launch/words.h"
#include "lint/finding/diag.h"

enum part_of {
	PART_SETTING, /* an environment variable: key is name or value; NULL: the whole */
	PART_FIELD,   /* of a launch, or of its slurm */
	PART_FLAG,    /* of the script that is started: key is name, values or globs; NULL: what follows it */
};
struct line_part {
	enum part_of kind;
	uint32_t launch;    /* FIELD, FLAG: its number */
	struct value of;    /* the dict: of a setting, of the launch or its slurm, of the flag; FLAG: Unknown where
			       the launch doesn't give it */
	struct value whole; /* FIELD, FLAG: the launch */
	bool slurm;
	bool argument;		/* FLAG: the promise is about the whole flag, as one of a set of arguments; key is NULL
				   where the launch doesn't give it */
	const char *key, *name; /* name: of the flag, or of the variable */
};
/* false: it is about no such part. */
bool part_at(struct arena *a, const struct subject *s, struct keypath path, struct line_part *out);
/* The flag that gives the argument of that name, in the manner of the other one: `--eval-strategy` for
 * `--evaluation-strategy`. */
const char *argument_flag(struct arena *a, const char *like, const struct str *name);
/* A promised value as a word; NULL: it has no text. */
const char *argument_text(struct arena *a, struct value v);

/* How the launcher of a launch becomes another: the words lo..hi become `text`. */
struct relaunch {
	struct span at;
	const char *text;
};
/* false: it isn't written literally, or `want` is no launcher that is possible there. */
bool relaunch_find(struct arena *a, const struct launch_words *w, const struct source *src, struct value launch,
		   const char *want, struct relaunch *out);
#endif
