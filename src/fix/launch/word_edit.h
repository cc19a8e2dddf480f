// SPDX-License-Identifier: MIT
/* Words of a shell script, rewritten in place and in their own quotes. */
#ifndef FIX_LAUNCH_WORD_EDIT_H
#define FIX_LAUNCH_WORD_EDIT_H
#include "fix/proof/attempt.h"

struct word_editor { /* what a fix makes of one script */
	struct arena *a;
	struct attempt *t;
	const struct source *src;
	const char *reason;
};
/* Returns false. */
bool reword_refuse(struct word_editor *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void reword_edit(struct word_editor *w, uint32_t lo, uint32_t hi, const char *text);
/* The word, or its part before or behind `=`, is the text `was` and becomes `now`; refused where variables or several
 * quotations make it. */
enum word_part { WORD_BEGIN, WORD_END };
bool word_replace(struct word_editor *w, struct span word, enum word_part part, const char *was, const char *now);
/* The word goes with the blanks before it, and with its line where it stands alone on one. */
void word_remove(struct word_editor *w, struct span word);
/* These words become one, as they stand; refused where they have quotes or substitutions. */
bool words_quote(struct word_editor *w, uint32_t lo, uint32_t hi);
/* Adds words after one that ends there; on their own line if that one begins its line, or a flag before it does. */
void words_insert(struct word_editor *w, uint32_t behind, const char *words);
const char *word_written(struct arena *a, const char *text); /* quoted where it has to be */
#endif
