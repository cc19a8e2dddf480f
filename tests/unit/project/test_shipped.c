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

static bool has(const struct shipped *s, const char *text, const char *part, struct absent_keys *lacks)
{
	struct text_entries e = { 0 };
	const char *at = strstr(text, part);
	bool found = false;

	assert_non_null(at);
	assert_true(entries_read(&e, text, strlen(text)));
	assert_string_equal(shipped_compare(s, "/project/ours/zoo/net.py", &e, lacks), "zoo");
	for (size_t i = 0; i < e.n; i++)
		if (text + e.at[i].lo == at)
			found = e.at[i].shipped;
	vec_release(&e);
	return found;
}

/* tools/framework-configs.py, table(), of two versions of zoo/net.py: m = dict(type='A', size=(1, 2,), b=dict(c=1)),
 * x = 3; and m = dict(type='A', b=dict(c=2)) */
#define ENTRIES "entries: g4b1OqJU6GSx-HgwV23fVJ0yMOIQ_hTMM0LrFpKaVJIa3QBcfr\n"
static void entries_are_known(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct shipped s =
		tables(&a, v, "zoo.yaml", "# made\nblobs:\n" ONE ENTRIES "files:\n- gRNvtp2 AABAACAAFAAGAAJ\n");
	const char *edited = "x = 3\nm = dict(\n  type=\"A\",\n  size=(1, 3),\n  b=dict(c=1, d=4), # b\n)\n";
	struct absent_keys lacks;

	(void)state;
	assert_true(known(&s, "a = 1\n"));
	assert_true(shipped_names(&s, "/project/zoo/net.py"));
	assert_true(shipped_names(&s, "zoo/net.py"));
	assert_false(shipped_names(&s, "/project/net.py"));
	assert_false(shipped_names(&s, "net.py"));
	assert_true(has(&s, edited, "x = 3", &lacks));
	assert_int_equal(lacks.n, 0);
	assert_true(has(&s, edited, "type=", &lacks));
	assert_false(has(&s, edited, "size=", &lacks));
	assert_true(has(&s, edited, "c=1", &lacks));
	assert_false(has(&s, edited, "d=4", &lacks));
	assert_true(has(&s, edited, "m = dict(", &lacks));
	assert_true(has(&s, "m = dict(type='A', b=dict(c=2))", "c=2", &lacks));
	assert_int_equal(lacks.n, 0);
	assert_true(has(&s, "m = dict(type='A', b=dict(d=2))", "type=", &lacks));
	assert_int_equal(lacks.n, 1); /* c */
	assert_false(has(&s, "x = 3\nm = dict(type='B', b=dict(c=2))", "c=2", &lacks));
	vfs_free(v);
	arena_release(&a);
}

static void what_does_not_end_has_no_entries(void **state)
{
	static const char *const text[] = { "a = (1", "a = 1)", "a = 'b", "a = '''b''" };

	(void)state;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		struct text_entries e = { 0 };

		assert_false(entries_read(&e, text[i], strlen(text[i])));
		vec_release(&e);
	}
}

/* The beginnings of the SHA-1 of c=833 and of one that is known are equal for 11 bits. */
static void values_are_not_taken_for_others(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct shipped s =
		tables(&a, v, "zoo.yaml", "# made\nblobs:\n" ONE ENTRIES "files:\n- gRNvtp2 AABAACAAFAAGAAJ\n");
	struct absent_keys lacks;

	(void)state;
	assert_false(has(&s, "m = dict(type='A', b=dict(c=833))", "c=833", &lacks));
	vfs_free(v);
	arena_release(&a);
}

static void places_beyond_the_entries_are_none(void **state)
{
	static const char *const table[] = {
		"x\nblobs:\n" ONE ENTRIES "files:\n- gRNvtp2 AAMAANAAO___\n",
		"x\nblobs:\n" ONE "entries: g4b1\nfiles:\n- gRNvtp2 AAB\n",
		"x\nblobs:\n" ONE "entries: \nfiles:\n- gRNvtp2 AAB\n",
		"x\nblobs:\n" ONE "files:\n- gRNvtp2 AAB\n",
		"x\nblobs:\n" ONE ENTRIES,
	};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct arena a = { 0 };
		struct vfs *v = vfs_new_sealed();
		struct shipped s = tables(&a, v, "zoo.yaml", table[i]);
		struct text_entries e = { 0 };
		struct absent_keys lacks;

		assert_true(known(&s, "a = 1\n"));
		assert_true(entries_read(&e, "x = 3\n", 6));
		assert_null(shipped_compare(&s, "/project/ours/zoo/net.py", &e, &lacks));
		vec_release(&e);
		vfs_free(v);
		arena_release(&a);
	}
}

/* No config, but it may have the name of one. */
static void what_is_too_long_has_no_entries(void **state)
{
	struct buf text = { 0 };
	struct text_entries e = { 0 };

	(void)state;
	for (int i = 0; i < ENTRIES_MAX; i++)
		buf_puts(&text, "a=1\n");
	assert_true(entries_read(&e, buf_str(&text), text.n));
	vec_release(&e);
	buf_puts(&text, "a=1\n");
	e = (struct text_entries){ 0 };
	assert_false(entries_read(&e, buf_str(&text), text.n));
	vec_release(&e);
	buf_release(&text);
}

static void lines_are_sorted(const char *line, const char *end)
{
	for (const char *before = NULL; line < end; before = line, line = strchr(line, '\n') + 1) {
		assert_memory_equal(line, "- ", 2);
		assert_int_equal(line[9], ' ');
		assert_true(!before || memcmp(before, line, 9) < 0);
	}
}

static void a_folder_s_tables_may_be_large(void **state)
{
	struct arena a = { 0 };
	struct vfs *v = vfs_new_sealed();
	struct buf text = { 0 };
	struct shipped s;

	(void)state;
	for (int i = 0; i < 2 << 16; i++)
		buf_puts(&text, "# of many configs\n");
	buf_puts(&text, "blobs:\n" ONE);
	s = tables(&a, v, "zoo.yaml", buf_str(&text));
	assert_int_equal(s.n, 1);
	assert_true(known(&s, "a = 1\n"));
	buf_release(&text);
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
		assert_memory_equal(row, "entries: ", 9);
		assert_ptr_equal(s.at[i].entry, row + 9);
		assert_true(s.at[i].nentries > 1000);
		assert_memory_equal(s.at[i].entry + s.at[i].nentries * 10, "\nfiles:\n", 8);
		lines_are_sorted(s.at[i].files, s.at[i].end);
	}
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_known),
		cmocka_unit_test(other_files_are_no_tables),
		cmocka_unit_test(entries_are_known),
		cmocka_unit_test(what_does_not_end_has_no_entries),
		cmocka_unit_test(a_folder_s_tables_may_be_large),
		cmocka_unit_test(embedded_tables_are_good),
		cmocka_unit_test(values_are_not_taken_for_others),
		cmocka_unit_test(places_beyond_the_entries_are_none),
		cmocka_unit_test(what_is_too_long_has_no_entries),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
