// SPDX-License-Identifier: MIT
/* Guesses of encodings: the same short sentences in each. */
#include "text/encoding.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>
#include <string.h>

static void guess(const char *bytes, size_t n, const char *want)
{
	struct arena a = { 0 };
	struct encodings got = encoding_guess(bytes, n);

	if (want)
		assert_string_equal(encodings_text(&a, got), want);
	else
		assert_null(got.likely);
	arena_release(&a);
}
#define GUESS(text, want) guess(text, sizeof(text) - 1, want)

static void two_bytes(void **state)
{
	(void)state;
	GUESS("x = 1  # \xd1\xa7\xcf\xb0\xc2\xca\xa3\xac\xb5\xf7\xb4\xf3\n", "GBK");
	GUESS("x = 1  # \xbe\xc7\xb2\xdf\xb2\x76\xa4\xd3\xa4\x6a\xa4\x46\n", "BIG5");
	GUESS("x = 1  # \x8a\x77\x8f\x4b\x97\xa6\x82\xaa\x91\xe5\x82\xab\x82\xa2\n", "SHIFT_JIS");
	GUESS("x = 1  # \xef\x7c\xd1\xa7\x9c\x61\xbe\xf5\x88\x44\n", "GBK");
	/* syllables of Korean are signs of Chinese, too */
	GUESS("# _base_\xbc\xb3\xb8\xed :tsn\n", "GBK or CP949");
	GUESS("# \xc7\xd0\xbd\xc0 \xb5\xa5\xc0\xcc\xc5\xcd\xb8\xa6\n", "CP949 or GBK");
	GUESS("# \xd1\xa7\xcf\xb0\xca\xfd\xbe\xdd\n", "GBK");
}

static void one_byte(void **state)
{
	(void)state;
	GUESS("# Z\xfcrich, caf\xe9\n", "WINDOWS-1252");
	GUESS("\xff", "WINDOWS-1252");
}

static void wide(void **state)
{
	(void)state;
	GUESS("\xff\xfex\0=\0", "UTF-16");
	GUESS("\xfe\xff\0x", "UTF-16");
	GUESS("x\0=\0001\0", "UTF-16LE");
	GUESS("\0x\0=\0001", "UTF-16BE");
}

static void none(void **state)
{
	(void)state;
	GUESS("\x80\xff\xff\xff\x80\x80", NULL);
	GUESS("a\0\0\0\xff", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_bytes),
		cmocka_unit_test(one_byte),
		cmocka_unit_test(wide),
		cmocka_unit_test(none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
