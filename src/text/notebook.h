// SPDX-License-Identifier: MIT
/* A Jupyter notebook as one program: the Python of its code cells in their order (text/ipython.h), and where each part
 * of that is in the file. Of the JSON only what leads to the cells is looked at; outputs are passed over, whatever
 * their size or depth. */
#ifndef TEXT_NOTEBOOK_H
#define TEXT_NOTEBOOK_H
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "text/source.h"

enum {
	NOTEBOOK_BYTES = 64 << 20, /* of a file */
	NOTEBOOK_TEXT = 1 << 20	   /* of its program */
};
struct notebook {      /* zeroed, then read once; release it */
	bool python;   /* false: of another language, or of a format before nbformat 4: it has no text */
	bool commands; /* the text is a script of bash: text/ipython.h */
	struct buf text;
	VEC(, struct source_piece) piece;
	VEC(, struct source_cell) cell; /* those that gave text */
};
bool notebook_named(const char *path); /* by its name */
/* The largest file that is read: notebooks hold pictures. cap: of other files. */
size_t notebook_cap(const char *path, size_t cap);
/* json: n bytes, and a NUL. false: it is no notebook that Jupyter reads; e says why, and where. */
bool notebook_read(struct notebook *nb, const char *json, size_t n, struct err *e);
/* The same for the commands of its cells: launch lines. The text is empty where there are none. */
bool notebook_read_commands(struct notebook *nb, const char *json, size_t n, struct err *e);
struct source_cells notebook_cells(const struct notebook *nb); /* points into nb */
/* Blanks a cell (nb->cell[i]) in the text; its lines stay. */
void notebook_blank(struct notebook *nb, size_t i);
size_t notebook_cell_start(const struct notebook *nb, size_t i); /* in the text; i == nb->cell.n: its end */
void notebook_release(struct notebook *nb);
#endif
