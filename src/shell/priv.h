// SPDX-License-Identifier: MIT
/* Shared by the files of the shell parser. */
#ifndef SHELL_PRIV_H
#define SHELL_PRIV_H
#include "base/vec.h"
#include "shell/shell_parse.h"
#include <tree_sitter/api.h>

VEC(shell_words, struct shell_word);
VEC(shell_parts, struct shell_part);
VEC(shell_assigns, struct shell_assign);
VEC(shell_nodes, const struct shell_node *);
VEC(shell_comments, struct shell_comment);

struct shell_builder { /* state of the conversion: one cursor walks the tree, forwards only */
	struct arena *a;
	const char *s;
	TSTreeCursor at;
	uint32_t depth;
	struct shell_comments comments;
	struct shell_script *out;
};
/* The node under the cursor: its type in the grammar, its bytes, its field name in the parent ("" for none). */
const char *here_type(struct shell_builder *l);
bool here_is(struct shell_builder *l, const char *type);
bool here_named(struct shell_builder *l);
uint32_t here_lo(struct shell_builder *l);
uint32_t here_hi(struct shell_builder *l);
const char *here_text(struct shell_builder *l); /* a copy */
const char *here_field(struct shell_builder *l);
/* for (bool in = kids_begin(l); in; in = kids_next(l)), then kids_end. If kids_begin returns false (no kids, or too
 * deep), kids_end must not be called. */
bool kids_begin(struct shell_builder *l);
bool kids_next(struct shell_builder *l); /* false: the cursor is back at the parent */

/* Appends the word under the cursor; without a blank before it, it continues the last word. */
void lower_word(struct shell_builder *l, struct shell_words *to);
void lower_assign(struct shell_builder *l, struct shell_assigns *to);
struct shell_word *words_keep(struct shell_builder *l, struct shell_words *from,
			      uint32_t *n); /* copies the words to the
					     * arena and releases `from` */
#endif
