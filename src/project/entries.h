// SPDX-License-Identifier: MIT
/* A config's text without its layout, as words and entries. An entry is `lr=0.02` with its position: the brackets
 * around it, each with the text before it and, if that is a type, its first entry. So an entry stays the same
 * wherever in its dict it stands and however the file is formatted, and changes when its meaning changes. Brackets
 * without keys inside, `(1333, 800)`, are text. tools/framework-configs.py splits texts in the same way. */
#ifndef PROJECT_ENTRIES_H
#define PROJECT_ENTRIES_H
#include "base/buf.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD_END, WORD_BROKEN /* an unterminated string */, WORD_STRING = '\'', WORD_TEXT = 'a' };
struct text_words { /* a reader of words; not started */
	const char *at, *end;
};
struct text_word {
	int kind;      /* one of these, or the character itself: brackets, `,` `;` `=` `:` and line ends */
	const char *s; /* of a string: the text between its quotes */
	size_t n;
	const char *lo; /* start, with its quotes */
};
/* Skips comments, blanks and backslashes outside of strings. */
struct text_word words_next(struct text_words *w);
void word_put(struct buf *out, const struct text_word *x); /* all quotes are ' */

enum {
	KEY_BITS = 12,
	VALUE_BITS = 48,
	ENTRIES_MAX = 20000 /* of a text; the longest framework config has 2,400 */
};
struct text_entry {
	uint32_t lo, hi; /* range in the text, with its key and closing bracket */
	bool brackets;	 /* brackets with keys inside: a container of entries, no entry itself */
	bool shipped;	 /* set by the comparison; of brackets: of any entry inside */
	uint16_t key;	 /* hash (KEY_BITS) of its position and key */
	uint64_t value;	 /* hash (VALUE_BITS) of the whole entry, long enough to make collisions negligible */
};
VEC(text_entries, struct text_entry); /* in order of their starts */
/* KEY_BITS of a top-level `name = ...`. */
uint16_t entries_key(const char *name);
/* false: unterminated brackets or strings, or more than ENTRIES_MAX entries; then none are returned. Release with
 * vec_release in any case. */
bool entries_read(struct text_entries *out, const char *text, size_t n);
#endif
