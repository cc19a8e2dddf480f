// SPDX-License-Identifier: MIT
/* The walk over tree-sitter's tree sees what its own cursor sees: each node once, in order, with the same type, place
 * and faults; also in trees of texts that are cut off anywhere. */
#include "python/syntax/visit.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const TSLanguage *tree_sitter_python(void);

static const char TEXT[] =
	"\n# a comment\nfrom a.b import (c as d, e)\nimport x, y\n\n"
	"@deco(1, *a, k=2, **kw)\nclass C(B, metaclass=M):\n    'doc'\n    x: int = 3; y = x\n\n"
	"    async def f(self, a, /, b=1, *, c: str = 'é', **kw) -> None:\n"
	"        if a is not b and a not in {1, 2}: pass\n        elif not a: return\n        else:\n"
	"            print('%s' % a, f'{a!r:>{b}} {c=}', end='')\n"
	"        for i, j in [(1, 2)]:\n            continue  # here\n"
	"        while (n := g()) > -1.5e3: break\n"
	"        try:\n            raise E from e\n        except (A, B) as e: pass\n"
	"        finally: del x[0], y.z\n        with open(p) as f, g(): yield\n"
	"        return [i for i in r if i] + [*a, 1] if a else lambda *a: a[1:2, ..., ::3]\n\n"
	"d = {'a': 1, **b, 'c': {x for x in y}}; e = 1 < 2 <= 3 != 4; t = 'a' \"b\" \\\n    '''c\n'''\n"
	"with (open(p)  # c\n      as  # d\n      f): print(1)\n"
	"match v:\n    case [1, *_] | {'k': K(n=1)} if v: pass\n    case _: a.b.c += 1\ntype X[T] = int\n";

static void next_is_same(const TSTreeCursor *c, const struct visit *v, const struct visited *at)
{
	TSNode want = ts_tree_cursor_current_node(c);

	assert_string_equal(visited_type(v, at), ts_node_type(want));
	assert_int_equal(at->lo, ts_node_start_byte(want));
	assert_int_equal(at->hi, ts_node_end_byte(want));
	assert_int_equal(visited_has_error(at), ts_node_has_error(want));
	assert_int_equal(visited_is_missing(at), ts_node_is_missing(want));
}

static void walks_are_same(const TSTree *tree)
{
	struct visit_levels open = { 0 };
	struct visit v;
	struct visited at = visit_root(tree, &v, &open);
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	unsigned depth = 0;

	do {
		bool inside, more = false;

		next_is_same(&c, &v, &at);
		visit_children(&v, &at);
		inside = visit_next(&v, &at);
		assert_int_equal(inside, ts_tree_cursor_goto_first_child(&c));
		depth += inside;
		while (!inside && depth && !more) {
			more = visit_next(&v, &at);
			assert_int_equal(more, ts_tree_cursor_goto_next_sibling(&c));
			depth -= !more;
			if (!more)
				ts_tree_cursor_goto_parent(&c);
		}
	} while (depth);
	assert_int_equal(open.n, 0);
	ts_tree_cursor_delete(&c);
	vec_release(&open);
}

static void each_beginning_of_a_text(void **state)
{
	TSParser *p = ts_parser_new();

	(void)state;
	assert_true(ts_parser_set_language(p, tree_sitter_python()));
	for (uint32_t n = 0; n < sizeof TEXT; n++) {
		TSTree *tree = ts_parser_parse_string(p, NULL, TEXT, n);

		walks_are_same(tree);
		ts_tree_delete(tree);
	}
	ts_parser_delete(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(each_beginning_of_a_text) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
