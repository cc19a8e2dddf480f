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

/* printf %s "TEXT" | sha1sum, of a=1 and of d=dict(a=[1,2],b='x',c='x\''y') */
#define ONE "- 86eda770a6\n"
#define DICT "- fc1e8d97d8\n"

static struct shipped tables(struct arena *a, struct vfs *v, const char *name, const char *text)
{
	struct shipped s;

	vfs_put(v, arena_printf(a, "/rules/shipped/%s", name), text, strlen(text));
	shipped_load(&s, a, v, "/rules");
	return s;
}

static bool known(const struct shipped *s, const char *text)
{
	const char *by = shipped_by(s, text, strlen(text));

	return by && strcmp(by, "zoo") == 0;
}

static void texts_are_known(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct shipped s = tables(&a, v, "zoo.yaml", "# made\nblobs:\n- 0000000000\n" ONE DICT "- ffffffffff\n");

	(void)state;
	assert_int_equal(s.n, 1);
	assert_true(known(&s, "a = 1\n"));
	assert_true(known(&s, "# b = 2\r\n\r\na = \\\r\n 1 # two"));
	assert_false(known(&s, "a = 2\n"));
	assert_false(known(&s, "a = 1,\n"));
	assert_false(known(&s, ""));
	assert_false(known(&s, "# only a comment\n"));
	assert_true(known(&s, "d = dict(a=[1, 2], b='x', c='''x\\''y''')\n"));
	assert_true(known(&s, "d = dict(\n    a=[\n        1, 2, # two\n    ],\n    b=\"x\",\n    c=\"x\\''y\",\n)\n"));
	assert_false(known(&s, "d = dict(a=[1, 2], b='#x', c='''x\\''y''')\n"));
	assert_false(known(&s, "d = dict(a=[1, 2], b='x ', c='''x\\''y''')\n"));
	assert_false(known(&s, "d = dict(a=[1, 2], b='x', c='''x\\''y"));
	assert_false(known(&s, "d = dict(a=[1, 2], b='x', c='''x\\''y'')\\"));
	assert_null(shipped_by(&s, "a = 1\n\0", 7));
	vfs_free(v);
	arena_release(&a);
}

static void other_files_are_no_tables(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct shipped s = tables(&a, v, "notes.txt", "x\nblobs:\n" ONE);

	(void)state;
	assert_int_equal(s.n, 0);
	s = tables(&a, v, "empty.yaml", "");
	assert_int_equal(s.n, 0);
	s = tables(&a, v, "short.yaml", "x\nblobs:\n- 86eda770a6");
	assert_null(shipped_by(&s, "a = 1", 5));
	s = tables(&a, v, "unsorted.yaml", "x\nblobs:\n-\n-\n- 9\nblobs:\n");
	assert_null(shipped_by(&s, "a = 1", 5));
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
