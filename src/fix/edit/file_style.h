// SPDX-License-Identifier: MIT
/* The style of a file: its quotes, line ends and dict form, and the places of the items, commas and comments of a
 * bracket. Only reads text and tree; changes nothing. */
#ifndef FIX_EDIT_FILE_STYLE_H
#define FIX_EDIT_FILE_STYLE_H
#include "config/graph.h"

struct manner {
	char quote;
	bool dict_calls;    /* dict(a=1) rather than {'a': 1} */
	const char *eol;    /* "\n" or "\r\n" */
	unsigned width;	    /* columns that lines may have */
	bool blank_between; /* blank lines stand between top-level statements */
	bool after_block;   /* the last statement is a block, behind which a blank line belongs */
	bool tabs;	    /* a level of indentation is a tab */
};
struct manner manner_of(const struct module *m);
/* The same, but a value gets the form of the text that it replaces or goes into: the dict's, the string's quote. */
struct manner manner_like(const struct module *m, const struct node *old);
struct as_written {	  /* of the current number or value there */
	const char *text; /* NULL: none; not ended by a 0 byte */
	uint32_t n;
};
struct margin {		 /* where a text begins that may be broken into lines */
	unsigned column; /* what its line holds already */
	unsigned indent; /* blanks or tabs that the line begins with */
};

enum { NO_COMMA = UINT32_MAX };
struct slotted {		/* one item of a bracket, its own parentheses included */
	uint32_t lo, hi, comma; /* comma: offset of the one behind it, or NO_COMMA */
};
struct bracket {
	uint32_t open, close; /* offsets of the two bracket characters */
	uint32_t first;	      /* number of the first kid that is an item: 1 for calls */
	uint32_t n;
	struct slotted *item;
};
/* CALL, DICT, LIST, SET, TUPLE. false: no brackets of its own (a bare tuple), or not the layout that was expected. */
bool bracket_of(struct arena *a, const struct source *s, const struct node *n, struct bracket *out);

unsigned column_of(const struct source *s, uint32_t at); /* from 0 */
unsigned indent_of(const struct source *s, uint32_t at); /* of the line that holds it */
uint32_t line_begin(const struct source *s, uint32_t at);
uint32_t line_end(const struct source *s, uint32_t at); /* of the text, before the line ending */
uint32_t line_next(const struct source *s, uint32_t at);
bool begins_line(const struct source *s, uint32_t at); /* only blanks before it */
uint32_t skip_blanks(const struct source *s, uint32_t at);
bool gap_has_comment(const struct source *s, uint32_t lo, uint32_t hi);
#endif
