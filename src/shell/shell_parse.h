// SPDX-License-Identifier: MIT
/* Bash text -> ast.h, by tree-sitter. What the grammar does not understand is left out, one statement at a time, and
 * counted; so is what is nested deeper than SHELL_DEPTH_MAX. Hostile text ends in `gave_up`, after about a second. */
#ifndef SHELL_SHELL_PARSE_H
#define SHELL_SHELL_PARSE_H
#include "base/once.h"
#include "shell/shell_ast.h"

enum { SHELL_DEPTH_MAX = 100 };
struct shell_script {
	const struct shell_node *root; /* SHELL_BLOCK, never NULL */
	const struct shell_comment *comment;
	uint32_t ncomments;
	uint32_t skipped; /* statements that were left out */
	uint32_t skipped_at;
	bool gave_up; /* took too long or too much memory: nothing is told */
};
/* Nodes and texts live in a; bytes need not outlive the call. */
void shell_parse(struct arena *a, const char *bytes, uint32_t len, struct shell_script *out);
/* The same of a whole file, parsed once in a run; lives as long as m. */
const struct shell_script *shell_parse_once(struct once *m, const char *path, const char *text, uint32_t len);
#endif
