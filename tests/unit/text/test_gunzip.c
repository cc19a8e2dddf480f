// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/gunzip.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static struct buf out;

static bool take(void *ctx, char *part, size_t n, struct err *e)
{
	(void)ctx;
	(void)e;
	buf_add(&out, part, n);
	return true;
}

static bool refuse(void *ctx, char *part, size_t n, struct err *e)
{
	(void)ctx;
	(void)part;
	(void)n;
	return err_set(e, ERR_LIMIT, "enough");
}

/* Appends an archive of n bytes x. */
static void pack(struct buf *to, char x, size_t n)
{
	z_stream z = { 0 };
	char *bytes = xcalloc(n + 1, 1);
	unsigned char packed[4096];

	memset(bytes, x, n);
	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = (unsigned char *)bytes;
	z.avail_in = (unsigned)n;
	do {
		z.next_out = packed;
		z.avail_out = sizeof packed;
		deflate(&z, Z_FINISH);
		buf_add(to, packed, sizeof packed - z.avail_out);
	} while (!z.avail_out);
	deflateEnd(&z);
	free(bytes);
}

/* In parts of `part` bytes. */
static bool unpack(const struct buf *b, size_t part, uint64_t most, bool *whole, struct err *e)
{
	struct gunzip *g = gunzip_new(most, take, NULL);
	bool ok = true;

	buf_clear(&out);
	for (size_t i = 0; ok && i < b->n; i += part)
		ok = gunzip_part(g, b->s + i, b->n - i < part ? b->n - i : part, e);
	*whole = gunzip_whole(g);
	gunzip_free(g);
	return ok;
}

static void parts_of_any_size(void **state)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	bool whole;

	(void)state;
	pack(&b, 'a', 100000);
	pack(&b, 'b', 3);
	buf_add(&b, "\0\0\0", 3);
	for (size_t part = 1; part < 1000; part = part * 3 + 1) {
		assert_true(unpack(&b, part, 1 << 20, &whole, &e));
		assert_true(whole);
		assert_int_equal(out.n, 100003);
		assert_int_equal(out.s[99999], 'a');
		assert_int_equal(out.s[100002], 'b');
	}
	buf_release(&b);
}

static void a_cut_archive_is_not_whole(void **state)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	bool whole;

	(void)state;
	pack(&b, 'a', 1000);
	b.n -= 4;
	assert_true(unpack(&b, 100, 1 << 20, &whole, &e));
	assert_false(whole);
	assert_int_equal(out.n, 1000);
	buf_release(&b);
}

static void bombs_end_at_the_limit(void **state)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	bool whole;

	(void)state;
	pack(&b, 0, 50 << 20);
	assert_true(b.n < 100000);
	assert_false(unpack(&b, b.n, 1 << 20, &whole, &e));
	assert_int_equal(e.code, ERR_TOO_LARGE);
	assert_true(out.n <= 1 << 20);
	buf_release(&b);
}

static void broken_ones_are_told(void **state)
{
	struct err e = { 0 };
	struct gunzip *g = gunzip_new(100, take, NULL);

	(void)state;
	assert_true(gunzip_begins("\x1f\x8b\x08", 3));
	assert_false(gunzip_begins("\x1f", 1));
	assert_false(gunzip_part(g, "\x1f\x8byyyyyyyyyy", 12, &e));
	assert_non_null(strstr(e.msg, "can't be unpacked"));
	gunzip_free(g);
}

static void who_sees_may_end_it(void **state)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	struct gunzip *g = gunzip_new(1 << 20, refuse, NULL);

	(void)state;
	pack(&b, 'a', 10);
	assert_false(gunzip_part(g, b.s, b.n, &e));
	assert_string_equal(e.msg, "enough");
	gunzip_free(g);
	buf_release(&b);
}

static int clean(void **state)
{
	(void)state;
	buf_release(&out);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_of_any_size),	  cmocka_unit_test(a_cut_archive_is_not_whole),
		cmocka_unit_test(bombs_end_at_the_limit), cmocka_unit_test(broken_ones_are_told),
		cmocka_unit_test(who_sees_may_end_it),
	};

	return cmocka_run_group_tests(tests, NULL, clean);
}
