// SPDX-License-Identifier: MIT
/* Which texts are a framework's, by tables in a folder and by those of the program. */
#include "project/shipped.h"
#include "base/util.h"
#include "spec/embedded.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

/* git hash-object: 78981922613b2afb6025042ff6bd878ac1994e85, of "a\n"; 422c2b7ab3b3c668038da977e4e93a5fc623169c, of
 * "a\nb\n". */
#define A_B "- 422c2b7ab3\n"

static struct shipped tables(struct arena *a, struct vfs *v, const char *name, const char *text)
{
	struct shipped s;

	vfs_put(v, arena_printf(a, "/rules/shipped/%s", name), text, strlen(text));
	shipped_load(&s, a, v, "/rules");
	return s;
}

static void texts_are_known(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct shipped s =
		tables(&a, v, "zoo.yaml", "# made\nblobs:\n- 0000000000\n" A_B "- 7898192261\n- ffffffffff\n");

	(void)state;
	assert_int_equal(s.n, 1);
	assert_string_equal(shipped_by(&s, "a\nb\n", 4), "zoo");
	assert_string_equal(shipped_by(&s, "a\n", 2), "zoo");
	assert_string_equal(shipped_by(&s, "a\r\nb\r\n", 6), "zoo");
	assert_null(shipped_by(&s, "a\rb\n", 4)); /* no end of a line */
	assert_null(shipped_by(&s, "a\nb", 3));
	assert_null(shipped_by(&s, "", 0));
	vfs_free(v);
	arena_release(&a);
}

static void other_files_are_no_tables(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct shipped s = tables(&a, v, "notes.txt", "x\nblobs:\n" A_B);

	(void)state;
	assert_int_equal(s.n, 0);
	s = tables(&a, v, "empty.yaml", "");
	assert_int_equal(s.n, 0);
	s = tables(&a, v, "short.yaml", "x\nblobs:\n- 422c2b7ab3");
	assert_null(shipped_by(&s, "a\nb\n", 4));
	s = tables(&a, v, "unsorted.yaml", "x\nblobs:\n-\n-\n- 9\nblobs:\n");
	assert_null(shipped_by(&s, "a\nb\n", 4));
	vfs_free(v);
	arena_release(&a);
}

/* What comes with the program is sorted, each once, and whole. */
static void embedded_tables_are_good(void **state)
{
	struct arena a = { 0 };
	struct shipped s;

	(void)state;
	shipped_load(&s, &a, NULL, NULL);
	assert_true(s.n >= 10);
	for (uint32_t i = 0; i < s.n; i++) {
		const char *row = s.at[i].row;

		assert_true(s.at[i].n > 100);
		for (size_t k = 0; k < s.at[i].n; k++, row += 13) {
			assert_memory_equal(row, "- ", 2);
			assert_int_equal(strspn(row + 2, "0123456789abcdef"), 10);
			assert_int_equal(row[12], '\n');
			assert_true(!k || memcmp(row - 13, row, 13) < 0);
		}
		assert_int_equal(*row, '\0');
	}
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_known),
		cmocka_unit_test(other_files_are_no_tables),
		cmocka_unit_test(embedded_tables_are_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
