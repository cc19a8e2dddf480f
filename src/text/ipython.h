// SPDX-License-Identifier: MIT
/* The Python of a notebook's cell. What only IPython takes becomes something that changes nothing: a command or a magic
 * a text with its words, the value of one a call of get_ipython(). The number of lines stays. */
#ifndef TEXT_IPYTHON_H
#define TEXT_IPYTHON_H
#include "base/util.h"

struct ipython_to {							/* gets the Python, in order */
	void (*same)(void *ctx, size_t lo, size_t hi);			/* these bytes of the cell */
	void (*made)(void *ctx, size_t at, const char *text, size_t n); /* a text in place of what is there */
	void *ctx;
};
/* s: without NUL, one behind it. false: the cell is of another language (`%%bash`), and nothing was given. */
bool ipython_cell(const char *s, size_t n, const struct ipython_to *to);
/* The commands of the cell as a script of bash: `!cmd`, each in a shell of its own, `%cd`, `%env`, and the text of a
 * `%%bash` cell. What Python fills in (`{x}`) is unknown there. The other lines are empty; their number stays, but for
 * one more at the end. false: there is none, and nothing was given. */
bool ipython_commands(const char *s, size_t n, const struct ipython_to *to);
#endif
