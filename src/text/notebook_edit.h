// SPDX-License-Identifier: MIT
/* Edits of a notebook's program (text/notebook.h), made in its file. */
#ifndef TEXT_NOTEBOOK_EDIT_H
#define TEXT_NOTEBOOK_EDIT_H
#include "base/buf.h"
#include "text/edit.h"
#include "text/source.h"

/* Whether edits of the program can be made in the file: each lies in one cell, within what is in the file. */
bool notebook_may_edit(const struct source *s, const struct edits *sorted);
/* The text of an edit of bytes [from, to) as the file has it: inside of a JSON string, or one string for each line
 * where the cell's source is a list. */
void notebook_put(struct buf *out, const char *json, uint32_t from, uint32_t to, const char *text, uint32_t n);
/* Appends the file with the edits of s in it. json: its bytes, which must still be those that s was read from; false:
 * they aren't. */
bool notebook_edit(struct buf *out, const char *json, size_t n, const struct source *s, const struct edits *sorted);
#endif
