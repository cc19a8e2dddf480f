// SPDX-License-Identifier: MIT
/* A missing folder causes a finding at every base that should be in it: configs written for a checkout of another
 * repository have hundreds. They are joined into one finding per project. Likewise bases outside the project, which are
 * not read, a missing file that many name, and a folder that they expect at the wrong depth. */
#ifndef LINT_FINDING_SAME_CAUSE_H
#define LINT_FINDING_SAME_CAUSE_H
#include "lint/finding/diag.h"

enum {
	GATHER_SAME = 3,   /* findings about one file that are a pattern, not a mistake in a path */
	GATHER_FOLDER = 2, /* findings about a folder, or about such folders, that become one */
	GATHER_SHOWN = 3,  /* folders, and places beside the first */
	GATHER_FILE = 10,  /* the same, of one file: its places are listed together (alike.h) */
	GATHER_MANY = 2	   /* findings of one cause that are listed one by one; of copies in one folder 1 */
};
/* What to do if a whole folder of bases is missing. */
#define GATHER_REMEDY \
	"configs of a fork need a checkout of what it was forked from: copy it here, or link it and add " \
	"`--allow DIR`, or `roots: [DIR]` in your own ~/.config/cfglint/config.yaml"
/* d: folded; those that were gathered for a folder come first. */
void diags_gather(struct arena *a, struct diags *d);
/* One cause makes hundreds of findings if a shared file, or the training code, was changed and the configs that came
 * with it were not: those of one rule with the same cause (diag.cause, else the message) and the same fix, if any, are
 * one, with their number; so are two and more of one rule that an edit makes of configs which came with a framework.
 * Only for text reports: fixing, counting and baselines need each. d: folded. */
void diags_gather_many(struct arena *a, struct diags *d);
/* Joins findings of one rule at one place that several configs inherit into one, which has the text of the others. For
 * text reports. d: folded. */
void diags_gather_place(struct arena *a, struct diags *d);
#endif
