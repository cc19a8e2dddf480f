// SPDX-License-Identifier: MIT
/* JSON, written item by item to a buffer: commas, keys, line breaks and quoting stand here and nowhere else. An open
 *list or object is a value of the caller's, so that there is no stack and no depth limit:
 *
 *	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true), o = jwrite_object(&list, NULL, false);
 *
 *	jwrite_text(&o, "name", "x");
 *	jwrite_end(&o);
 *	jwrite_end(&list);
 *
 * makes `[`, a line `  {"name": "x"}` and a line `]`. Items go to the innermost open container only. The buffer may be
 * emptied between two calls. */
#ifndef TEXT_JWRITE_H
#define TEXT_JWRITE_H
#include "base/buf.h"

/* Zeroed but for b: the place of one value. */
struct jwrite {
	struct buf *b;
	char end;    /* what closes the container; 0: the place of one value */
	bool lines;  /* each item has a line of its own, else all stand on one; a place: as the container around it */
	bool filled; /* an item was written */
	unsigned indent; /* steps of two blanks before an item that has a line of its own */
};

/* In all of these: key NULL for an item of a list and where `in` is a place. */
struct jwrite jwrite_list(struct jwrite *in, const char *key, bool lines);
struct jwrite jwrite_object(struct jwrite *in, const char *key, bool lines);
void jwrite_end(struct jwrite *j);
void jwrite_text(struct jwrite *in, const char *key, const char *text); /* NULL: null */
void jwrite_bytes(struct jwrite *in, const char *key, const char *s, size_t n);
void jwrite_texts(struct jwrite *in, const char *key, const char *const *text, size_t n); /* a list on one line */
void jwrite_int(struct jwrite *in, const char *key, long long i);
void jwrite_bool(struct jwrite *in, const char *key, bool is);
void jwrite_number(struct jwrite *in, const char *key, double d); /* null: not finite */
void jwrite_null(struct jwrite *in, const char *key);
/* Where the next item's value goes; for keys that hold zero bytes, and for values that others write: to .b. */
struct jwrite jwrite_place(struct jwrite *in, const char *key, size_t n);
#endif
