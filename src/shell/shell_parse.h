// SPDX-License-Identifier: MIT
/* Parses bash text into shell_ast.h, with tree-sitter. A statement that the grammar does not understand, or that is
 * nested deeper than SHELL_DEPTH_MAX, is left out and counted. Hostile text ends in `gave_up`, after about a second. */
#ifndef SHELL_SHELL_PARSE_H
#define SHELL_SHELL_PARSE_H
#include "base/result_cache.h"
#include "shell/shell_ast.h"

enum { SHELL_DEPTH_MAX = 100 };
struct shell_script {
	const struct shell_node *root; /* SHELL_BLOCK, never NULL */
	const struct shell_comment *comment;
	uint32_t ncomments;
	uint32_t skipped; /* number of statements left out */
	uint32_t skipped_at;
	bool gave_up; /* it took too long or too much memory: the tree is empty */
};
/* Nodes and texts live in a; bytes need not outlive the call. */
void shell_parse(struct arena *a, const char *bytes, uint32_t len, struct shell_script *out);
/* The same for a whole file, parsed once in a run; lives as long as m. */
const struct shell_script *shell_parse_once(struct result_cache *m, const char *path, const char *text, uint32_t len);
#endif
