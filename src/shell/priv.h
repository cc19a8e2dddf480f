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

struct lowering { /* state of the conversion: one cursor walks the tree, forwards only */
	struct arena *a;
	const char *s;
	TSTreeCursor at;
	uint32_t depth;
	struct shell_comments comments;
	struct shell_script *out;
};
/* The node under the cursor: its type in the grammar, its bytes, its field name in the parent ("" for none). */
const char *here_type(struct lowering *l);
bool here_is(struct lowering *l, const char *type);
bool here_named(struct lowering *l);
uint32_t here_lo(struct lowering *l);
uint32_t here_hi(struct lowering *l);
const char *here_text(struct lowering *l); /* a copy */
const char *here_field(struct lowering *l);
/* for (bool in = kids_begin(l); in; in = kids_next(l)), then kids_end. If kids_begin returns false (no kids, or too
 * deep), kids_end must not be called. */
bool kids_begin(struct lowering *l);
bool kids_next(struct lowering *l); /* false: the cursor is back at the parent */

/* Appends the word under the cursor; without a blank before it, it continues the last word. */
void lower_word(struct lowering *l, struct shell_words *to);
void lower_assign(struct lowering *l, struct shell_assigns *to);
struct shell_word *words_keep(struct lowering *l, struct shell_words *from,
			      uint32_t *n); /* copies the words to the
					     * arena and releases `from` */
#endif
