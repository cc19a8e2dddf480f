// SPDX-License-Identifier: MIT
/* Python text -> ast.h; the only reader of tree-sitter. No recursion on input depth: a cursor and an explicit stack.
 * Also reports what CPython rejects and tree-sitter-python accepts: Python 2 print/exec statements, inconsistent
 * dedent, tabs/spaces mix, repeated keyword argument, `keyword argument repeated`, positional after keyword,
 * assignment to a call or literal, duplicate parameter, `return` outside a function, break/continue outside a loop,
 * bad escapes in bytes, non-ASCII bytes literal, unterminated strings, leading-zero integers (010), more than 200
 * nested parentheses, more than 100 indents. */
#ifndef PYTHON_SYNTAX_PARSE_H
#define PYTHON_SYNTAX_PARSE_H
#include "base/result_cache.h"
#include "python/syntax/ast.h"
#include "python/syntax/textmap.h"
#include "text/source.h"

struct syntax_error {
	uint32_t lo, hi;
	const char *msg; /* in CPython's words if known: "'(' was never closed", "invalid syntax" */
	bool cells_may; /* no error in a cell of a notebook: an await at the top level, a late `from __future__` */
};
struct comment {
	uint32_t lo, hi; /* from '#' to the end of the line, without the newline */
};
struct parsed {
	const struct node *root; /* NODE_MODULE, never NULL; with errors, the part that could be parsed */
	const struct syntax_error *error;
	const struct comment *comment; /* in source order */
	uint32_t nerrors, ncomments;   /* nerrors > 0: Python would not load this text */
	/* The first place that needs Python 3.12: an f-string that reuses its quotes, or has a backslash or a
	 * comment in its braces (PEP 701). It is no error by itself. msg NULL: there is none. */
	struct syntax_error newer;
	bool gave_up; /* ... or unknown: parsing took too long or too much memory, and that is the error */
};

struct parser; /* one per thread; reusable */
struct parser *parser_new(void);
void parser_free(struct parser *p);

/* Parses bytes[0..len). All nodes and texts live in a; bytes need not outlive the call. map may be NULL. Stops with an
 * error "takes too long to parse" after about a second on hostile input, "takes too much memory to parse" where it
 * would be more than 160 MiB. */
void parse_module(struct parser *p, struct arena *a, const char *bytes, uint32_t len, const struct textmap *map,
		  struct parsed *out);
/* The same of a whole file, parsed once in a run; lives as long as m. */
const struct parsed *parse_once(struct result_cache *m, const char *path, const char *text, uint32_t len);
/* The same for a caller that has a parser and frees the tree before the run ends: in a, or in m if the text is large
 * and m has space. Training code in the same folder is parsed with parse_once(); a config among it would be parsed
 * twice. */
void parse_shared(struct parser *p, struct result_cache *m, struct arena *a, const char *path, const char *text,
		  uint32_t len, struct parsed *out);
/* One expression (rule conditions); base is added to all offsets. NULL and e (with col) on failure. */
const struct node *parse_expr(struct parser *p, struct arena *a, const char *bytes, uint32_t len, uint32_t base,
			      struct err *e);
/* The inside of an f-string, e.g. a rule's message "lr {lr} is {k:g}": NODE_FSTRING. `{{` and `}}` as in Python. */
const struct node *parse_message(struct parser *p, struct arena *a, const char *bytes, uint32_t len, uint32_t base,
				 struct err *e);
#endif
