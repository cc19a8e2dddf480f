// SPDX-License-Identifier: MIT
/* A source is one file's bytes; a span is a place in it. A span contains the file's id, given by a registry, so a
 * span alone finds its text. Sources are immutable; the registry owns them and is thread-safe. Line starts are
 * computed at the first query, because most files need none. */
#ifndef TEXT_SOURCE_H
#define TEXT_SOURCE_H
#include "base/arena.h"
#include "base/err.h"

struct span {
	uint32_t file, lo, hi; /* bytes, half open; file 0 = nowhere */
};
static inline bool span_same(struct span x, struct span y)
{
	return x.file == y.file && x.lo == y.lo && x.hi == y.hi;
}
struct source {
	uint32_t id;
	const char *path;  /* as given (normalised) */
	const char *bytes; /* NUL-terminated after len */
	uint32_t len;
	const uint32_t *origin; /* the file's line number of each line, if some of its lines are left out here; NULL:
				 * the file is whole */
	bool ascii, crlf, bom;	/* crlf: its first line ending is CRLF */
	struct source_index *index; /* cache of source_lines; NULL: the source is in no registry and has one line */
};
struct line_starts {
	const uint32_t *at; /* offset of each line's first byte; owned by the source */
	uint32_t n;	    /* >= 1 */
};
struct point {
	uint32_t line, col8, col16, col32; /* 0-based; UTF-8 bytes, UTF-16 units, code points */
};

struct sources;
struct sources *sources_new(void);
void sources_free(struct sources *all);
/* Copies path and bytes. Never fails for size <= UINT32_MAX - 1; source_check tests the encoding. */
const struct source *sources_add(struct sources *all, const char *path, const char *bytes, size_t n);
/* Not copied: the path, n bytes and a NUL must outlive all. simple: the bytes are known to be ASCII without CR. */
const struct source *sources_add_static(struct sources *all, const char *path, const char *bytes, size_t n,
					bool simple);
/* A text with some lines left out. origin: at least one entry per line of the text; copied. */
const struct source *sources_add_part(struct sources *all, const char *path, const char *bytes, size_t n,
				      const uint32_t *origin);
struct line_starts source_lines(const struct source *s);
uint32_t source_line_start(const struct source *s, uint32_t byte);	  /* of the line that holds the byte */
uint32_t source_line_end(const struct source *s, uint32_t line);	  /* the line's end, before its CR and LF */
uint32_t source_offset(const struct source *s, uint32_t byte);		  /* in the file */
const struct source *sources_get(const struct sources *all, uint32_t id); /* NULL for 0 or unknown */

bool source_check(const struct source *s, struct err *e); /* strict UTF-8, no NUL, no BOM; e has line and column */
bool source_check_program(const struct source *s, struct err *e); /* the same, but a BOM is allowed, as in Python */
struct point source_point(const struct source *s, uint32_t byte); /* byte > len is clamped */
uint32_t source_offset16(const struct source *s, uint32_t line, uint32_t col16); /* LSP position -> byte */
#endif
