// SPDX-License-Identifier: MIT
/* The Python of a notebook's cell. What only IPython takes becomes something that changes nothing: a command or a magic
 * a text with its words, the value of one a call of get_ipython(). The number of lines stays. */
#ifndef TEXT_IPYTHON_H
#define TEXT_IPYTHON_H
#include "base/util.h"

struct ipython_to { /* gets the Python, in order */
	void (*same)(void *ctx, size_t lo, size_t hi);			 /* these bytes of the cell */
	void (*made)(void *ctx, size_t at, const char *text, size_t n); /* a text in place of what is there */
	void *ctx;
};
/* s: without NUL, one behind it. false: the cell is of another language (`%%bash`), and nothing was given. */
bool ipython_cell(const char *s, size_t n, const struct ipython_to *to);
#endif
