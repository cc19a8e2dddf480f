// SPDX-License-Identifier: MIT
/* One file's bytes, and places in it. A span's file is an id given by a registry, so a span alone finds its text.
 * Sources are immutable; the registry owns them and is thread-safe. Where lines begin is found when somebody asks:
 * of most files nothing is told. */
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
	const uint32_t *origin; /* of each line in the file, of which some lines are left out here; NULL: it is whole */
	bool ascii, crlf, bom;	/* crlf: its first line ending is CRLF */
	struct source_index *index; /* what source_lines has found; NULL: of no registry, one line */
};
struct line_starts {
	const uint32_t *at; /* offset of each line's first byte; the source's */
	uint32_t n;	    /* >= 1 */
};
struct point {
	uint32_t line, col8, col16, col32; /* 0-based; UTF-8 bytes, UTF-16 units, code points */
};

struct sources;
struct sources *sources_new(void);
void sources_free(struct sources *all);
/* Copies path and bytes. Never fails for size <= UINT32_MAX - 1; encoding is judged by source_check. */
const struct source *sources_add(struct sources *all, const char *path, const char *bytes, size_t n);
/* Not copied: the path, and n bytes and a NUL, outlive all. simple: it is known that they are ASCII without CR. */
const struct source *sources_add_static(struct sources *all, const char *path, const char *bytes, size_t n,
					bool simple);
/* A text of which some lines are left empty. origin: at least as many as it has lines; copied. */
const struct source *sources_add_part(struct sources *all, const char *path, const char *bytes, size_t n,
				      const uint32_t *origin);
struct line_starts source_lines(const struct source *s);
uint32_t source_line_start(const struct source *s, uint32_t byte);	  /* of the line that holds the byte */
uint32_t source_line_end(const struct source *s, uint32_t line);	  /* of its text: before CRs and LFs */
uint32_t source_offset(const struct source *s, uint32_t byte);		  /* in the file */
const struct source *sources_get(const struct sources *all, uint32_t id); /* NULL for 0 or unknown */

bool source_check(const struct source *s, struct err *e); /* strict UTF-8, no NUL, no BOM; e has line and column */
bool source_check_program(const struct source *s, struct err *e); /* the same with a BOM, which Python runs */
struct point source_point(const struct source *s, uint32_t byte); /* byte > len is clamped */
uint32_t source_offset16(const struct source *s, uint32_t line, uint32_t col16); /* LSP position -> byte */
#endif
