// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "server/document.h"
#include <stdlib.h>
#include <string.h>

/* a, e with an accent, a Chinese character, an emoji, b */
#define WIDE \
	"a\xC3\xA9\xE5\xAD\xA6\xF0\x9F\x98\x80" \
	"b"

static uint32_t offset(enum column_unit u, const char *text, int line, int column)
{
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "x", text, strlen(text));
	json_t *pos = json_pack("{s:i, s:i}", "line", line, "character", column);
	uint32_t at = UINT32_MAX;

	assert_true(place_offset(u, s, pos, &at));
	json_decref(pos);
	sources_free(all);
	return at;
}

static void columns_are_counted_in_the_unit(void **state)
{
	(void)state;
	for (int column = 0; column <= 11; column++)
		assert_int_equal(offset(UNIT_UTF8, WIDE, 0, column), column <= 0    ? 0
								     : column <= 2  ? 1
								     : column < 3   ? 1
								     : column < 6   ? 3
								     : column < 10  ? 6
								     : column == 10 ? 10
										    : 11);
	assert_int_equal(offset(UNIT_UTF16, WIDE, 0, 3), 6);
	assert_int_equal(offset(UNIT_UTF16, WIDE, 0, 4), 6); /* inside the surrogate pair: before it */
	assert_int_equal(offset(UNIT_UTF16, WIDE, 0, 5), 10);
	assert_int_equal(offset(UNIT_UTF32, WIDE, 0, 4), 10);
}

static void past_the_end_is_the_end(void **state)
{
	(void)state;
	assert_int_equal(offset(UNIT_UTF16, "ab\r\ncd\n", 0, 99), 2);
	assert_int_equal(offset(UNIT_UTF16, "ab\r\ncd\n", 1, 99), 6);
	assert_int_equal(offset(UNIT_UTF16, "ab\r\ncd\n", 9, 0), 7);
	assert_int_equal(offset(UNIT_UTF16, "", 0, 1), 0);
}

static void places_and_offsets_are_inverse(void **state)
{
	static const char text[] = "x\n" WIDE "\r\n" WIDE WIDE "\n";
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "x", text, strlen(text));

	(void)state;
	for (int u = UNIT_UTF16; u <= UNIT_UTF32; u++)
		for (uint32_t at = 0; at <= s->len; at++) {
			json_t *pos;
			uint32_t back;

			if (((unsigned char)text[at] & 0xC0) == 0x80 ||
			    (text[at] == '\n' && at && text[at - 1] == '\r'))
				continue;
			pos = place_position((enum column_unit)u, s, at);
			assert_true(place_offset((enum column_unit)u, s, pos, &back));
			assert_int_equal(back, at);
			json_decref(pos);
		}
	sources_free(all);
}

static void what_is_no_place_is_refused(void **state)
{
	static const char *const bad[] = { "{}", "{\"line\": -1, \"character\": 0}", "{\"line\": 0}",
					   "{\"line\": 1.5, \"character\": 0}", "[]" };
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "x", "ab", 2);
	uint32_t at;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		json_t *pos = json_loads(bad[i], 0, NULL);

		assert_false(place_offset(UNIT_UTF8, s, pos, &at));
		json_decref(pos);
	}
	assert_false(place_offset(UNIT_UTF8, s, NULL, &at));
	sources_free(all);
}

static void uris_are_paths_and_back(void **state)
{
	static const char *const path[] = { "/a/b.py", "/a b/\xE5\xAD\xA6.py", "/100%/x#y?z.py" };
	char *back;
	json_t *uri;

	(void)state;
	for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
		uri = uri_of(path[i]);
		back = uri_path(json_string_value(uri));
		assert_string_equal(back, path[i]);
		free(back);
		json_decref(uri);
	}
	back = uri_path("file://localhost/a/../b%2ec");
	assert_string_equal(back, "/b.c");
	free(back);
	assert_null(uri_path("untitled:1"));
	assert_null(uri_path("file://"));
	assert_null(uri_path("file:///a%00b"));
}

static void changes_come_one_after_the_other(void **state)
{
	struct documents all = { .unit = UNIT_UTF16 };
	struct document *d = documents_open(&all, "file:///x.py", "ab\ncd\n", 6, 1);
	json_t *changes = json_loads("[{\"range\": {\"start\": {\"line\": 0, \"character\": 1}, \"end\": {\"line\": 1, "
				     "\"character\": 1}}, \"text\": \"X\\nY\"},"
				     "{\"range\": {\"start\": {\"line\": 1, \"character\": 1}, \"end\": {\"line\": 1, "
				     "\"character\": 1}}, \"text\": \"!\"}]",
				     0, NULL);

	(void)state;
	assert_true(document_change(&all, d, changes));
	assert_string_equal(buf_str(&d->text), "aX\nY!d\n");
	json_decref(changes);
	changes = json_loads(
		"[{\"text\": \"\"}, {\"range\": {\"start\": {\"line\": 0, \"character\": 0}, \"end\": {\"line\": "
		"5, \"character\": 5}}, \"text\": \"z\"}, {\"text\": 7}]",
		0, NULL);
	assert_false(document_change(&all, d, changes)); /* the third is none */
	assert_string_equal(buf_str(&d->text), "z");
	json_decref(changes);
	documents_release(&all);
}

/* As an editor counts: the whole text anew at each edit. */
static void edit_slowly(enum column_unit u, struct buf *text, const json_t *change)
{
	const json_t *range = json_object_get(change, "range"), *put = json_object_get(change, "text");
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "x", buf_str(text), text->n);
	struct buf b = { 0 };
	uint32_t lo, hi;

	assert_true(place_offset(u, s, json_object_get(range, "start"), &lo));
	assert_true(place_offset(u, s, json_object_get(range, "end"), &hi));
	buf_add(&b, s->bytes, lo);
	buf_add(&b, json_string_value(put), json_string_length(put));
	buf_add(&b, s->bytes + hi, s->len - hi);
	sources_free(all);
	buf_release(text);
	*text = b;
}

static json_t *random_edit(unsigned *seed)
{
	static const char *const piece[] = { "", "x", "\n", "\r\n", "\r", WIDE, "ab\ncd", "a long line of text\r\n" };
	int line = rand_r(seed) % 9, column = rand_r(seed) % 12, down = rand_r(seed) % 2;

	return json_pack("{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:s}", "range", "start", "line", line, "character", column,
			 "end", "line", line + down, "character", down ? rand_r(seed) % 12 : column + rand_r(seed) % 3,
			 "text", piece[(size_t)rand_r(seed) % (sizeof piece / sizeof *piece)]);
}

static void many_edits_are_as_each_alone(void **state)
{
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 600; round++) {
		struct documents all = { .unit = (enum column_unit)(round % 3) };
		struct document *d = documents_open(&all, "file:///x.py", "one\r\ntwo\nthree\rfour", 19, 1);
		struct buf text = { 0 };
		json_t *changes = json_array();

		buf_puts(&text, "one\r\ntwo\nthree\rfour");
		for (int i = 0; i < 12; i++) {
			json_t *one = random_edit(&seed);

			edit_slowly(all.unit, &text, one);
			json_array_append_new(changes, one);
		}
		assert_true(document_change(&all, d, changes));
		assert_string_equal(buf_str(&d->text), buf_str(&text));
		json_decref(changes);
		buf_release(&text);
		documents_release(&all);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_counted_in_the_unit), cmocka_unit_test(past_the_end_is_the_end),
		cmocka_unit_test(places_and_offsets_are_inverse),  cmocka_unit_test(what_is_no_place_is_refused),
		cmocka_unit_test(uris_are_paths_and_back),	   cmocka_unit_test(changes_come_one_after_the_other),
		cmocka_unit_test(many_edits_are_as_each_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
