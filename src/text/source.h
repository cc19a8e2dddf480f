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
/* Where the parts of a notebook's program are in its file (text/notebook.h). A piece ends where the next one begins. */
struct source_piece {
	uint32_t at, in_file; /* first byte, in the text and in the file */
	uint32_t len;	      /* in the file */
	enum {
		PIECE_SAME,   /* the same bytes */
		PIECE_ESCAPE, /* one escape of a JSON string */
		PIECE_MADE    /* not in the file; in_file: where it would be */
	} kind;
	uint32_t row, row_at, col16, col32; /* of in_file, 0-based; row_at: the first byte of that line */
};
struct source_cell {
	uint32_t at, line; /* where it begins in the text; line: 0-based */
	uint32_t number;   /* in the notebook, from 1 */
};
struct source_cells {
	struct source_piece *piece;
	struct source_cell *cell;
	uint32_t npieces, ncells; /* both ascending */
	bool commands;		  /* the program is that of its commands, in bash */
};
struct source {
	uint32_t id;
	const char *path;  /* as given (normalised) */
	const char *bytes; /* NUL-terminated after len */
	uint32_t len;
	const uint32_t *origin; /* the file's line number of each line, if some of its lines are left out here; NULL:
				 * the file is whole */
	const struct source_cells *cells; /* the file is a notebook, and the text its program; NULL: it is none */
	bool ascii, crlf, bom;		  /* crlf: its first line ending is CRLF */
	struct source_index *index; /* cache of source_lines; NULL: the source is in no registry and has one line */
};
struct line_starts {
	const uint32_t *at; /* offset of each line's first byte; owned by the source */
	uint32_t n;	    /* >= 1 */
};
struct point {
	uint32_t line, col8, col16, col32; /* 0-based; UTF-8 bytes, UTF-16 units, code points */
	uint32_t cell; /* of a notebook, from 1, whose line it is; 0: the text's or the file's line */
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
/* The program of a notebook. Copies all. */
const struct source *sources_add_program(struct sources *all, const char *path, const char *bytes, size_t n,
					 const struct source_cells *cells);
struct line_starts source_lines(const struct source *s);
uint32_t source_line_start(const struct source *s, uint32_t byte);	  /* of the line that holds the byte */
uint32_t source_line_end(const struct source *s, uint32_t line);	  /* the line's end, before its CR and LF */
uint32_t source_offset(const struct source *s, uint32_t byte);		  /* in the file */
const struct source *sources_get(const struct sources *all, uint32_t id); /* NULL for 0 or unknown */

bool source_check(const struct source *s, struct err *e); /* strict UTF-8, no NUL, no BOM; e has line and column */
bool source_check_program(const struct source *s, struct err *e);   /* the same, but a BOM is allowed, as in Python */
struct point source_point(const struct source *s, uint32_t byte);   /* byte > len is clamped */
struct point source_shown(const struct source *s, uint32_t byte);   /* as people count: in the cell of a notebook */
struct point source_in_file(const struct source *s, uint32_t byte); /* as programs count: in the file itself */
/* Nothing but comments and empty lines follows in its cell: a notebook shows what the statement that ends there gives.
 */
bool source_ends_cell(const struct source *s, uint32_t byte);
const char *source_line(struct arena *a, const struct source *s, uint32_t byte);    /* "12", "cell 3:12" */
const char *source_line_of(struct arena *a, const struct source *s, uint32_t byte); /* "line 12", "line 12 of cell 3" */
uint32_t source_offset32(const struct source *s, uint32_t line, uint32_t col32);    /* code points -> byte */
uint32_t source_offset16(const struct source *s, uint32_t line, uint32_t col16);    /* LSP position -> byte */
#endif
