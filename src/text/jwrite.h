// SPDX-License-Identifier: MIT
/* Writes JSON item by item into a buffer. It is the only code that writes commas, keys, line breaks and quotes. An
 * open list or object is a value that the caller owns, so there is no stack and no depth limit:
 *
 * 	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true), o = jwrite_object(&list, NULL, false);
 *
 * 	jwrite_text(&o, "name", "x");
 * 	jwrite_end(&o);
 * 	jwrite_end(&list);
 *
 * writes `[`, a line `  {"name": "x"}` and a line `]`. Add items to the innermost open container only. The buffer
 * may be
 * emptied between two calls. */
#ifndef TEXT_JWRITE_H
#define TEXT_JWRITE_H
#include "base/buf.h"

/* An open container, or the place of one value. Zeroed except b: the place of one value. */
struct jwrite {
	struct buf *b;
	char end;	 /* the byte that closes the container; 0: the place of one value */
	bool lines;	 /* one line per item; false: all items on one line. A place inherits it from its container */
	bool filled;	 /* an item was written */
	unsigned indent; /* indent, in steps of two spaces, of an item on its own line */
};

/* In all of these functions: key is NULL for an item of a list, and if `in` is a place. */
struct jwrite jwrite_list(struct jwrite *in, const char *key, bool lines);
struct jwrite jwrite_object(struct jwrite *in, const char *key, bool lines);
void jwrite_end(struct jwrite *j);
void jwrite_text(struct jwrite *in, const char *key, const char *text); /* NULL: null */
void jwrite_bytes(struct jwrite *in, const char *key, const char *s, size_t n);
void jwrite_texts(struct jwrite *in, const char *key, const char *const *text, size_t n); /* a list on one line */
void jwrite_int(struct jwrite *in, const char *key, long long i);
void jwrite_bool(struct jwrite *in, const char *key, bool is);
void jwrite_number(struct jwrite *in, const char *key, double d); /* writes null if d is not finite */
void jwrite_null(struct jwrite *in, const char *key);
/* The place of the next item's value: for keys that contain zero bytes, and for values written directly to .b. */
struct jwrite jwrite_place(struct jwrite *in, const char *key, size_t n);
#endif
