// SPDX-License-Identifier: MIT
/* A config's text without its layout: words, and entries. An entry is `lr=0.02` and where it stands: the brackets
 * around it, each with what comes before it and with its first entry where that is a type. So it is the same one
 * wherever in its dict it stands, whoever formats the file, and another one when anything that it means changes.
 * Brackets without keys inside, `(1333, 800)`, are text. tools/framework-configs.py splits texts in the same way. */
#ifndef PROJECT_ENTRIES_H
#define PROJECT_ENTRIES_H
#include "base/buf.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_END, WORD_BROKEN /* a string that doesn't end */, WORD_STRING = '\'', WORD_TEXT = 'a' };
struct text_words { /* not read yet */
	const char *at, *end;
};
struct text_word {
	int kind;      /* one of these, or the character itself: brackets, `,` `;` `=` `:` and line ends */
	const char *s; /* of a string: what stands between its quotes */
	size_t n;
	const char *lo; /* where it begins, with its quotes */
};
/* Comments, blanks and backslashes outside of strings are passed over. */
struct text_word words_next(struct text_words *w);
void word_put(struct buf *out, const struct text_word *x); /* all quotes are ' */

enum {
	KEY_BITS = 12,
	VALUE_BITS = 48,
	ENTRIES_MAX = 20000 /* of a text; the longest config of a framework has 2,400 */
};
struct text_entry {
	uint32_t lo, hi; /* in the text: with its key and its closing bracket */
	bool brackets;	 /* with keys inside: no entry itself, but what holds some */
	bool shipped;	 /* set by who compares; of brackets: of any entry inside */
	uint16_t key;	 /* KEY_BITS of where it stands and its key */
	uint64_t value;	 /* VALUE_BITS of all of it: nobody finds another value that has the same */
};
VEC(text_entries, struct text_entry); /* as they begin */
/* KEY_BITS of `name = ...` at the top of a text. */
uint16_t entries_key(const char *name);
/* false: brackets or strings don't end, or there are more than ENTRIES_MAX; then none count. Freed with vec_release in
 * any case. */
bool entries_read(struct text_entries *out, const char *text, size_t n);
#endif
