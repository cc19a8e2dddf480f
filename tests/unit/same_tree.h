// SPDX-License-Identifier: MIT
/* For tests that compare expressions; after cmocka.h. */
#ifndef SAME_TREE_H
#define SAME_TREE_H
#include "python/syntax/ast.h"

static void same_tree(const struct node *x, const struct node *y)
{
	if (!x || !y) {
		assert_ptr_equal(x, y);
		return;
	}
	assert_int_equal(x->kind, y->kind);
	assert_int_equal(x->op, y->op);
	assert_int_equal(x->flags, y->flags);
	assert_int_equal(x->lo, y->lo);
	assert_int_equal(x->hi, y->hi);
	assert_ptr_equal(x->text, y->text);
	assert_int_equal(x->n, y->n);
	for (uint32_t i = 0; i < x->n; i++)
		same_tree(x->kid[i], y->kid[i]);
}
#endif
