// SPDX-License-Identifier: MIT
#include "python/syntax/treewalk.h"
#include "base/buf.h"
#include "python/syntax/parse.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const struct node *tree_of(struct arena *a, const char *text)
{
	struct parser *p = parser_new();
	struct parsed out;
	parse_module(p, a, text, (uint32_t)strlen(text), NULL, &out);
	parser_free(p);
	assert_int_equal(out.nerrors, 0);
	return out.root;
}

/* The names and numbers of a walk, in its order; functions are not entered where `skip`. */
static const char *walked(struct buf *b, const struct node *root, bool skip)
{
	struct walk w;
	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_NAME || n->kind == NODE_INT)
			buf_printf(b, "%s ", n->text->s);
		if (skip && node_is_scope(n))
			walk_skip(&w);
	}
	assert_false(w.too_deep);
	assert_null(walk_next(&w));
	return buf_str(b);
}

static void each_node_comes_before_what_is_in_it(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct buf b = { 0 };
	const struct node *root = tree_of(&a, "x(1, y)\nif a:\n    z[2]\nfor i in r:\n    w\n");
	assert_string_equal(walked(&b, root, false), "x 1 y a z 2 i r w ");
	buf_release(&b);
	arena_release(&a);
}

static void what_is_skipped_is_not_entered(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct buf b = { 0 };
	const struct node *root = tree_of(&a, "x\ndef f(a=y):\n    z\nlambda q: r\nw\n");
	assert_string_equal(walked(&b, root, true), "x w ");
	buf_release(&b);
	arena_release(&a);
}

static void the_node_around_is_known(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct walk w;
	uint32_t kid = 9;
	walk_begin(&w, tree_of(&a, "f(1, 2)\n"));
	walk_next(&w);
	assert_null(walk_parent(&w, &kid));
	for (const struct node *n; (n = walk_next(&w)) && n->kind != NODE_INT;)
		continue;
	assert_int_equal(walk_parent(&w, &kid)->kind, NODE_CALL);
	assert_int_equal(kid, 1);
	walk_next(&w);
	assert_int_equal(walk_parent(&w, &kid)->kind, NODE_CALL);
	assert_int_equal(kid, 2);
	arena_release(&a);
}

static bool is_statement(const struct node *n)
{
	return n->kind == NODE_ASSIGN || n->kind == NODE_FOR;
}

static void all_nodes_around_are_known(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct walk w;
	const struct node *root = tree_of(&a, "for i in r:\n    x = f(1)\ny\n"), *loop = root->kid[0];
	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w)) && n->kind != NODE_INT;)
		continue;
	assert_int_equal(walk_around(&w, 0)->kind, NODE_CALL);
	assert_int_equal(walk_around(&w, 1)->kind, NODE_ASSIGN);
	assert_ptr_equal(walk_around(&w, 3), loop);
	assert_ptr_equal(walk_around(&w, 4), root);
	assert_null(walk_around(&w, 5));
	assert_int_equal(walk_nearest(&w, is_statement)->kind, NODE_ASSIGN);
	while (walk_next(&w)->kind != NODE_EXPR)
		continue;
	assert_null(walk_nearest(&w, is_statement));
	arena_release(&a);
}

static void targets_are_taken_apart(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct buf b = { 0 };
	struct walk w;
	const struct node *assign = tree_of(&a, "a, (b.c, *d), e[f] = x\n")->kid[0];
	walk_begin(&w, assign->kid[1]);
	for (const struct node *n; (n = walk_next_target(&w));)
		buf_printf(&b, "%u-%u ", n->lo, n->hi);
	assert_string_equal(buf_str(&b), "0-1 4-7 10-11 14-18 ");
	buf_release(&b);
	arena_release(&a);
}

static void what_is_nested_too_deeply_is_passed_over(void **state)
{
	(void)state;
	struct arena a = { 0 };
	struct buf text = { 0 };
	struct walk w;
	uint32_t n = 0;
	buf_puts(&text, "x");
	for (int i = 0; i < WALK_DEPTH + 50; i++)
		buf_puts(&text, " + x");
	walk_begin(&w, tree_of(&a, buf_str(&text)));
	while (walk_next(&w))
		n++;
	assert_true(w.too_deep);
	assert_true(n > WALK_DEPTH && n < 2 * (WALK_DEPTH + 50));
	buf_release(&text);
	arena_release(&a);
}

static void names_are_found(void **state)
{
	(void)state;
	struct arena a = { 0 };
	const struct node *root = tree_of(&a, "f(a.b, lambda: c)\nd\n");
	const struct node *call = root->kid[0]->kid[0], *c = node_find_name(root, str_lit("c"));
	assert_non_null(c);
	assert_ptr_equal(node_find_name(root->kid[1], str_lit("d")), root->kid[1]->kid[0]);
	assert_null(node_find_name(root, str_lit("b"))); /* an attribute */
	assert_ptr_equal(node_find(root, node_is_scope), call->kid[2]);
	assert_null(node_find(root, node_is_loop));
	assert_true(node_holds(call, c));
	assert_false(node_holds(root->kid[1], c));
	assert_false(node_holds(NULL, c));
	uint32_t i = 9;
	assert_int_equal(node_body(tree_of(&a, "def f(): x\n")->kid[0])->kind, NODE_BLOCK);
	assert_ptr_equal(node_kid_with(root, call->kid[1], &i), root->kid[0]);
	assert_int_equal(i, 0);
	assert_null(node_kid_with(call, root->kid[1], NULL));
	assert_ptr_equal(node_body(root), root);
	assert_true(node_is_chain(call->kid[1]));
	assert_false(node_is_chain(call));
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(each_node_comes_before_what_is_in_it),
		cmocka_unit_test(what_is_skipped_is_not_entered),
		cmocka_unit_test(the_node_around_is_known),
		cmocka_unit_test(all_nodes_around_are_known),
		cmocka_unit_test(targets_are_taken_apart),
		cmocka_unit_test(what_is_nested_too_deeply_is_passed_over),
		cmocka_unit_test(names_are_found),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
