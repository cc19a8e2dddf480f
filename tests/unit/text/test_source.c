// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/source.h"
#include <stdio.h>
#include <string.h>

static const struct source *add(struct sources *all, const char *text)
{
	return sources_add(all, "x.py", text, strlen(text));
}

static void ids_find_sources(void **state)
{
	(void)state;
	struct sources *all = sources_new();
	char path[32];

	assert_null(sources_get(all, 0));
	assert_null(sources_get(all, 1));
	for (uint32_t i = 1; i <= 1000; i++) {
		snprintf(path, sizeof path, "%u.py", i);

		const struct source *s = sources_add(all, path, path, strlen(path));

		assert_int_equal(s->id, i);
	}
	for (uint32_t i = 1; i <= 1000; i++) {
		snprintf(path, sizeof path, "%u.py", i);
		assert_string_equal(sources_get(all, i)->bytes, path);
		assert_string_equal(sources_get(all, i)->path, path);
	}
	assert_null(sources_get(all, 1001));
	sources_free(all);
}

static void flags_and_lines(void **state)
{
	(void)state;
	struct sources *all = sources_new();
	const struct source *s = add(all, "a\r\nb\nc\rd");

	assert_int_equal(source_lines(s).n, 4);
	assert_int_equal(source_lines(s).at[1], 3);
	assert_int_equal(source_lines(s).at[2], 5);
	assert_int_equal(source_lines(s).at[3], 7);
	assert_true(s->crlf && s->ascii && !s->bom);
	assert_false(add(all, "a\nb\r\n")->crlf);
	assert_true(add(all, "\xEF\xBB\xBFx")->bom);
	assert_false(add(all, "\n")->crlf);
	assert_true(add(all, "\r\n")->crlf);
	s = sources_add(all, "", NULL, 0);
	assert_int_equal(source_lines(s).n, 1);
	assert_int_equal(s->len, 0);
	assert_string_equal(s->bytes, "");
	sources_free(all);
}

static void point_counts_surrogate_pairs(void **state)
{
	(void)state;
	struct sources *all = sources_new();
	const struct source *s = add(all, "x=1\n\xC3\xA9\xF0\x9F\x98\x80=2");
	struct point p = source_point(s, 10); /* the '=' behind U+00E9 U+1F600 */

	assert_int_equal(p.line, 1);
	assert_int_equal(p.col8, 6);
	assert_int_equal(p.col16, 3);
	assert_int_equal(p.col32, 2);
	p = source_point(s, 999);
	assert_int_equal(p.line, 1);
	assert_int_equal(p.col8, 8);
	sources_free(all);
}

static void offset16_is_the_way_back(void **state)
{
	(void)state;
	struct sources *all = sources_new();
	const struct source *s = add(all, "a\xC3\xA9\xF0\x9F\x98\x80z\r\nq\n");

	for (uint32_t i = 0; i <= s->len; i++) {
		struct point p = source_point(s, i);
		bool inside = (s->bytes[i] & 0xC0) == 0x80 || (i && s->bytes[i - 1] == '\r');

		if (!inside)
			assert_int_equal(source_offset16(s, p.line, p.col16), i);
	}
	assert_int_equal(source_offset16(s, 0, 3), 3);	/* inside the pair: before it */
	assert_int_equal(source_offset16(s, 0, 99), 8); /* before the CRLF */
	assert_int_equal(source_offset16(s, 9, 0), s->len);
	sources_free(all);
}

static void refused(const char *text, size_t n, uint32_t line, uint32_t col)
{
	struct sources *all = sources_new();
	struct err e = { 0 };

	assert_false(source_check(sources_add(all, "x", text, n), &e));
	assert_int_equal(e.code, ERR_ENCODING);
	assert_int_equal(e.line, line);
	assert_int_equal(e.col, col);
	sources_free(all);
}

static void check_names_the_place(void **state)
{
	(void)state;
	refused("\xEF\xBB\xBFx", 4, 1, 1);
	refused("a\n\xC3\xA9\xFF", 5, 2, 2);
	refused("a\nb\0", 4, 2, 2);
	refused("\xED\xA0\x80", 3, 1, 1);
	refused("\xC3", 1, 1, 1);

	struct sources *all = sources_new();

	assert_true(source_check(add(all, "\xE4\xB8\xAD = 1\n"), NULL));
	sources_free(all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids_find_sources),
		cmocka_unit_test(flags_and_lines),
		cmocka_unit_test(point_counts_surrogate_pairs),
		cmocka_unit_test(offset16_is_the_way_back),
		cmocka_unit_test(check_names_the_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
