// SPDX-License-Identifier: MIT
/* Open documents: what the editor shows, which may differ from the file on disk. Places in the protocol are a line and
 * a column in the unit that was agreed on (enum column_unit); inside they are bytes. A document is known by its URI;
 * only file: URIs have a path. */
#ifndef SERVER_DOCUMENT_H
#define SERVER_DOCUMENT_H
#include "base/buf.h"
#include "base/vec.h"
#include "text/source.h"
#include <jansson.h>

enum column_unit { UNIT_UTF16 /* what the protocol takes for granted */, UNIT_UTF8, UNIT_UTF32 };
const char *unit_name(enum column_unit u); /* "utf-16" */

struct document {
	char *uri, *path; /* path: absolute, normalised; NULL: it is no file */
	char *real;	  /* the file that links on the path lead to, or path itself */
	struct buf text;
	struct buf opened; /* the text that it had when it was opened */
	long long version;
	bool lost; /* edits made it larger than TEXT_MAX: it is empty until the client sends the whole text */
};
enum { TEXT_MAX = 16 << 20 };
struct documents {
	VEC(, struct document *) at;
	enum column_unit unit;
};
struct document *documents_find(const struct documents *all, const char *uri);	   /* NULL: it isn't open */
struct document *documents_of_path(const struct documents *all, const char *path); /* NULL: likewise */
struct document *documents_open(struct documents *all, const char *uri, const char *text, size_t n, long long version);
void documents_close(struct documents *all, struct document *d);
void documents_release(struct documents *all);
/* `contentChanges`: with a range each, or the whole text. false: one of them is invalid; those before it are applied.
 */
bool document_change(const struct documents *all, struct document *d, const json_t *changes);

/* The first line (from 0) that was edited since the document was opened; -1: it has the same text. */
long document_edited_line(const struct document *d);

/* A place of the protocol in a text: past the end of a line is its end. false: pos is no place. */
bool place_offset(enum column_unit u, const struct source *s, const json_t *pos, uint32_t *out);
json_t *place_position(enum column_unit u, const struct source *s, uint32_t byte);
json_t *place_range(enum column_unit u, const struct source *s, uint32_t lo, uint32_t hi);

/* The path of a file: URI, absolute and normalised, malloc'd; NULL: it names no file of this machine. */
char *uri_path(const char *uri);
json_t *uri_of(const char *path); /* as a text */
#endif
