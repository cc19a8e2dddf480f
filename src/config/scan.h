// SPDX-License-Identifier: MIT
/* What a config's syntax alone shows: MMEngine's choice of style, and its `_base_` expression. */
#ifndef CONFIG_SCAN_H
#define CONFIG_SCAN_H
#include "python/syntax/ast.h"

enum base_style {
	BASES_NAMED,
	BASES_IMPORTED,
	BASES_ERROR /* ERROR: a `with` that is no read_base(): the loader
		     * raises */
};
/* mmengine Config._is_lazy_import: the first deciding node in breadth-first order. *at: that node, or NULL. */
enum base_style scan_style(const struct node *root, const struct node **at);
/* The value of the first top-level `_base_ = ...` (mmengine Config._get_base_files), or NULL. */
const struct node *scan_base(const struct node *root);
/* The same in an unparsed text: the rest of the first line that starts with `_base_ =` or `_base_:` (an annotation,
 * or YAML), after the sign; NULL: no such line. */
const char *scan_base_text(const char *text);
#endif
