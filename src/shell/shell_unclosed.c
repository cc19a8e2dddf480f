// SPDX-License-Identifier: MIT
#include "shell/shell_unclosed.h"

/* Moves to the first kid with an error in it; false: there is none, and the place stays. */
static bool enter_error(TSTreeCursor *at)
{
	if (!ts_tree_cursor_goto_first_child(at))
		return false;
	do {
		TSNode n = ts_tree_cursor_current_node(at);

		if (ts_node_has_error(n) || ts_node_is_missing(n))
			return true;
	} while (ts_tree_cursor_goto_next_sibling(at));
	ts_tree_cursor_goto_parent(at);
	return false;
}

bool shell_unclosed(TSNode root, uint32_t *begin)
{
	TSTreeCursor at = ts_tree_cursor_new(root);
	uint32_t lo = ts_node_start_byte(root);
	bool in = ts_node_has_error(root);

	while (in && !ts_node_is_missing(ts_tree_cursor_current_node(&at))) {
		lo = ts_node_start_byte(ts_tree_cursor_current_node(&at));
		in = enter_error(&at);
	}
	ts_tree_cursor_delete(&at);
	if (in)
		*begin = lo;
	return in;
}
